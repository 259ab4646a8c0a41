# SPDX-License-Identifier: Apache-2.0
# Scripts run as persistd does; what httpd's service has given to httpd, the error
# log and capabilities do not reach them by that.
use v5.30;
use warnings;
use JSON::PP 'decode_json';
use Persist::Httpd;
use Persist::Process;
use Test::More;

my $group = getgrgid((getpwnam 'nobody')[3]);
my $user = "User nobody\nGroup $group\n";
my $root = 'PERSIST_T_ROOT=';
my $nothing = '0' x 16;

# Without the bounding set, which gives nothing.
sub capabilities {
    my ($pid) = @_;
    my %sets = Persist::Process::slurp("/proc/$pid/status") =~
        /^Cap(\w+):\s+(\S+)$/mg;
    delete $sets{Bnd};
    return \%sets;
}

{
    local $ENV{PERSIST_T_SECRET} = 'the password of the database';
    local $ENV{TZ} = 'UTC';
    my $httpd = Persist::Httpd->new(conf => $user)->start;

    my $seen = decode_json $httpd->get('/peek/peek.py')->{body};
    my ($persistd, $child) = $seen->@{qw(persistd child)};
    ok((grep { /^$root/ } $child->{environ}->@*),
        'a script reads the environment of its own child');
    is $persistd->{pid}, $httpd->persistd, 'it knows persistd';
    is $persistd->{environ}, 'EACCES', 'whose environment it can\'t read';
    is $seen->{looker}{environ}, 'EACCES', 'nor that of its lookers';
    SKIP: {
        skip 'nobody may take a descriptor here', 2
            if $child->{descriptor} ne 'taken';
        is $persistd->{descriptor}, 'EPERM', 'nor take the error log from it';
        is $seen->{looker}{descriptor}, 'EPERM', 'nor anything from a looker';
    }

    my $parent = Persist::Process::slurp("/proc/$httpd->{pid}/environ");
    like $parent, qr/\bPERSIST_T_SECRET=/, 'httpd itself has a secret';
    my $own = Persist::Process::slurp("/proc/$persistd->{pid}/environ");
    like $own, qr/(?:^|\0)TZ=UTC\0/, 'persistd has some of its environment';
    is_deeply [grep { !/^(?:PATH|LANG|LC_\w+|TZ)=/ } split /\0/, $own], [],
        'and no more than shapes a process';
    ok $httpd->stop, 'httpd stops';
}

{
    local $ENV{PERSIST_DUMPABLE} = 1;
    my $httpd = Persist::Httpd->new(conf => $user)->start;
    my $seen = decode_json $httpd->get('/peek/peek.py')->{body};
    is_deeply [grep { /^PERSIST/ } $seen->{persistd}{environ}->@*],
        ['PERSIST_DUMPABLE=1'], 'who looks for a mistake can let it be seen';
    ok $httpd->stop, 'httpd stops';
}

# As a service of systemd's may be started: not as root, and with a capability.
SKIP: {
    my @as = qw(setpriv --reuid nobody --clear-groups --inh-caps
        +net_bind_service --ambient-caps +net_bind_service --);
    skip 'no capability can be given', 4 if system "@as true 2>/dev/null";
    my $httpd = Persist::Httpd->new;
    system('chown', '-R', 'nobody', $httpd->{root}) == 0 or die 'chown';
    my $starter = "$httpd->{root}/httpd";
    open my $file, '>', $starter or die $!;
    print $file "#!/bin/sh\nexec @as $ENV{HTTPD} \"\$@\"\n";
    close $file or die $!;
    chmod 0755, $starter or die $!;
    local $ENV{HTTPD} = $starter;
    $httpd->start;
    my $worker = $httpd->who->{pid};
    my $given = capabilities($httpd->{pid});
    isnt $given->{Amb}, $nothing, 'httpd has an ambient capability';
    my %none = map { $_ => $nothing } keys %$given;
    is_deeply capabilities($httpd->persistd), \%none, 'persistd has none';
    is_deeply capabilities($worker), \%none, 'and a worker has none';
    ok $httpd->stop, 'httpd stops';
}

done_testing;
