# SPDX-License-Identifier: Apache-2.0
# docs/guides/background.md: work after a response, and a job for cron.
use v5.30;
use warnings;
use Persist::Guide;
use Persist::Recipe;
use Test::More;

Persist::Recipe->needs('curl');
Persist::Guide->follow('guides/background.md', excepted => {
    'enable --now' => 'no systemd, and Celery is no package of the tests'});

done_testing;
