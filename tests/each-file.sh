#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# each-file.sh N FOLDER PATTERN... -- COMMAND...: runs COMMAND with each file of the
# source tree's FOLDER that a pattern selects as its last argument, N files at a
# time. Prints one TAP line for each file, followed by what the command printed and
# by how long it took. $PERSIST_TEST_PREFIX stands before the names of the facts.

at_once=$1
folder=$2
shift 2
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
while [ "$1" != -- ]; do
    # shellcheck disable=SC2086 # a pattern
    (cd "$top_srcdir/$folder" && printf "$folder/%s\\0" $1)
    shift
done >"$work/files"
shift
export work

echo "1..$(tr -cd '\0' <"$work/files" | wc -c)"
# The lock keeps the output of a file together.
# shellcheck disable=SC2016 # for the inner shell
xargs -0 -P "$at_once" -I {} sh -c '
    file=$1
    shift
    start=$(date +%s)
    ok=ok
    said=$("$@" "$top_srcdir/$file" 2>&1) || ok="not ok"
    exec 9>>"$work/lock"
    flock 9
    echo "$ok - $PERSIST_TEST_PREFIX$file"
    [ -z "$said" ] || printf "%s\n" "$said" | sed "s/^/# /"
    echo "# $PERSIST_TEST_PREFIX$file: $(($(date +%s) - start)) s"
' sh {} "$@" <"$work/files"
exit 0
