# SPDX-License-Identifier: Apache-2.0
# Persist::Reference: compares what an application finds in its environment with
# what it finds under another server, for requests of all kinds. The application
# answers with a header X-Env: in base64, a line NAME=VALUE for each variable. Each
# difference has to be in a table of docs/sdks.md, with its reason, and each row of
# the table has to be seen.

package Persist::Reference;
use v5.30;
use warnings;
use IO::Socket::INET;
use MIME::Base64 'decode_base64';
use Persist::Httpd;
use Persist::Wait 'wait_for';
use POSIX 'WNOHANG';
use Test::More;

my @PATHS = qw(/ // //a /a//b /a/ /a%2Fb /%2F /%C3%BC /%FC /a%20b /a+b /a%2Bb
    /a%25b /a%3Fb /a%23b /a;b=c /a:b@c /a'b /%61 /~a /./a /a/../b /a.html /a?
    /a?b=%C3%BC&c=+ /a??b);

my $HOST = "Host: example.test:8080\r\n";
my $MORE = "Accept: */*\r\nX-Two: 1\r\nX-Two: 2\r\nConnection: close\r\n";
my $FORM = "Content-Type: application/x-www-form-urlencoded\r\n";
my $CHUNKED = "Transfer-Encoding: chunked\r\n";

# name => the bytes of a request, of which MOUNT is the folder.
my @REQUESTS = (
    (map { ("GET $_" => "GET MOUNT$_ HTTP/1.1\r\n$HOST$MORE\r\n") } @PATHS),
    (map { ($_ => "$_ MOUNT/a?b HTTP/1.1\r\n$HOST$MORE\r\n") }
        qw(HEAD DELETE OPTIONS POST)),
    # httpd redirects a GET to the folder with a slash.
    'no path' => "POST MOUNT HTTP/1.1\r\n$HOST${MORE}Content-Length: 0\r\n\r\n",
    'no path, a query' =>
        "POST MOUNT?b HTTP/1.1\r\n$HOST${MORE}Content-Length: 0\r\n\r\n",
    'a form' => "POST MOUNT/a HTTP/1.1\r\n$HOST$FORM${MORE}Content-Length: 3\r\n\r\na=b",
    'an empty body' => "PUT MOUNT/a HTTP/1.1\r\n$HOST${MORE}Content-Length: 0\r\n\r\n",
    'chunked' =>
        "PUT MOUNT/a HTTP/1.1\r\n$HOST$MORE$CHUNKED\r\n3\r\na=b\r\n0\r\n\r\n",
    'chunked and empty' => "POST MOUNT/a HTTP/1.1\r\n$HOST$MORE$CHUNKED\r\n0\r\n\r\n",
    'HTTP/1.0' => "GET MOUNT/a HTTP/1.0\r\n$HOST\r\n",
    'HTTP/1.0, no Host' => "GET MOUNT/a HTTP/1.0\r\n\r\n",
    'HTTP/1.0, a body' => "POST MOUNT/a HTTP/1.0\r\n${HOST}Content-Length: 3\r\n\r\na=b",
    'a whole URL' => "GET http://example.test:8080MOUNT/a?b HTTP/1.1\r\n$HOST$MORE\r\n",
    'no port' => "GET MOUNT/a HTTP/1.1\r\nHost: example.test\r\n$MORE\r\n",
    'Version' => "GET MOUNT/a HTTP/1.1\r\n$HOST${MORE}Version: 9\r\n\r\n",
);

# More of httpd.conf: the application at this port, too, without a folder before it.
sub also_at_root {
    my ($port) = @_;
    return <<"END";
AllowEncodedSlashes NoDecode
Listen 127.0.0.1:$port
<VirtualHost 127.0.0.1:$port>
    AllowEncodedSlashes NoDecode
    DocumentRoot ROOT/site/app
</VirtualHost>
END
}

# Starts another server by these words, in which PORT is replaced, in a folder.
sub start {
    my ($class, $folder, @words) = @_;
    my $port = Persist::Httpd::free_port();
    my $pid = fork // die $!;
    if (!$pid) {
        open STDOUT, '>', "$folder.log" or die $!;
        open STDERR, '>&', \*STDOUT;
        chdir $folder or die $!;
        # It ends with the test, however that ends.
        exec qw(setpriv --pdeathsig KILL), map { s/\bPORT\b/$port/gr } @words or die $!;
    }
    my $self = bless { pid => $pid, port => $port, found => [], asked => 0 }, $class;
    wait_for {
        IO::Socket::INET->new(PeerAddr => "127.0.0.1:$port")
            || waitpid($pid, WNOHANG) && die "$words[0]: ",
                Persist::Httpd::slurp("$folder.log")
    };
    return $self;
}

