#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# Writes the whole response (RFC 3875, 5).
print "HTTP/1.1 203 By Myself\r\nContent-Type: text/plain\r\n",
    "X-Own: yes\r\nConnection: close\r\n\r\nnph\n";
