# SPDX-License-Identifier: Apache-2.0
# Persist::Rest: is a server at rest, and does it then hold what it held before.

package Persist::Rest;
use v5.30;
use warnings;
use Exporter 'import';
use Persist::Load qw(load_begin load_end);
use Persist::Process qw(descriptors is_alive);
use Persist::Wait 'wait_for';
use Test::More;

our @EXPORT_OK = qw(holdings holds_no_more is_at_rest replace_persistd
    touch_children);

# So many workers, no lease, nobody waiting.
sub is_at_rest {
    my ($httpd, $count) = @_;
    my $status = $httpd->status or return;
    my @pools = @{ $status->{pools} };
    my @workers = map { @{ $_->{workers} } } @pools;
    my @odd = (
        (grep { $_->{state} ne 'ready' || $_->{busy} } @workers),
        (grep { $_->{waiting} } @pools));
    return $httpd->workers == $count && @workers == $count && !@odd;
}

# Without pids and numbers of slots and incarnations.
sub runtime_names {
    my ($httpd) = @_;
    my @names = map { s{.*/p/}{}r =~ s/[0-9]+/N/gr }
        glob "$httpd->{root}/r/*/p/*";
    return join ' ', sort @names;
}

# persistd holds one connection for each child, and httpd may have one more or
# less of those at the moment.
sub holdings {
    my ($httpd) = @_;
    return {
        parent => descriptors($httpd->{pid}),
        persistd => descriptors($httpd->persistd) - $httpd->children,
        processes => scalar(() = $httpd->workers),
        files => runtime_names($httpd),
    };
}

sub exceeds {
    my ($now, $before) = @_;
    return grep { $_ eq 'files' ? $now->{$_} ne $before->{$_}
        : $now->{$_} > $before->{$_} } keys %$before;
}

# A fact of the test, after a while.
sub holds_no_more {
    my ($httpd, $before, $name) = @_;
    my $now;
    my $same = wait_for {
        $now = holdings($httpd);
        !exceeds($now, $before);
    };
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    ok $same, $name or diag explain [$before, $now];
}

# Children show themselves to persistd when they begin, and to one that took
# its place when they need it: so new ones, and each with work.
sub touch_children {
    my ($httpd) = @_;
    my @old = $httpd->children;
    $httpd->graceful;
    wait_for { !grep { is_alive($_) } @old };
    load_end(load_begin('-p', $httpd->{port}, '-c', 16, '-n', 2000,
        '/app.py/token'));
}

# What httpd's parent has open for a later persistd is what counts.
sub replace_persistd {
    my ($httpd) = @_;
    my $old = $httpd->persistd;
    kill 'KILL', $old;
    wait_for { ($httpd->persistd // $old) != $old && $httpd->status };
}

1;
