#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What a program in sh leaves to the end of its process. It knows nothing of
# mod_persist.

header()
{
    printf 'Content-Type: text/plain\n\nok\n'
}

leave_line()
{
    echo line >>"$MARK/$HTTP_X_WAY/log"
}

header
case $PATH_INFO in
/file) trap leave_line EXIT ;;
/exits)
    trap 'echo "a trap"' EXIT
    exit 3
    ;;
/child)
    (
        trap leave_line EXIT
        exit 3
    )
    echo "parent $?"
    ;;
/process)
    read -r line </proc/$$/maps
    echo "${line%% *}"
    ;;
esac
