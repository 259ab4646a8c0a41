# SPDX-License-Identifier: Apache-2.0
# The streams of one HTTP/2 connection are requests like others: they are lent
# what is kept, at the same time, and see each change.
use v5.30;
use warnings;
use Persist::App 'put';
use Persist::Http2;
use Persist::Twins;
use Test::More;

plan skip_all => 'prefork has no HTTP/2' if $ENV{PERSIST_T_MPM} eq 'prefork';

my $twins = Persist::Twins->new;
my $dir = "$twins->{site}/kept";
sub rule { "Options +ExecCGI\nSetHandler persist-script\nSetEnv RULE $_[0]\n" }
put("$dir/app.py", <<"END");
#!$ENV{PERSIST_T_PYTHON}
import persist_worker
def answer(request):
    request.respond(200, {}, request.env["RULE"].encode())
persist_worker.each_request(answer)
END
put("$dir/.htaccess", rule('one'));
ok $twins->warm('/kept/app.py', 2), 'the file is kept';

my $http = Persist::Http2->new($twins->{on}{port});
sub ask_five {
    my @streams = map { $http->begin('GET', '/kept/app.py') } 1 .. 5;
    return join ' ', map { $http->rest($_) // 'cut' } @streams;
}
my $lent = $twins->figures->{lent};
is ask_five(), 'one one one one one', 'five streams are answered';
cmp_ok $twins->figures->{lent} - $lent, '>=', 10, 'without reading the files';
put("$dir/.htaccess", rule('two'));
is ask_five(), 'two two two two two', 'a change counts for the next ones';
ok $twins->stop, 'both stop';
done_testing;
