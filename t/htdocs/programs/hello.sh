#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
printf "Content-Type: text/plain\n\nhello %s\n" "$QUERY_STRING"
