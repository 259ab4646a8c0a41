# SPDX-License-Identifier: Apache-2.0
# docs/guides/release.md: a pull, releases behind a link, one that fails, and back.
use v5.30;
use warnings;
use Persist::Guide;
use Persist::Recipe;
use Test::More;

Persist::Recipe->needs('python', 'curl', 'git');
Persist::Guide->follow('guides/release.md', excepted => {
    'manage.py migrate' => 'docs/recipes/django.md has the project',
    '.venv.new' => 'the tests have one environment, and a link to it'});

done_testing;
