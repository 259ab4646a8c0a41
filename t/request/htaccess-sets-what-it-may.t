# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Apache::Test ();
use Apache::TestRequest qw(GET POST);
use JSON::PP 'decode_json';
use Persist::Log 'lines_of_log';
use Persist::Wait 'becomes';
use Test::More;

my $root = Apache::Test::vars('documentroot');
mkdir "$root/set" or die "$root/set: $!";
system('cp', "$root/app.py", "$root/set/app.py") == 0 or die;

sub htaccess {
    my ($text) = @_;
    open my $file, '>', "$root/set/.htaccess" or die $!;
    print $file "$text\n";
    close $file or die $!;
}

htaccess 'PersistEnv COLOUR green';
my $environ = decode_json GET('/set/app.py/environ')->content;
is $environ->{COLOUR}, 'green', 'PersistEnv sets a variable of the worker';
ok !exists $environ->{PERSIST_WORKER}, 'PERSIST_WORKER is taken away';
ok !exists $environ->{HOME}, 'nothing of httpd\'s environment is there';
my $pid = decode_json(GET('/set/app.py')->content)->{pid};

htaccess 'PersistEnv COLOUR blue';
$environ = decode_json GET('/set/app.py/environ')->content;
is $environ->{COLOUR}, 'blue', 'a changed variable needs no restart';
isnt decode_json(GET('/set/app.py')->content)->{pid}, $pid,
    'it takes another worker';

htaccess 'PersistMaxBody 10';
is POST('/set/app.py/body', content => 'x' x 10)->code, 200,
    'a body of PersistMaxBody is taken';
is POST('/set/app.py/body', content => 'x' x 11)->code, 413,
    'a longer one is not';

my @wrong = (
    'PersistWorkers 3 2', 'PersistWorkers 0 x', 'PersistQueue -1 30s',
    'PersistQueue 10', 'PersistRequestTimeout soft', 'PersistBootTimeout 0x',
    'PersistMaxBody 12Q', 'PersistBuffer 16M', 'PersistBuffer 1M 0',
    'PersistEnv 9X y', 'PersistEnv PERSIST_WORKER 1:3', 'PersistDebug maybe',
    'PersistEnv PERSIST_THREADS 2', 'PersistEnv PERSIST_DEBUG 1',
    'PersistEnv PERSIST_ENV_FILE /x', 'PersistEnv PERSIST_MEMORY_HARD 1',
    'PersistClientAbort no', 'PersistInterpreter .py',
    'PersistDaemon /bin/sh', 'PersistRuntimeDir /tmp', 'PersistMaxPools 5',
    'PersistConcurrency 1025', 'PersistConcurrency 0',
    'PersistThreads 1025', 'PersistThreads 0',
    'PersistMaxRequests 0', 'PersistMaxAge 0s', 'PersistMemoryLimit 2M 1M',
    'PersistReload later', 'PersistMode fcgi', 'PersistApp ../x',
    'PersistMaxWorkers 5', 'PersistStopTimeout 5', 'PersistCeiling Workers 5',
);
for my $line (@wrong) {
    htaccess $line;
    is GET('/set/app.py')->code, 500, "$line is refused";
    my ($directive) = split ' ', $line;
    becomes { lines_of_log("set/.htaccess: (PERSIST5007: )?$directive\\b") }
        'and the log names the directive';
}
becomes { lines_of_log('"PERSIST_THREADS".* PersistThreads, which sets') }
    'PersistEnv names the directive that sets a variable';
htaccess 'PersistIdleTimeout 5m';
GET '/set/app.py';
becomes { lines_of_log('"5m" is wrong: .*\(a whole number with ms, s, min or h\)') }
    'a wrong unit gets the right ones';
# httpd itself counts the words, reads On and Off, and knows the places.
cmp_ok scalar(lines_of_log('PERSIST5007')), '>=', 7, 'with the code for values';

my %much = (
    'too many elements' => join("\n", map { "PersistEnv V$_ x" } 1 .. 600),
    length => join("\n",
        map { "PersistEnv V$_ " . 'x' x 8000 } 1 .. 300));
for my $why (sort keys %much) {
    htaccess $much{$why};
    is GET('/set/app.py')->code, 500, 'more than fits one message is refused';
    becomes { lines_of_log("PERSIST2008: .*PersistEnv.*($why)") }
        'and the log says what it is';
}

htaccess '';
is GET('/set/app.py')->code, 200, 'without the wrong line all is well';

done_testing;
