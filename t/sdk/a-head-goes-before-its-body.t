# SPDX-License-Identifier: Apache-2.0
# A head without a body reaches the client while its script waits, in each
# language that can send one: a stream of events may begin with a long silence.
use v5.30;
use warnings;
use Persist::Httpd;
use Test::More;

my $conf = Persist::Httpd->ruby . "PersistEnv NODE_PATH $ENV{PERSIST_T_NODE_PATH}\n";
$conf .= <<"END" if $ENV{PERSIST_T_GUILE_PATH};
PersistEnv GUILE_LOAD_PATH $ENV{PERSIST_T_GUILE_PATH}
PersistEnv GUILE_LOAD_COMPILED_PATH $ENV{PERSIST_T_GUILE_COMPILED}
PersistEnv GUILE_AUTO_COMPILE 0
END
my @pages = qw(/ways/each_cgi.py/head /ways/each_request.py/head /asgi/app.py/head);
push @pages, qw(/ways/each_cgi.rb/head /ways/each_request.rb/head /ways/serve_rack.rb)
    if Persist::Httpd->ruby;
push @pages, '/ways/each_request.lua/head' if $ENV{PERSIST_T_LUA};
push @pages, '/ways/each_request.scm/head' if $ENV{PERSIST_T_GUILE_PATH};
push @pages, '/node/head.js'
    if !system "node -e 'require(\"node:test\")' 2>/dev/null";

my $httpd = Persist::Httpd->new(conf => $conf)->start;
my $go = "$httpd->{root}/go";
my @clients = map { $httpd->open_request("$_?$go") } @pages;
my @heads = map { $_->head } @clients;
is $heads[$_]{status}, 200, "$pages[$_]: the head comes" for 0 .. $#pages;
open my $file, '>', $go or die $!;
close $file;
is_deeply [$clients[$_]->body($heads[$_])], ['', 1], "$pages[$_]: and the end"
    for 0 .. $#pages;

ok $httpd->stop, 'httpd stops';
done_testing;
