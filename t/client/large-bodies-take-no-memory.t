# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Apache::Test ();
use Persist::Http;
use Persist::Httpd;
use Persist::Process;
use Test::More;

use constant STEP => 65536;
use constant GROWTH => 8 << 20;

my $total = $ENV{PERSIST_T_LONG} ? 2 << 30 : 256 << 20;
# httpd itself takes no more than 1 GiB by default.
my $httpd = Persist::Httpd->new(conf => <<'END')->start;
LimitRequestBody 0
# Not for the directory: its .htaccess file says otherwise.
<Location /flow>
    PersistWorkers 0 1
</Location>
<IfModule !mpm_prefork_module>
    StartServers 1
    ServerLimit 1
    ThreadsPerChild 8
    MaxRequestWorkers 8
</IfModule>
<IfModule mpm_prefork_module>
    StartServers 1
    MaxRequestWorkers 1
</IfModule>
END

my $page = '/flow/flow.py';
my $piece = 'y' x STEP;

sub anonymous {
    my ($pid) = @_;
    my ($kilobytes) = Persist::Process::slurp("/proc/$pid/status") =~ /^RssAnon:\s+(\d+)/m;
    return ($kilobytes // 0) * 1024;
}

sub upload {
    my ($length, $chunked) = @_;
    my $http = $httpd->open_request("$page/count", method => 'POST',
        headers => ['Connection', 'close', $chunked ?
            ('Transfer-Encoding', 'chunked') : ('Content-Length', $length)]);
    my $part = $chunked ? sprintf "%x\r\n%s\r\n", STEP, $piece : $piece;
    for (1 .. $length / STEP) {
        $http->send_bytes($part) or last;
    }
    $http->send_bytes("0\r\n\r\n") if $chunked;
    return ($http->response // {})->{body} // 'no answer';
}

sub download {
    my ($length, $announced) = @_;
    my $http = $httpd->open_request("$page/give?length=$length$announced",
        headers => ['Connection', 'close']);
    my ($head, $got) = ($http->head, 0);
    if ($announced) {
        while ($got < $length) {
            my $n = length($http->take($length - $got < STEP ? $length - $got :
                STEP) // last);
            $got += $n;
        }
        return $got;
    }
    while (defined(my $chunk = $http->chunk)) {
        return $got if $chunk eq '';
        $got += length $chunk;
    }
    return 'cut';
}

my %way = (
    'an upload with its length' => sub { upload($_[0], 0) },
    'a chunked upload' => sub { upload($_[0], 1) },
    'a download with its length' => sub { download($_[0], '&announced=1') },
    'a chunked download' => sub { download($_[0], '') });

# Once in small, so that all buffers are there.
$_->(4 << 20) for values %way;
my $worker = $httpd->get("$page/pid")->{body};
for my $name (sort keys %way) {
    my @pids = ($httpd->httpds, $httpd->persistd, $worker);
    my %before = map { $_ => anonymous($_) } @pids;
    is $way{$name}->($total), $total, "$name of $total bytes is whole";
    for my $pid (@pids) {
        my $who = $pid == $worker ? 'the worker' :
            $pid == $httpd->persistd ? 'persistd' : 'httpd';
        my $growth = anonymous($pid) - $before{$pid};
        cmp_ok $growth, '<', GROWTH, "and takes no memory of $who";
        note "RssAnon of $who: ", $growth / 1024, ' KiB more';
    }
}

# A sparse file costs its worker nothing; it must not cost httpd memory either.
$httpd->get('/raw/files.py/huge?size=1', method => 'HEAD');
my %before = map { $_ => anonymous($_) } $httpd->httpds;
is $httpd->get('/raw/files.py/huge?size=' . (1 << 50), method => 'HEAD')
    ->{headers}{'content-length'}, 1 << 50, 'a sparse file tells its length';
cmp_ok anonymous($_) - $before{$_}, '<', GROWTH, 'and takes no memory of httpd'
    for keys %before;
is $httpd->get("$page/pid")->{body}, $worker, 'it was one worker all the time';

$httpd->stop;
done_testing;
