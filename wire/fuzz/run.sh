#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs a fuzz target for SECONDS, with the golden vectors as seeds.
# usage: wire/fuzz/run.sh TARGET SECONDS
set -eu

target=${1:?usage: run.sh TARGET SECONDS}
seconds=${2:?usage: run.sh TARGET SECONDS}
corpus=$(mktemp -d)
trap 'rm -rf "$corpus"' EXIT

python3 -B "$(dirname "$0")/../vectors/generate.py" --seeds "$corpus"
"./$target" -max_total_time="$seconds" -max_len=100000 -rss_limit_mb=1024 \
    -close_fd_mask=2 -print_final_stats=1 -artifact_prefix="$target-" "$corpus"
