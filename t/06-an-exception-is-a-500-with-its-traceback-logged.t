# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Apache::Test ();
use File::Temp ();
use JSON::PP 'decode_json';
use Persist::Http;
use Persist::Log qw(lines_of_log log_text);
use Persist::Process 'is_alive';
use Persist::Wait 'becomes';
use Test::More;

my $port = Apache::Test::vars('port');
sub get { Persist::Http->once($port, 'GET', $_[0]) }

my $before = decode_json(get('/app.py/who')->{body})->{pid};
my $answer = get("/app.py/raise?mark=early$$");
is $answer->{status}, 500, 'an exception is answered with 500';
unlike $answer->{body}, qr/early$$/, 'which does not tell why';
becomes { log_text() =~ /LookupError: no such thing: early$$/ }
    'the error log does';
like log_text(), qr/Traceback .most recent call last.:/, 'with the traceback';
my ($line) = lines_of_log("early$$");
my ($id) = $line =~ /id=(\S+)/;
like $line, qr/\[\Q$id\E\]/, 'under the id that the script sees';

my $go = File::Temp->newdir;
chmod 0755, "$go";
my $http = Persist::Http->new($port);
$http->request('GET', "/app.py/raise-late?mark=late$$&file=$go/go");
is $http->head->{status}, 200, 'a response begins';
is $http->chunk, 'half of it', 'with its first half';
open my $file, '>', "$go/go" or die $!;
is $http->chunk, undef, 'an exception cuts it, and never ends it properly';
becomes { log_text() =~ /LookupError: too late: late$$/ }
    'and the error log says why';

ok is_alive($before), 'the worker lives on';

done_testing;
