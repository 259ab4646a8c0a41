# SPDX-License-Identifier: Apache-2.0
# Persist::Cgi: an httpd of a test's own which runs the programs of
# t/htdocs/programs in two ways: by PersistMode cgi, and with "X-Way: cgi" by
# mod_cgid (mod_cgi on prefork). Their answers are compared.

package Persist::Cgi;
use v5.30;
use warnings;
use Persist::Http;
use Persist::Httpd;
use Test::More;

our $MODULE = ($ENV{PERSIST_T_MPM} // '') eq 'prefork' ? 'cgi' : 'cgid';

# The length is known where a program ends soon, so it is a matter of time.
my @OF_HTTPD = qw(connection content-length date keep-alive server
    transfer-encoding);
# Of a connection, or of the way.
# mod_cgid leaves a socket open, and mod_cgi signals ignored.
my $OWN = qr/^(?:(?:REDIRECT_)*(?:REMOTE_PORT|HTTP_X_WAY|HTTP_HOST|UNIQUE_ID)=|open)/;
$OWN = qr/$OWN|^SigIgn/ if $MODULE eq 'cgi';

# Lines of httpd.conf that load mod_cgid. Skips the test where there is none.
sub conf {
    my $cgi = "$ENV{HTTPD_MODULES}/mod_$MODULE.so";
    plan skip_all => "httpd has no mod_$MODULE" if !-e $cgi;
    return <<"END";
LoadModule ${MODULE}_module $cgi
<IfModule cgid_module>
    ScriptSock ROOT/cgid
</IfModule>
END
}

# conf => more of httpd.conf; the rest is for Persist::Httpd.
sub start {
    my ($class, %o) = @_;
    my $httpd = Persist::Httpd->new(%o, conf => conf() . ($o{conf} // ''))->start;
    return bless { httpd => $httpd }, $class;
}

# Asks by persist or by cgi; for end(). A path without a slash is one of /programs/.
sub begin {
    my ($self, $way, $method, $path, $body, @headers) = @_;
    $path = "/programs/$path" if $path !~ m{^/};
    return $self->{httpd}->open_request($path, method => $method,
        headers => ['X-Way', $way, 'Connection', 'close', @headers],
        defined $body ? (body => $body) : ());
}

# The answer, without what is httpd's own or a matter of time. What of an error
# page is the author's business is left out.
sub end {
    my ($http) = @_;
    my $answer = $http->response or return { status => 'none' };
    my %out = map { $_ => 1 } @OF_HTTPD;
    # A file's tag is weak until it has been as it is for a second.
    my @lines = map { s{^(ETag: )W/}{$1}ir }
        grep { !$out{ lc s/:.*//r } } $answer->{lines}->@*;
    my $text = join '', grep { !/$OWN/ } split /^/m, $answer->{body};
    return {
        status => $answer->{status},
        complete => $answer->{complete},
        $answer->{status} < 500 ? (lines => [sort @lines], body => $text) : (),
    };
}

sub answer { end(begin(@_)) }

# What mod_cgid answers to what it has been asked. Of a program that leaves its
# body unread it may lose the answer, because body and answer share a socket: then
# it is asked again.
sub answer_of_cgid {
    my ($self, $http, $status, @asked) = @_;
    my $tries = defined $asked[2] ? 5 : 1;
    my $answer = end($http);
    $answer = $self->answer('cgi', @asked)
        while $answer->{status} ne $status && --$tries;
    return $answer;
}

# Asks in both ways, for each of these cases [name, method, path, …], all at a
# time; compares, and returns the answers of PersistMode cgi.
sub same_all {
    my ($self, @cases) = @_;
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my @begun = map { my (undef, @asked) = @$_;
        [map { $self->begin($_, @asked) } qw(persist cgi)] } @cases;
    return map {
        my ($case, @asked) = $cases[$_]->@*;
        my ($http, $other) = $begun[$_]->@*;
        my $ours = end($http);
        my $theirs = $self->answer_of_cgid($other, $ours->{status}, @asked);
        is_deeply $ours, $theirs, "$case is the same";
        $ours;
    } 0 .. $#cases;
}

# One case.
sub same {
    my ($self, @case) = @_;
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my ($ours) = $self->same_all([@case]);
    return $ours;
}

1;
