#!/usr/bin/env -S sh -e
# SPDX-License-Identifier: Apache-2.0
printf "Content-Type: text/plain\n\nby words of env\n"
