# SPDX-License-Identifier: Apache-2.0
# However the client leaves, a script learns of it whatever it is doing, and the
# worker and httpd's thread come back.
use v5.30;
use warnings;
use Persist::Http 'threads_at_work';
use Persist::Http2;
use Persist::Httpd;
use Persist::Tls 'tls_conf';
use Persist::Wait 'becomes';
use Test::More;

my $httpd = Persist::Httpd->new;
my ($tls, $tls_conf) = tls_conf($httpd, <<'END');
<IfModule http2_module>
    Protocols h2 http/1.1
</IfModule>
END
$httpd->configure(<<"END");
# Not for the directory: its .htaccess file says otherwise.
<Location /flow>
    PersistWorkers 0 1
    # The script has begun while the client still sends.
    PersistBuffer off
</Location>
$tls_conf
END
$httpd->start;
my $plain = $httpd->{port};
my $page = '/flow/flow.py';
my $pid = $httpd->get("$page/pid")->{body};

my %client = (
    'HTTP/1' => ["http://127.0.0.1:$plain", '--http1.1'],
    'HTTP/1 over TLS' => ["https://127.0.0.1:$tls", '--http1.1']);
%client = (%client,
    'HTTP/2' => ["http://127.0.0.1:$plain", '--http2-prior-knowledge'],
    'HTTP/2 over TLS' => ["https://127.0.0.1:$tls", '--http2'])
    if $ENV{PERSIST_T_MPM} ne 'prefork';

# curl with what it has to send, which never ends.
sub curl {
    my (@arguments) = @_;
    my $child = open my $body, '|-', 'curl', '-skN', '--stderr',
        '/dev/null', @arguments or die $!;
    return { pid => $child, body => $body };
}

sub end {
    my ($curl) = @_;
    local $SIG{PIPE} = 'IGNORE';
    kill 'KILL', $curl->{pid};
    close $curl->{body};
}

my $mark = "$httpd->{root}/mark";
sub is_told {
    my ($way, $how) = @_;
    becomes { -e $mark } "a script that would $way: $how";
    # To httpd a stream that is reset is a body that is broken; so is one of a
    # connection that ends, when it comes to that first.
    like Persist::Httpd::slurp($mark), $way eq 'look' ? qr/^no exception$/ :
        $how =~ m{HTTP/2} && $way eq 'read' ? qr/^(ClientGone|OSError)$/ :
        qr/^ClientGone$/, 'it is told';
    unlink $mark;
    is $httpd->get("$page/pid")->{body}, $pid, 'its worker is free again';
}

for my $name (sort keys %client) {
    my ($url, @how) = $client{$name}->@*;
    for my $way (qw(read write flush look)) {
        my $out = "$httpd->{root}/out";
        my $curl = curl(@how, '-o', $out, ('-T', '.') x ($way eq 'read'),
            "$url$page/left?way=$way&file=$mark");
        becomes { -s $out } "$name: a response begins";
        end($curl);
        unlink $out;
        is_told($way, "$name, closed");
    }
}

# One stream of a connection that goes on.
if ($client{'HTTP/2'}) {
    my $http = Persist::Http2->new($plain);
    for my $way (qw(read write flush look)) {
        my $stream = $http->begin($way eq 'read' ? 'POST' : 'GET',
            "$page/left?way=$way&file=$mark", $way eq 'read' ? 'x' : undef);
        like $http->take_data($stream, 5), qr/^begun/,
            'a stream of HTTP/2 is begun';
        $http->reset($stream);
        is_told($way, 'HTTP/2, reset');
        is $http->rest($http->begin('GET', "$page/pid")), $pid,
            'its connection goes on';
    }
}

becomes { threads_at_work($plain) == 1 } 'no thread of httpd is left waiting';
becomes { $httpd->log =~ /nobody waits for this/ } 'what a script then logs is there';
unlike $httpd->log, qr/PERSIST\d/, 'nobody complains';

ok $httpd->stop, 'httpd stops';
done_testing;
