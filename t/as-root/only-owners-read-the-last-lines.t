# SPDX-License-Identifier: Apache-2.0
# persistctl log of root, of a script's owner, of httpd's User, and of anybody else;
# the next owner of the file does not get the lines of the one before.
use v5.30;
use warnings;
use Persist::Ctl qw(ctl_begin_as ctl_end);
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

my ($owner, $stranger, $user) = map { scalar getpwnam $_ } qw(daemon bin nobody);
my $group = getgrgid((getpwnam 'nobody')[3]);
my $httpd = Persist::Httpd->new(
    conf => "User nobody\nGroup $group\nPersistWorkers 0 1\n")->start;
my $site = "$httpd->{root}/site";
my $script = "$site/app.py";
chown $owner, -1, $script or die $!;
my $pid = $httpd->who->{pid};

# What persistctl log shows this user, with its exit status.
sub shown {
    my ($uid, @words) = @_;
    my $answer = ctl_end(ctl_begin_as($uid, $httpd, 'log', @words));
    return "$answer->{status} $answer->{said}";
}

my $line = qr/ start   $pid is started$/m;
for my $name ($script, $site) {
    like shown($_, $name), $line, "uid $_ sees the lines" for $owner, 0;
    like shown($_, $name), qr/^1 .*for its owner and root$/, "uid $_ does not"
        for $stranger, $user;
}
like shown($owner), $line, 'the owner need not name it';
like shown($stranger), qr/^0 .*no line is kept/, 'a stranger sees none';

chown $stranger, -1, $script or die $!;
my $next = $httpd->who->{pid};
becomes { shown($owner, $script) =~ /^1 / } 'who gives the file away sees no lines';
isnt $next, 0, 'it is used';
ctl_end(ctl_begin_as(0, $httpd, 'drain', $script));
becomes { shown($stranger, $script) =~ /^0 .* order /s }
    'the next owner sees lines of his time';
unlike shown($stranger, $script), $line, 'and none from before';
like shown(0, $script), qr/ order /, 'so does root';

ok $httpd->stop, 'httpd stops';
done_testing;
