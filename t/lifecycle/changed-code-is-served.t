# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use JSON::PP 'decode_json';
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;
use Time::HiRes qw(sleep time);

my $httpd = Persist::Httpd->new(conf => <<'END')->start;
PersistWorkers 0 2
PersistEnv PYTHONDONTWRITEBYTECODE 1
END
my $seconds = $ENV{PERSIST_T_LONG} ? 64 : $ENV{PERSIST_T_SHORT} ? 0.8 : 2;
my $site = "$httpd->{root}/site";

# A place of its own for each way; as careful people do: beside it, then into
# its place.
sub place {
    my ($way) = @_;
    mkdir "$site/$way" or die $!;
    system('cp', glob("$site/reload*.py"), "$site/$way") == 0 or die 'cp';
    put("$way/.htaccess", "PersistReload $way\n");
}

sub put {
    my ($name, $text, $mode) = @_;
    open my $file, '>', "$site/.new" or die $!;
    print $file $text;
    close $file or die $!;
    chmod $mode // 0644, "$site/.new" or die $!;
    rename "$site/.new", "$site/$name" or die $!;
}

# Gives a file of the place this number.
sub rewrite {
    my ($way, $name, $code) = @_;
    my $text = Persist::Httpd::slurp("$site/$name");
    put("$way/$name", $text =~ s/^CODE = .*$/CODE = "$code"/mr,
        $name eq 'reload.py' ? 0755 : 0644);
}

sub ask {
    my ($way, $path) = @_;
    my $answer = $httpd->get("/$way/reload.py" . ($path // ''));
    return { status => $answer->{status} } if $answer->{status} != 200;
    return { status => 200, %{ decode_json $answer->{body} } };
}

# Asks from several processes until $seconds are over, and some times at least,
# and counts what was no answer; with $strict also what was older than the code before the request.
sub load {
    my ($way, $strict) = @_;
    my @readers;
    for (1 .. 4) {
        my $pid = open my $reader, '-|';
        die $! if !defined $pid;
        if (!$pid) {
            my ($asked, $bad, $old, $end) = (0, 0, 0, time + $seconds);
            while (time < $end || $asked < 3) {
                my ($now) = Persist::Httpd::slurp("$site/$way/reload.py") =~
                    /^CODE = "(\d+)"/m;
                my $got = eval { ask($way) } // { status => 0 };
                $asked++;
                $bad += $got->{status} != 200;
                $old += $strict && ($got->{code} // $now) < $now;
            }
            print "$asked $bad $old\n";
            close STDOUT;
            require POSIX;
            POSIX::_exit(0);
        }
        push @readers, $reader;
    }
    return @readers;
}

sub counts {
    my @sum = (0, 0, 0);
    for my $reader (@_) {
        my @got = split ' ', <$reader>;
        $sum[$_] += $got[$_] for 0 .. 2;
        close $reader;
    }
    return @sum;
}

for my $way (qw(wait rolling)) {
    place($way);
    is ask($way)->{code}, 0, "$way: a script serves";
    my @readers = load($way, $way eq 'wait');
    my ($end, $code) = (time + ($seconds > 60 ? 60 : $seconds / 2), 0);
    while (time < $end) {
        rewrite($way, 'reload.py', ++$code);
        sleep($ENV{PERSIST_T_LONG} ? 1 : 0.2);
    }
    my ($asked, $bad, $old) = counts(@readers);
    cmp_ok $asked, '>', 10, "$way: $asked requests under $code rewrites";
    is $bad, 0, 'none fails';
    is $old, 0, 'and none is served by code from before it' if $way eq 'wait';
    becomes { ask($way)->{code} == $code } 'the last code serves';
    my %codes = map { ask($way)->{code} => 1 } 1 .. 20;
    is_deeply [keys %codes], [$code], 'and no older code does any more';

    rewrite($way, 'reload_library.py', 1);
    becomes { ask($way)->{library} == 1 } 'a file that it loads is seen, too';
}

# In `wait` the very next request has the new code of the script itself.
for my $code (100 .. 104) {
    rewrite('wait', 'reload.py', $code);
    is ask('wait')->{code}, $code, "the next request is served by code $code";
}

# Loaded by a request, later.
put('wait/reload_lazily.py', "CODE = 1\n");
is ask('wait', '/lazy')->{lazily}, 1, 'a request loads another file';
put('wait/reload_lazily.py', "CODE = 22\n");
becomes { ask('wait', '/lazy')->{lazily} == 22 } 'whose change is seen';

# New code that fails.
my $good = ask('rolling');
put('rolling/reload.py', "#!/usr/bin/env python3\nraise SystemExit('no')\n",
    0755);
is ask('rolling')->{code}, $good->{code}, 'rolling: code that fails';
ok $httpd->wait_log(qr/PERSIST2002.*rolling/), 'is told of in the log';
my @codes = map { ask('rolling')->{code} // 'none' } 1 .. 10;
is_deeply \@codes, [($good->{code}) x 10], 'and the old code serves';
my ($pool) = grep { $_->{script} =~ m{/rolling/} } @{ $httpd->status->{pools} };
is $pool->{fault}, 2002, 'the status says so';
rewrite('rolling', 'reload.py', 1000);
becomes { ask('rolling')->{code} == 1000 } 'until it is mended';

place('off');
my $first = ask('off');
rewrite('off', 'reload.py', 1);
is ask('off')->{pid}, $first->{pid}, 'off: the same worker' for 1 .. 3;
is ask('off')->{code}, 0, 'and the same code';

ok $httpd->stop, 'httpd stops';
done_testing;
