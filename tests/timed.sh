#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# timed.sh COMMAND...: runs a test, and adds how long it took as a comment in TAP.
# make check runs each test by it; scripts/check lists the slowest.

start=$(date +%s)
"$@"
status=$?
for test; do :; done
test=${test#"${srcdir-.}"/}
echo "# ${test#./}: $(($(date +%s) - start)) s"
exit $status
