# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Apache::TestRequest 'GET';
use Persist::Log qw(lines_of_log log_text);
use Persist::Wait 'becomes';
use Test::More;

my $answer = GET '/boot/exits.py';
is $answer->code, 500, 'a script that ends before its loop is a 500';
unlike $answer->content, qr/database/, 'the page does not tell why';
becomes { log_text() =~ /PERSIST2002/ } 'the log has its code';
becomes { log_text() =~ /no database here/ } 'and what the script wrote to stderr';

$answer = GET '/boot/debug.py';
is $answer->code, 500, 'with PersistDebug it is a 500 as well';
like $answer->content, qr/PERSIST2002/, 'whose page has the code';
like $answer->content, qr/no database here/, 'and what the script said';

# The line of the request names the error, and not what comes first.
my @words = (
    ['imports.py', q{ended with status 1: ModuleNotFoundError: No module named }
        . q{'nothing_like_it'}],
    ['cgi.py', 'ended with status 0: it printed a CGI response, but never '
        . 'asked for a request: set PersistMode cgi, or call each_cgi: '
        . 'docs/sdks\.md#old-cgi-code']);
for (@words) {
    my ($name, $words) = @$_;
    is GET("/boot/$name")->code, 500, "$name does not start";
    becomes { lines_of_log(qr/PERSIST2002: [^:]+: $words: \S+$name \(/) }
        'the line of the request names the error';
}
like GET('/boot/imports.py', Accept => 'text/html')->content,
    qr{<strong>ended with status 1: ModuleNotFoundError.*<pre>Traceback }s,
    'with PersistDebug the page begins with it';

$answer = GET '/boot/hangs.py';
is $answer->code, 500, 'a script that never gets to its loop is a 500';
is scalar(lines_of_log('2003: .*pool \S+hangs.py')), 1,
    'after one PersistBootTimeout, with its code in the log';

$answer = GET '/boot/script.gone';
is $answer->code, 500, 'an interpreter that is not there is a 500';
becomes { log_text() =~ /PERSIST2001/ } 'the log has its code';

$answer = GET '/boot/script.bare';
is $answer->code, 500, 'a program without a #! line is a 500';
becomes { lines_of_log('PERSIST2001: .*no #! line.*script\.bare') }
    'the log says so';
unlike log_text(), qr/a shell runs this/, 'no shell has run it';

# Again and again: quarantine instead of a fork bomb.
my $codes = join ' ', map { GET('/boot/exits.py')->code } 1 .. 30;
unlike $codes, qr/200/, 'a crash loop never answers';
cmp_ok scalar(lines_of_log('2002: .*pool \S+exits.py')), '<', 10,
    'and is not started for each request';

is GET('/app.py')->code, 200, 'other scripts do not notice';

done_testing;
