# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Apache::Test ();
use Apache::TestRequest 'GET';
use Persist::Wait 'wait_for';
use Test::More;
use Time::HiRes 'time';

my $file = Apache::Test::vars('t_logs') . '/error_log';

sub log_text {
    open my $log, '<', $file or die "$file: $!";
    local $/;
    return <$log>;
}

my $answer = GET '/boot/exits.py';
is $answer->code, 500, 'a script that ends before its loop is a 500';
unlike $answer->content, qr/database/, 'the page does not tell why';
ok wait_for { log_text() =~ /PERSIST2002/ } 5, 'the log has its code';
ok wait_for { log_text() =~ /no database here/ } 5,
    'and what the script wrote to stderr';

$answer = GET '/boot/debug.py';
is $answer->code, 500, 'with PersistDebug it is a 500 as well';
like $answer->content, qr/PERSIST2002/, 'whose page has the code';
like $answer->content, qr/no database here/, 'and what the script said';

my $start = time;
$answer = GET '/boot/hangs.py';
is $answer->code, 500, 'a script that never gets to its loop is a 500';
cmp_ok time - $start, '<', 20, 'soon after PersistBootTimeout';
ok wait_for { log_text() =~ /PERSIST2003/ } 5, 'the log has its code';

$answer = GET '/boot/script.gone';
is $answer->code, 500, 'an interpreter that is not there is a 500';
ok wait_for { log_text() =~ /PERSIST2001/ } 5, 'the log has its code';

# Again and again: quarantine instead of a fork bomb.
my $codes = join ' ', map { GET('/boot/exits.py')->code } 1 .. 30;
unlike $codes, qr/200/, 'a crash loop never answers';
my $boots = () = log_text() =~ /no database here/g;
cmp_ok $boots, '<', 25, 'and is not started for each request';

is GET('/app.py')->code, 200, 'other scripts do not notice';

done_testing;
