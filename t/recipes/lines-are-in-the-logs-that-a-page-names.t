# SPDX-License-Identifier: Apache-2.0
# docs/guides/logs.md: printed, logged and failed lines, and a visitor's id.
use v5.30;
use warnings;
use Persist::Guide;
use Persist::Recipe;
use Test::More;

Persist::Recipe->needs('curl');
Persist::Guide->follow('guides/logs.md');

done_testing;
