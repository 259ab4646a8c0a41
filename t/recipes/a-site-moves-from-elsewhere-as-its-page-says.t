# SPDX-License-Identifier: Apache-2.0
# docs/guides/migrate.md: each site under the server that it comes from, and then here.
use v5.30;
use warnings;
use Persist::Cgi;
use Persist::Guide;
use Persist::Recipe;
use Test::More;

Persist::Recipe->needs('python', 'curl', 'node', map { "$ENV{HTTPD_MODULES}/mod_$_.so" }
    qw(wsgi passenger fcgid));
# A graceful restart is not enough to load mod_cgid.
Persist::Guide->follow('guides/migrate.md', conf => Persist::Cgi::conf(), excepted => {
    'use CGI::Fast' => 'CGI::Fast is no package of the tests'});

done_testing;
