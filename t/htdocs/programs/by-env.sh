#!/usr/bin/env sh
# SPDX-License-Identifier: Apache-2.0
printf "Content-Type: text/plain\n\n"
head -n 1 "/proc/$$/maps"
