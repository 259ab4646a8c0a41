#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
use strict;
use warnings;
use CGI;
print CGI->new->header('text/plain'), "hello\n";
