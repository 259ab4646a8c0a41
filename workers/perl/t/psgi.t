# SPDX-License-Identifier: Apache-2.0

# The adapter for PSGI, with the application of the tests behind httpd.

use v5.30;
use warnings;
use Cwd 'abs_path';
use File::Basename 'dirname';
use Test::More;
use lib dirname(__FILE__);
use Player;

my $app = abs_path(dirname(__FILE__) . '/../../../t/htdocs/perl/app.psgi');
my $worker = Player->new($app);
my $control = $worker->connect(1);
my (undef, undef, undef, $features) = @{ $control->message };
is($features, 32 + 128, 'an application reads CONTENT_LENGTH bytes');
my $peer = $worker->connect;

is($peer->ask('/input', body => "\xff\xe9")->{body}, "\xff\xe9",
    'psgi.input has bytes');
like($peer->ask('/handle')->{body}, qr/PersistWorker::PSGI/, 'a handle');
my $framed = $peer->ask('/framed');
is($framed->{body}, 'ab0123456789', 'pieces that the application frames');
is_deeply($framed->{headers}, [], 'have no header for that');
is($peer->ask('/errors')->{status}, 204, 'psgi.errors');
like($worker->logged(qr/a line/), qr/^a line$/m, 'is the log');
is($peer->ask('/later')->{body}, 'later', 'a delayed response');
is($peer->ask('/throws')->{status}, 500, 'one that throws');
is($peer->ask('/open')->{status}, 500, 'a writer that is not closed');
is($peer->ask('/writer')->{body}, '1 2 3 ', 'a writer that is');
my @always = qw(PATH_INFO QUERY_STRING SCRIPT_NAME psgi.url_scheme);
is($peer->ask(undef)->{body}, '/   http', "@always are always there");
is($peer->ask('/', variables => { REQUEST_SCHEME => 'https' })->{body},
    '/   https', 'the scheme is that of httpd');
is($peer->ask('/', variables => { HTTPS => 'off', REQUEST_SCHEME => 'https' })
        ->{body}, '/   http', 'unless HTTPS says otherwise');
is($peer->ask('/harakiri')->{body}, 'the last', 'a worker that is to end answers');
ok($peer->ask('/list')->{refused}, 'and takes no more');
$worker->end;
done_testing;
