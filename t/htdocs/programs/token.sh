#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Repeats what it is sent, as the load client wants it; after so many seconds, if
# PATH_INFO has some. A process of its own waits for these.
token=$QUERY_STRING
[ "$REQUEST_METHOD" != POST ] || token="$token $(cat)"
[ -z "$PATH_INFO" ] || sleep "${PATH_INFO#/}"
text="$token $$"
printf 'Content-Type: text/plain\nContent-Length: %s\n\n%s\n' \
    $((${#text} + 1)) "$text"
