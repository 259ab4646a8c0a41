#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tells all that it finds of its process, and then spoils all that it can.
# shellcheck disable=SC2123,SC3045 # what it spoils, and by what dash has
printf 'Content-Type: text/plain\n\n'
count=$((count + 1))
echo "count $count options $- words $# $* ifs ${#IFS} zero $0"
for name in status limits stat comm coredump_filter timerslack_ns personality \
    oom_score_adj fdinfo/0 fdinfo/1 fdinfo/2; do
    while read -r line; do
        echo "$name $line"
    done <"/proc/$$/$name"
done
for fd in "/proc/$$/fd"/*; do
    echo "open ${fd##*/}"
done
echo "traps $(trap) aliases $(alias) in $(pwd) umask $(umask)"
env | sort
trap 'echo at the end' EXIT
trap '' TERM INT HUP USR1 USR2 PIPE
exec 7</dev/null 8</dev/null 9>/dev/null
cd /tmp || exit 1
umask 000
ulimit -n 77
ulimit -c 0
ulimit -t 77
renice -n 7 $$ >/dev/null
echo 500 >/proc/$$/oom_score_adj
set -- a b
set -f
IFS=x
alias printf=false
PATH=/nowhere SPOILED=1
export PATH SPOILED
