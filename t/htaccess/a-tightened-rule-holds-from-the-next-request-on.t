# SPDX-License-Identifier: Apache-2.0
# An owner rewrites his .htaccess file as fast as he can, in each way there is.
# No answer is one of a rule that was there before.
use v5.30;
use warnings;
use Persist::App 'put';
use Persist::Http;
use Persist::Twins;
use Test::More;
use Time::HiRes 'time';

my $rewrites = $ENV{PERSIST_T_SHORT} ? 900 : 9000;
my $twins = Persist::Twins->new;
my ($dir, $path);
my $python = $ENV{PERSIST_T_PYTHON};
my $SCRIPT = <<"END";
#!$python
import persist_worker
persist_worker.each_request(lambda request: request.respond(200, {}, b"open"))
END

# Both have the same length.
my $SET = "Options +ExecCGI\nSetHandler persist-script\n";
my %rule = (200 => "${SET}Require all granted\n", 403 => "${SET}Require all denied \n");

sub replaced {
    my ($text) = @_;
    put("$dir/.htaccess.new", $text);
    rename "$dir/.htaccess.new", "$dir/.htaccess" or die $!;
}

sub rewritten { put("$dir/.htaccess", $_[0]) }

sub in_place {
    my ($text) = @_;
    open my $file, '+<', "$dir/.htaccess" or die $!;
    syswrite $file, $text or die $!;
    close $file or die $!;
}

my @ways = (\&replaced, \&rewritten, \&in_place);

# A connection that is kept where httpd keeps it: as little time as can be from
# one request to the next.
my $http;
sub status_now {
    $http //= Persist::Http->new($twins->{on}{port});
    my $answer = $http->request('GET', $path)->response;
    $http = undef if !$answer || ($answer->{headers}{connection} // '') =~ /close/;
    return $answer ? $answer->{status} : status_now();
}

# A directory for each round: their files are old enough to be kept at the same
# time.
sub enter {
    my ($round) = @_;
    ($dir, $path) = ("$twins->{site}/kept$round", "/kept$round/app.py");
}
my @rounds = 1 .. 3;
for my $round (@rounds) {
    enter($round);
    put("$dir/app.py", $SCRIPT);
    replaced($rule{200});
}

my %late;
for my $round (@rounds) {
    enter($round);
    # Once the file is kept, the first change counts like all that follow.
    ok $twins->warm($path, 2), "round $round: the file is kept";
    my ($kept, $slow) = ($twins->figures->{kept}, 0);
    for my $number (1 .. $rewrites / 3) {
        my ($wanted, $begun) = ($number % 2 ? 403 : 200, time);
        $ways[$number % @ways]->($rule{$wanted});
        my $got = status_now();
        $slow += time - $begun > 1;
        $late{"$wanted answered by $got"}++ if $got != $wanted;
    }
    $http = undef; # prefork has one child here
    # One that has been as it is for three seconds is kept.
    cmp_ok $twins->figures->{kept}, '<=', $kept + $slow,
        'a file that changes is not parsed for keeps';
}
is_deeply \%late, {}, "none of $rewrites rewrites is late";
ok $twins->stop, 'both stop';
done_testing;
