# SPDX-License-Identifier: Apache-2.0
# Persist::Twins: two httpds on one site, with PersistHtaccessCache and without.
# What one of them answers is what the other one has to answer.

package Persist::Twins;
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait 'wait_for';
use Test::More ();

# One child, whose cache every request meets.
my $CONF = <<'END';
<IfModule !mpm_prefork_module>
    StartServers 1
    ServerLimit 1
    MaxRequestWorkers 25
    MinSpareThreads 1
    MaxSpareThreads 25
</IfModule>
<IfModule mpm_prefork_module>
    StartServers 1
    MinSpareServers 1
    MaxSpareServers 1
    MaxRequestWorkers 1
</IfModule>
<Directory />
    AllowOverride None
</Directory>
<Directory ROOT/site>
    AllowOverride All
</Directory>
END

# conf => more of httpd.conf. Both read the site of the first one.
sub new {
    my ($class, %o) = @_;
    my %twin;
    for my $switch ('On', 'Off') {
        my $conf = "PersistHtaccessCache $switch\n$CONF" . ($o{conf} // '');
        $twin{$switch} = Persist::Httpd->new(conf => $conf);
    }
    my $site = "$twin{On}{root}/site";
    system('rm', '-rf', "$twin{Off}{root}/site") == 0 or die 'rm';
    symlink $site, "$twin{Off}{root}/site" or die $!;
    $_->start for values %twin;
    return bless { on => $twin{On}, off => $twin{Off}, site => $site }, $class;
}

sub figures { $_[0]{on}->status->{htaccess_cache} }

# How many files the cache gives to this request. Asking for the figures takes
# some, too.
sub lent {
    my ($self, $path, %o) = @_;
    my $before = $self->figures->{lent};
    my $own = $self->figures->{lent} - $before;
    $self->{on}->get($path, %o);
    return $self->figures->{lent} - $before - 2 * $own;
}

# Asks until the cache gives all of the path's files. A file that has just been
# written is kept after three seconds.
sub warm {
    my ($self, $path, $files) = @_;
    return wait_for { $self->lent($path) == $files };
}

# What of an answer has to be the same: not the date, nor where the server is.
sub essence {
    my ($httpd, $answer) = @_;
    my %headers = %{ $answer->{headers} };
    delete @headers{qw(date server etag last-modified)};
    my $text = join "\n", $answer->{status},
        (map { "$_: $headers{$_}" } sort keys %headers), '', $answer->{body};
    return $text =~ s/\Q$httpd->{root}\E/ROOT/gr =~ s/\b$httpd->{port}\b/PORT/gr;
}

# Both give the same answer, which is returned.
sub same {
    my ($self, $path, $name, %o) = @_;
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my ($on, $off) = map { $self->{$_}->get($path, %o) } qw(on off);
    Test::More::is(essence($self->{on}, $on), essence($self->{off}, $off),
        "$name: the same answer");
    return $on;
}

sub stop { $_[0]{on}->stop && $_[0]{off}->stop }

1;
