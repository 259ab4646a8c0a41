# SPDX-License-Identifier: Apache-2.0
# docs/guides/site.md: each virtual host of the page, and what it answers.
use v5.30;
use warnings;
use Persist::Guide;
use Persist::Recipe;
use Test::More;

Persist::Recipe->needs('curl', 'openssl', 'htpasswd', map {
    "$ENV{HTTPD_MODULES}/mod_$_.so" } qw(ssl headers remoteip proxy_wstunnel));
Persist::Guide->follow('guides/site.md', excepted => {
    certbot => 'it needs a public name'});

done_testing;
