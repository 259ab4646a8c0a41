#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
use strict;
use warnings;
print "Content-Type: text/plain\n\nhello\n";
