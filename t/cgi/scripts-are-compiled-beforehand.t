# SPDX-License-Identifier: Apache-2.0
# A program in Guile, Perl, Python or Ruby has a fork server that has compiled it and
# loaded what it names of the language's library. It finds what it finds under mod_cgid,
# and nothing of an earlier request.
use v5.30;
use warnings;
use Persist::Cgi;
use Persist::Http;
use Persist::Httpd;
use Persist::Process 'is_alive';
use Persist::Wait 'becomes';
use Test::More;

plan skip_all => 'no fork servers on this system'
    if !-e $ENV{PERSIST_T_DAEMON} =~ s{[^/]+$}{persist_fork_server.so}r;

my $httpd = Persist::Httpd->new(conf => Persist::Cgi::conf() . <<'END')->start;
SetEnv PATH /usr/bin:/bin
SetEnv TZ America/New_York
PersistWorkers 0 4
SetEnvIf Request_URI "\.scm" GUILE_AUTO_COMPILE=0
SetEnvIf Request_URI "/named\.scm" GUILE_LOAD_PATH=ROOT/site/programs
END
sub answer {
    my ($way, $path, $body) = @_;
    my $answer = $httpd->open_request("/programs/$path",
        headers => ['X-Way', $way], defined $body
        ? (method => 'POST', body => $body) : ())->response;
    my @lines = grep { !/^(?:REMOTE_PORT|HTTP_X_WAY)=/ }
        split /\n/, $answer->{body};
    return [$answer->{status}, $answer->{headers}{'content-type'}, @lines];
}

sub servers { $httpd->fork_servers("/programs/$_[0]") }

sub write_program {
    my ($name, $mode, $text) = @_;
    my $file = "$httpd->{root}/site/programs/$name";
    open my $out, '>', "$file.new" or die $!;
    print $out $text;
    close $out or die $!;
    chmod $mode, "$file.new" or die $!;
    rename "$file.new", $file or die $!;
}

