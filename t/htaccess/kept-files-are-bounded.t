# SPDX-License-Identifier: Apache-2.0
# Many directories, and files as large as may be: a child keeps so much and no
# more, evicts what was not asked for lately, and answers the same all the time.
use v5.30;
use warnings;
use Persist::App 'put';
use Persist::Twins;
use Test::More;

use constant FILES => 128; # persist_store.h

my $directories = $ENV{PERSIST_T_SHORT} ? 400 : 10_000;
my $twins = Persist::Twins->new(conf => "LogLevel persist:debug\n");
my $top = "$twins->{site}/many";
my $python = $ENV{PERSIST_T_PYTHON};
# The script tells which rule has led to it.
my $TO_SCRIPT = "RewriteEngine On\nRewriteRule .* /many/app.py [E=RULE:0]\n";
put("$top/app.py", <<"END");
#!$python
import persist_worker
def answer(request):
    rule = request.env.get("REDIRECT_RULE", "none")
    request.respond(200, {}, rule.encode())
persist_worker.each_request(answer)
END
put("$top/d$_/.htaccess", $TO_SCRIPT =~ s/:0/:$_/r)
    for 1 .. $directories;
put("$top/large$_/.htaccess", $TO_SCRIPT . "# filler\n" x 1650) for 1 .. 20;
put("$top/too-large/.htaccess", $TO_SCRIPT . "# filler\n" x 1850);
put("$top/repeated/.htaccess", $TO_SCRIPT . "RewriteRule ^[0-9]{4}/ -\n");
put("$top/too-often/.htaccess", $TO_SCRIPT . "RewriteRule ([ab]){1480} -\n");
put("$top/.htaccess", "Options +ExecCGI\n<Files *.py>\n"
    . "SetHandler persist-script\n</Files>\n");
ok $twins->warm('/many/app.py', 2), 'the first files are kept';

# All of the child's memory, in KiB.
sub memory {
    my ($child) = $twins->{on}->children;
    return Persist::Process::slurp("/proc/$child/status") =~ /^VmRSS:\s+(\d+)/m
        ? $1 : die 'no VmRSS';
}

my %wrong;
sub ask_all {
    for my $number (1 .. $directories) {
        my $answer = $twins->{on}->get("/many/d$number/");
        $wrong{"$number: $answer->{status} $answer->{body}"} = 1
            if $answer->{body} ne $number;
        my $entries = $number % 50 ? 0 : $twins->figures->{entries};
        $wrong{"$entries entries"} = 1 if $entries > FILES;
    }
}

ask_all();
is_deeply \%wrong, {}, "$directories directories are answered, within the bound";
my $figures = $twins->figures;
is $figures->{entries}, FILES, 'as many as may be are kept';
cmp_ok $figures->{evicted}, '>=', $directories - FILES, 'the others are evicted';
my $before = memory();
ask_all();
is_deeply \%wrong, {}, 'once more';
cmp_ok memory() - $before, '<', 4096, 'which takes no more memory';

ok $twins->warm("/many/large$_/", 3), "a large file is kept: $_" for 1 .. 20;
cmp_ok $twins->figures->{entries}, '<', 20,
    'large files leave room for few: 64K in all';
# PCRE compiles what stands before {1480} so many times: that may take more memory
# than thousands of lines.
ok $twins->warm('/many/repeated/', 3), 'a rule with {4} is kept';
$twins->same('/many/too-often/', 'a rule with {1480}') for 1 .. 3;
is $twins->lent('/many/too-often/'), 2, 'it is not kept';
my ($refused, $begun) = ($twins->figures->{refused}, time);
$twins->same('/many/too-large/', 'a file of more than 16K') for 1 .. 3;
is $twins->lent('/many/too-large/'), 2, 'it is not kept';
my $looks = $twins->figures->{refused} - $refused;
my $spans = 1 + int((time - $begun) / 10); # persist_learn.c: REFUSED_SPAN
ok $looks >= 1 && $looks <= $spans, 'and not looked at each time'
    or diag "$looks looks in $spans times ten seconds";
like $twins->{on}->log, qr{does not keep \Q$top\E/too-large/\.htaccess: },
    'which LogLevel persist:debug tells';
ok $twins->stop, 'both stop';
done_testing;
