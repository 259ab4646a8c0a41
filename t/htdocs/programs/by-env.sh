#!/usr/bin/env sh
# SPDX-License-Identifier: Apache-2.0
printf "Content-Type: text/plain\n\nby env\n"
