# SPDX-License-Identifier: Apache-2.0
# What keeps persistd from starting is said on the terminal, and is in nobody's
# way who wants to stop.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait qw(becomes STOPPED);
use Test::More;

sub is_said {
    my ($name, $code, $conf, $prepare) = @_;
    my $httpd = Persist::Httpd->new(conf => $conf);
    $prepare->($httpd->{root});
    my $said = 0;
    for my $command (['-t'], ['-k', 'start']) {
        isnt $httpd->command(@$command), 0, "$name: @$command fails";
        is scalar(() = $httpd->output =~ /$code: /g), ++$said, "with $code";
    }
    becomes { !$httpd->processes } 'and nothing runs';
    return $httpd;
}

# persistd and what lies beside it, but for one of these.
sub install {
    my ($root, $missing) = @_;
    mkdir "$root/bin" or die $!;
    for my $name ('persistd', 'persist-exec', 'persist-look') {
        next if $name eq $missing;
        symlink $ENV{PERSIST_T_DAEMON} =~ s{[^/]+$}{$name}r, "$root/bin/$name"
            or die $!;
    }
}

is_said('a loose runtime directory', 'PERSIST5001', '',
    sub { mkdir "$_[0]/r"; chmod 0777, "$_[0]/r" });
is_said('a file in its place', 'PERSIST5001', '',
    sub { open my $file, '>', "$_[0]/r" });
is_said('a loose place for it', 'PERSIST5001', '', sub { chmod 0777, $_[0] });
is_said('no place for it', 'PERSIST5001', "PersistRuntimeDir ROOT/no/r\n",
    sub { });
for my $missing ('persist-exec', 'persist-look') {
    my $httpd = is_said("no $missing", 'PERSIST5005',
        "PersistDaemon ROOT/bin/persistd\n", sub { install($_[0], $missing) });
    like $httpd->output, qr{: PersistDaemon's helper \S+/bin/$missing can't},
        'which is named';
}
my $down = is_said('no persistd', 'PERSIST5005',
    "PersistDaemon /nonexistent/persistd\n", sub { });

# httpd's own word for that counts, whatever it is.
my $other = Persist::Httpd->new;
is $down->command('-k', 'stop'), $other->command('-k', 'stop'),
    'to stop what does not run comes to the same as without all this';
like $down->output, qr/not running/, 'and is said';

my $httpd = Persist::Httpd->new->start;
ok $httpd->who->{pid}, 'a server runs';
$httpd->configure("PersistDaemon /nonexistent/persistd\n");
is $httpd->command('-k', 'graceful'), 0, 'without its persistd it restarts';
becomes { $httpd->generations == 2 } 'as ever';
chmod 0777, "$httpd->{root}/r" or die $!;
is $httpd->command('-k', 'stop'), 0, 'and stops';
becomes { !$httpd->processes } 'leaving nothing', STOPPED;
is_deeply [$httpd->runtime_files], [], 'and no file';

done_testing;
