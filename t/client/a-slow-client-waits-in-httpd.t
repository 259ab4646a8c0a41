# SPDX-License-Identifier: Apache-2.0
# A worker is free as soon as it has ended its response, although the client has
# not taken it; and the client gets each byte of it, whatever is between.
use v5.30;
use warnings;
use Compress::Zlib 'memGunzip';
use Digest::SHA 'sha256_hex';
use Persist::Httpd;
use Persist::Tls 'tls_conf';
use Persist::Wait 'becomes';
use Test::More;

use constant SIZE => 8 << 20;

my $httpd = Persist::Httpd->new;
my ($tls, $tls_conf) = tls_conf($httpd);
my $page = '/raw/pages.py';
my $lone = '/raw/lone.py';
link "$httpd->{root}/site$page", "$httpd->{root}/site$lone" or die $!;
$httpd->configure(<<"END");
LogFormat "%U%q %B %D %{persist-service}n" sizes
CustomLog ROOT/access_log sizes
$tls_conf
<Location $lone>
    PersistWorkers 0 1
</Location>
END
$httpd->start;

sub large { "/large?size=" . SIZE . join '', map { "&$_" } @_ }

# Four readers, of whom each would hold one of the four workers that a script has
# by default.
my @slow = map { $httpd->open_request($page . large("n=$_")) } 1 .. 4;
my @heads = map { $_->head } @slow;
is $httpd->get("$page/who")->{status}, 200, 'four readers leave the script to others';
for my $n (0 .. 3) {
    my ($body, $complete) = $slow[$n]->body($heads[$n]);
    ok $complete, 'each response ends well';
    is sha256_hex($body), $heads[$n]{headers}{'x-digest'}, 'and is whole';
}
my @lines;
becomes {
    @lines = Persist::Httpd::slurp("$httpd->{root}/access_log") =~ /n=\d (.*)/g;
    @lines == 4
} 'each is logged';
for (@lines) {
    my ($bytes, $time, $service) = split;
    is $bytes, SIZE, 'with its length';
    cmp_ok $service, '<=', $time, 'and its worker was free before its end';
}

my $pid = $httpd->get("$lone/who")->{body};

# The one worker answers others before the client reads.
sub is_free {
    my ($name) = @_;
    is $httpd->get("$lone/who")->{body}, $pid, "$name: its worker is free";
}

sub is_whole {
    my ($name, $head, $body, $complete) = @_;
    ok $complete, 'its response ends well';
    is sha256_hex($body), $head->{headers}{'x-digest'}, 'and is whole';
}

my %ways = (
    'with a length' => large('length=1'),
    'compressed' => large('deflate=1'),
    'of files' => large('files=4'),
    'of files, compressed' => large('files=4', 'deflate=1'));
for my $name (sort keys %ways) {
    my $http = $httpd->open_request($lone . $ways{$name},
        headers => ['Accept-Encoding', 'gzip']);
    my $head = $http->head;
    is !!$head->{headers}{'content-length'}, $name =~ /length/, "a response $name";
    is_free($name);
    my ($body, $complete) = $http->body($head);
    my $zipped = ($head->{headers}{'content-encoding'} // '') eq 'gzip';
    is !!$zipped, $name =~ /compressed/, 'it is compressed, or not, as wanted';
    is_whole($name, $head, $zipped ? memGunzip($body) : $body, $complete);
    is $http->request('GET', "$lone/who")->response->{body}, $pid,
        'its connection goes on';
}

my $old = Persist::Http->new($httpd->{port});
$old->send_bytes("GET $lone" . large() . " HTTP/1.0\r\n\r\n");
$old->{method} = 'GET';
my $head = $old->head;
is_free('HTTP/1.0');
is_whole('HTTP/1.0', $head, $old->body($head));

# curl stops to read when nobody reads what it writes.
sub curl_reads {
    my ($name, @words) = @_;
    open my $curl, '-|', 'curl', '-skNi', '--stderr', '/dev/null', @words or die $!;
    read $curl, my $text, 2000;
    is_free($name) if $name !~ m{HTTP/2};
    local $/;
    my ($top, $body) = split /\r\n\r\n/, $text . <$curl>, 2;
    my %headers = map { /^([^:]+): (.*)$/ ? (lc $1, $2) : () } split /\r\n/, $top;
    is_whole($name, { headers => \%headers }, $body, close $curl);
}

curl_reads('TLS', "https://127.0.0.1:$tls$lone" . large());
curl_reads('TLS, of files', "https://127.0.0.1:$tls$lone" . large('files=4'));
# mod_http2 offers no pass that would not block.
curl_reads('HTTP/2', '--http2-prior-knowledge', "http://127.0.0.1:$httpd->{port}$lone" . large())
    if $ENV{PERSIST_T_MPM} ne 'prefork';

unlike $httpd->log, qr/PERSIST\d/, 'nobody complains';
$httpd->stop;
done_testing;
