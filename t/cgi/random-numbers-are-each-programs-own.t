# SPDX-License-Identifier: Apache-2.0
# What an interpreter draws by chance differs in processes of one fork server, as it
# does in those that exec has made. What is always the same there is the same here.
# mawk is not among them: it begins by the second.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

use constant REQUESTS => 8; # of each program

plan skip_all => 'no fork servers on this system'
    if !-e $ENV{PERSIST_T_DAEMON} =~ s{[^/]+$}{persist_fork_server.so}r;

my $httpd = Persist::Httpd->new(conf => <<'END')->start;
SetEnv PATH /usr/bin:/bin
SetEnv GUILE_AUTO_COMPILE 0
PersistWorkers 0 2
END
my $folder = "$httpd->{root}/site/programs";

# A value a line. Some make their seed of an address, which idiom Lua's address of a
# table stands for.
my $IN_LUA = <<'END';
print(math.random(2^30))
print(tostring({}))
END
my %text = (
    bash => <<'END',
echo "$RANDOM$RANDOM"
echo "$SRANDOM"
END
    dash => "mktemp -u XXXXXXXXXX\n",
    guile => "(display (random (expt 2 62) (random-state-from-platform)))\n",
    'lua5.1' => $IN_LUA,
    'lua5.4' => $IN_LUA,
    luajit => "print(math.random(2^30))\n",
    node => <<'END',
console.log(Math.random());
console.log(require('crypto').randomUUID());
END
    perl => <<'END',
use File::Temp;
use List::Util qw(shuffle);
print rand, "\n", join(' ', shuffle 1 .. 30), "\n", File::Temp->new(TMPDIR => 1), "\n";
END
    pypy3 => "import random\nprint(random.random())\n",
    python3 => <<'END',
import multiprocessing, random, secrets, tempfile, uuid
print(random.random())
print(secrets.token_hex())
print(uuid.uuid4())
print(next(tempfile._get_candidate_names()))
print(multiprocessing.current_process().authkey.hex())
END
    ruby => <<'END',
require "securerandom"
require "tmpdir"
puts rand, Random.new_seed, Random.seed, SecureRandom.hex
puts Dir::Tmpname.create("") { nil }[/\w+\z/]
END
    tclsh => "puts [expr rand()]\n",
);
my %header = (
    guile => '(display "Content-Type: text/plain\n\n")',
    node => 'console.log("Content-Type: text/plain\n");',
    perl => 'print "Content-Type: text/plain\n\n";',
    tclsh => 'puts "Content-Type: text/plain\n"',
    map({ $_ => q(printf 'Content-Type: text/plain\n\n') } qw(bash dash)),
    map({ $_ => 'print("Content-Type: text/plain\n")' }
        qw(lua5.1 lua5.4 luajit pypy3 python3)),
    ruby => 'puts "Content-Type: text/plain\n\n"',
);
my %path = (ruby => $ENV{PERSIST_T_RUBY}, guile => $ENV{PERSIST_T_GUILE});
my %words = (guile => ' --no-auto-compile');

sub write_program {
    my ($name, $interpreter) = @_;
    my $file = "$folder/random-$name.cgi";
    my $first = "#!$interpreter" . ($words{$name} // '') . "\n";
    $first .= "!#\n" if $name eq 'guile';
    open my $out, '>', $file or die $!;
    print $out $first, $header{$name}, "\n", $text{$name};
    close $out or die $!;
    chmod 0755, $file or die $!;
    return $file;
}

# Of one process that exec makes.
sub values_of {
    my ($file) = @_;
    my (undef, undef, @values) = split /\n/, `$file`;
    return @values;
}

sub values_here { split /\n/, $httpd->get("/programs/random-$_[0].cgi")->{body} // '' }

sub is_settled {
    my ($name) = @_;
    my $program = "random-$name.cgi";
    return $httpd->fork_servers("/programs/$program")
        || $httpd->log =~ /\Q$program\E is started by exec for each request/;
}

sub test {
    my ($name, $file) = @_;
    my ($first, $second) = ([values_of($file)], [values_of($file)]);
    ok @$first, "$name runs";
    becomes { values_here($name); is_settled($name) }
        'and has a fork server, or can have none';
    my @all = map { [values_here($name)] } 1 .. REQUESTS;
    for my $i (0 .. $#$first) {
        my %seen = map { $_->[$i] // '' => 1 } @all;
        if ($first->[$i] eq $second->[$i]) {
            is_deeply [keys %seen], [$first->[$i]], "line $i is always the same";
        } else {
            is scalar(keys %seen), REQUESTS, "line $i differs in each process";
        }
    }
}

for my $name (sort keys %text) {
    my $interpreter = exists $path{$name} ? $path{$name} : "/usr/bin/$name";
    test($name, write_program($name, $interpreter))
        if $interpreter && -x $interpreter;
}

ok $httpd->stop, 'httpd stops';
done_testing;