my %first = (
    'prepared.pl' => qr/raised here at .*prepared\.pl line \d+\.$/m,
    'facts.py' => qr/facts\.py", line \d+, in <module>/,
    'facts.rb' => qr/facts\.rb:\d+:in `<main>': raised here \(ArgumentError\)/,
    'facts.scm' => qr/facts\.scm:\d+:\d+: raised here$/m);

sub test {
    my ($script) = @_;
    my %seen;
    answer('persist', $script);
    becomes { $seen{ (split / /, answer('persist', "$script/process")->[2])[1] }++ }
        "$script: processes lie at the same place: they are forked";
    my @processes = map { answer('persist', "$script/process") } 1 .. 5;
    is scalar(keys %{ { map { ($_->[2], 1) } @processes } }), 5,
        'each is a process of its own';
    is scalar(keys %{ { map { ($_->[3], 1) } @processes } }), 5,
        'with random numbers of its own';
    for my $case (['', 'what a program finds'], ['?a+b%20c', 'arguments'],
        ['/x%20y?q=1', 'a path and a query'], ['', 'a body', 'x' x 100_000],
        ['/atexit', 'an exit'], ['/raises', 'an exception'],
        ['/fork', 'a program that forks'], ['/thread', 'threads']) {
        my ($path, $what, @body) = @$case;
        is_deeply answer('persist', "$script$path", @body),
            answer('cgi', "$script$path", @body),
            "$script: $what: the same as under mod_$Persist::Cgi::MODULE" for 1 .. 2;
    }
    ok $httpd->wait_log(qr/persist:error.*$script: pid.*said by exit$/m),
        'stderr is logged';
    ok $httpd->wait_log(qr/persist:error.*$first{$script}/),
        'and an exception, at its place in the program';
    unlike $httpd->log, qr{persist:error.*mod_persist/(?:PersistF|guile\.scm|python\w*\.py|ruby\.rb)},
        'and not in its server';
}

my @scripts = ('facts.py', 'prepared.pl', grep { $ENV{PERSIST_T_RUBY} } 'facts.rb');
push @scripts, 'facts.scm' if $ENV{PERSIST_T_GUILE};
test($_) for @scripts;

# A file that hides a module of the library counts from the next request on.
my $folder = "$httpd->{root}/site/programs";
write_program('json.py', 0644,
    "def dumps(number):\n    return 'not of the library'\n");
is answer('persist', 'facts.py/process')->[3], 'not of the library',
    'a module beside the program is the one that it imports' for 1 .. 4;
unlink "$folder/json.py" or die $!;
like answer('persist', 'facts.py/process')->[3], qr/^\d[\d.e-]*$/,
    'until it is gone' for 1 .. 2; # a small number is 1.5e-05

# So is one in a folder that the program names.
mkdir "$folder/own" or die $!;
write_program('own/secrets.py', 0644, "number = 'own'\n");
write_program('path.py', 0755, "#!/usr/bin/python3\nimport sys\n"
    . "sys.path.insert(0, '$folder/own')\nimport secrets\n"
    . "print('Content-Type: text/plain\\n')\nprint(secrets.number)\n");
is answer('persist', 'path.py')->[2], 'own', 'sys.path counts' for 1 .. 4;

# A module in Guile that a variable or the program leads to, instead of one of the
# library: the variable is one that Guile reads when it starts.
if ($ENV{PERSIST_T_GUILE}) {
    mkdir "$folder/srfi" or die $!;
    my $program = "#!/usr/bin/env guile\n!#\n%s(use-modules (srfi srfi-8))\n"
        . "(display \"Content-Type: text/plain\\n\\n\")(display number)\n";
    write_program('named.scm', 0755, sprintf $program, '');
    write_program('adds.scm', 0755,
        sprintf $program, "(add-to-load-path \"$folder\")\n");
    for my $number (1, 2) {
        write_program('srfi/srfi-8.scm', 0644,
            "(define-module (srfi srfi-8) #:export (number))\n(define number $number)\n");
        for my $script ('named.scm', 'adds.scm') {
            is answer('persist', $script)->[2], $number,
                "$script: a module of its own, $number" for 1 .. 4;
        }
    }
}

# A program that changes its folder is compiled beforehand again and again.
write_program('writes.py', 0755, "#!/usr/bin/python3\nimport os\n"
    . "open('$folder/written.new', 'w').close()\n"
    . "os.rename('$folder/written.new', '$folder/written')\n"
    . "print('Content-Type: text/plain\\n')\nprint(os.getpid())\n");
my %wrote = map { (answer('persist', 'writes.py')->[2], 1) } 1 .. 20;
is scalar(keys %wrote), 20, 'a program that writes into its folder runs';
unlike $httpd->log, qr/writes\.py is started by exec for each request/,
    'and its servers are not given up';

# The C library has the variables of the request, and what precedes them can be read,
# as after execve(2): setproctitle looks for the arguments there.
write_program('before.py', 0755, <<'END');
#!/usr/bin/python3
import ctypes, os
environ = ctypes.POINTER(ctypes.c_void_p).in_dll(ctypes.CDLL(None), "environ")
ctypes.string_at(environ[0] - 1, 1)
os.environ["ADDED"] = "added"
print("Content-Type: text/plain\n", flush=True)
os.system("echo $ADDED $REQUEST_METHOD $QUERY_STRING")
END
becomes { answer('persist', 'before.py')->[0] == 200 && servers('before.py') }
    'a program that looks for its arguments has a server';
is answer('persist', "before.py?q=$_")->[2], "added GET q=$_", 'and its variables'
    for 1 .. 3;

# What a script does while it is compiled is done for each request.
for my $begin ('BEGIN { $number = rand }', 'use Own;') {
    write_program('begins.pl', 0755, "#!/usr/bin/perl\nour \$number;\n"
        . "use lib '$folder';\n$begin\nprint \"Content-Type: text/plain\\n\\n\$number\";\n");
    write_program('Own.pm', 0644, 'package Own; $main::number = rand; 1;');
    my %said;
    becomes { $said{ answer('persist', 'begins.pl')->[2] // '' }++; servers('begins.pl') }
        'a server';
    $said{ answer('persist', 'begins.pl')->[2] }++ for 1 .. 5;
    cmp_ok scalar(keys %said), '>', 5, "$begin: another number in each process";
}

# What has the name of an interpreter may be a script or a program that sets
# variables, and executes the interpreter.
mkdir "$folder/$_" or die $! for qw(script program);
system('cp', $ENV{PERSIST_T_WRAP}, "$folder/program/python3") == 0 or die 'cp';
write_program("script/$_", 0755, "#!/bin/sh\nWRAPPED=yes exec /usr/bin/$_ \"\$@\"\n")
    for qw(perl python3);
write_program('wrapped.pl', 0755, "#!$folder/script/perl\n"
    . 'print "Content-Type: text/plain\n\n$ENV{WRAPPED}";');
write_program("by-$_", 0755, "#!$folder/$_/python3\nimport os\n"
    . "print('Content-Type: text/plain\\n')\nprint(os.environ.get('WRAPPED'))\n")
    for qw(script program);
for my $wrapped (qw(wrapped.pl by-script)) {
    becomes { answer('persist', $wrapped)->[0] == 200 && servers($wrapped) }
        "$wrapped: a server";
    is answer('persist', $wrapped)->[2], 'yes', 'which has the variable' for 1 .. 9;
}
becomes { answer('persist', 'by-program')->[2] eq 'yes'
    && $httpd->log =~ /by-program is started by exec .*by another program/ }
    'a program that executes the interpreter is seen';
is answer('persist', 'by-program')->[2], 'yes', 'and has the variable' for 1 .. 9;

my @left = map { servers($_) } @scripts;
ok $httpd->stop, 'httpd stops';
becomes { !grep { is_alive($_) } @left } 'and no server is left';
done_testing;
