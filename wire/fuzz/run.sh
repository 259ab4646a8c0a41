#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs each fuzz target for so many seconds, with the golden vectors as seeds.
# usage: wire/fuzz/run.sh SECONDS [BUILD-DIRECTORY]
set -eu

seconds=${1:?usage: run.sh SECONDS [BUILD-DIRECTORY]}
build=${2:-.}
here=$(dirname "$0")
corpus=$(mktemp -d)
trap 'rm -rf "$corpus"' EXIT

for target in fuzz_frame fuzz_message; do
    mkdir "$corpus/$target"
    cp "$here"/../vectors/*.bin "$corpus/$target"
    "$build/wire/fuzz/$target" -max_total_time="$seconds" -max_len=100000 \
        -rss_limit_mb=1024 -print_final_stats=1 \
        -artifact_prefix="$build/wire/fuzz/$target-" "$corpus/$target"
done
