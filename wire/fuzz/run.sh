#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs a fuzz target for SECONDS, with the golden vectors or these files as seeds.
# usage: wire/fuzz/run.sh TARGET SECONDS [SEED...]
set -eu

target=${1:?usage: run.sh TARGET SECONDS [SEED...]}
seconds=${2:?usage: run.sh TARGET SECONDS [SEED...]}
shift 2
corpus=$(mktemp -d)
trap 'rm -rf "$corpus"' EXIT

if [ $# -gt 0 ]; then
    cp "$@" "$corpus"
else
    python3 -B "$(dirname "$0")/../vectors/generate.py" --seeds "$corpus"
fi
"./$target" -max_total_time="$seconds" -max_len=100000 -rss_limit_mb=1024 \
    -close_fd_mask=2 -print_final_stats=1 -artifact_prefix="$target-" "$corpus"