# The variables by their names; without any, the status.
sub variables {
    my ($answer) = @_;
    my ($text) = $answer =~ /^X-Env:\s*(\S+)/mi;
    return { map { split /=/, $_, 2 } split /\n/, decode_base64($text) } if $text;
    return { status => $answer =~ m{^HTTP/\S+ (\d+)} ? $1 : 'none' };
}

sub ask {
    my ($port, $bytes) = @_;
    my $socket = IO::Socket::INET->new(PeerAddr => "127.0.0.1:$port") or die $!;
    print $socket $bytes;
    local $/;
    return variables(<$socket> // '');
}

# Notes what differs: [name of the variable, name of the request, both values].
sub note_differences {
    my ($self, $request, $ours, $its) = @_;
    $self->{asked}++;
    for my $name (sort keys %{ { %$ours, %$its } }) {
        my ($here, $there) = map { $_->{$name} // '(none)' } $ours, $its;
        push $self->{found}->@*, [$name, $request, $here, $there] if $here ne $there;
    }
}

# Asks both for everything below the folder that is MOUNT.
sub compare {
    my ($self, $port, $mount) = @_;
    my %bytes = @REQUESTS;
    for my $request (sort keys %bytes) {
        my $bytes = $bytes{$request} =~ s/MOUNT/$mount/r;
        next if $bytes =~ /^\S+ (?:\?| )/; # no path at all
        my $ours = $self->{ours}{"$mount $request"} = ask($port, $bytes);
        $self->note_differences($request, $ours, ask($self->{port}, $bytes));
    }
}

# The same by another version, over which a path has the same environment but for
# what this pattern names.
sub compare_protocols {
    my ($self, $port, $mount, $own) = @_;
    my @headers = map { ('-H', $_) } split /\r\n/, $HOST . $MORE =~ s/^Connection.*//mr;
    for my $path (@PATHS) {
        open my $curl, '-|', qw(curl -qgsS --path-as-is --http2-prior-knowledge -A), '',
            '-D', '-', @headers, "http://127.0.0.1:$port$mount$path" or die $!;
        local $/;
        my $found = variables(<$curl>);
        my ($two, $one) = map { my $all = $_;
            +{ map { ($_ => $all->{$_}) } grep { !/^(?:$own)$/ } keys %$all }
        } $found, $self->{ours}{"$mount GET $path"};
        is_deeply $two, $one, "HTTP/2 GET $path: as over HTTP/1.1";
    }
}

# The rows of the table below this heading: [names, requests], both as patterns.
sub rows {
    my ($heading) = @_;
    my $page = Persist::Httpd::slurp("$ENV{PERSIST_T_SOURCE}/docs/sdks.md");
    my ($text) = $page =~ /^#+ \Q$heading\E\n(.*?)(?=^#|\z)/ms or die $heading;
    return map {
        my (undef, @cells) = split /\s*\|\s*/;
        [map { my $cell = $_;
            my $any = join '|', map { quotemeta =~ s/\\\*/.*/gr } $cell =~ /`([^`]+)`/g;
            $any ? qr/^(?:$any)$/ : qr/^/ } @cells[0, 1]];
    } $text =~ /^\| `.*$/mg;
}

# What differs is what the table says.
sub is_table {
    my ($self, $heading) = @_;
    my (@seen, @unknown);
    my @rows = rows($heading);
    for my $found ($self->{found}->@*) {
        my ($name, $request) = @$found;
        my @of = grep { $name =~ $rows[$_][0] && $request =~ $rows[$_][1] } 0 .. $#rows;
        @seen[@of] = (1) x @of;
        push @unknown, "$request: $name is '$found->[2]', there '$found->[3]'" if !@of;
    }
    cmp_ok $self->{asked}, '>=', 40, 'both were asked for much';
    is join("\n", @unknown), '', 'what differs is in docs/sdks.md';
    is join("\n", map { "@{ $rows[$_] }" } grep { !$seen[$_] } 0 .. $#rows), '',
        'and what is there differs';
}

sub DESTROY {
    my ($self) = @_;
    local ($?, $@, $!);
    kill 'KILL', $self->{pid};
    waitpid $self->{pid}, 0;
}

1;
