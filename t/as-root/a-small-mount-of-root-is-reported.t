# SPDX-License-Identifier: Apache-2.0
# Root may mount where nobody else may; persistd is another user then.
use v5.30;
use warnings;
use Test::More;

plan skip_all => 'there is no www-data' if !defined getpwnam 'www-data';
require './lifecycle/no-room-for-the-table-is-reported.t';
