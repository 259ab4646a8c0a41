# SPDX-License-Identifier: Apache-2.0
# ?metrics is read by a strict parser, whatever scripts are called, and tells
# what has been asked for.
use v5.30;
use warnings;
use File::Copy 'copy';
use JSON::PP 'decode_json';
use Persist::Httpd;
use Persist::Wait 'wait_for';
use Test::More;

my $python = $ENV{PERSIST_T_PYTHON};
plan skip_all => 'python3-prometheus-client is not there'
    if system $python, '-c', 'import prometheus_client.openmetrics.parser';

# Families as { name => { type, unit, samples => [[name, labels, value]] } }.
my $PARSE = <<'END';
import json, sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families
text = sys.stdin.buffer.read().decode("utf-8")
print(json.dumps({f.name: {"type": f.type, "unit": f.unit, "samples": [
    [s.name, s.labels, s.value] for s in f.samples]}
    for f in text_string_to_metric_families(text)}))
END

sub parsed {
    my ($httpd, $text) = @_;
    my $file = "$httpd->{root}/metrics";
    open my $out, '>', $file or die $!;
    print $out $text;
    close $out or die $!;
    open my $in, '-|', "$python -c '$PARSE' <$file" or die $!;
    return eval { decode_json do { local $/; <$in> } } // {};
}

my $httpd = Persist::Httpd->new(
    conf => "PersistWorkers 1 1\nPersistQueue 1 30s\n")->start;
my $hostile = qq{q"\\{}<b>,\xc3\xa9.py};
copy "$httpd->{root}/site/app.py", "$httpd->{root}/site/$hostile" or die $!;
chmod 0755, "$httpd->{root}/site/$hostile";
my $address = '/q%22%5C%7B%7D%3Cb%3E,%C3%A9.py';
is $httpd->get($address)->{status}, 200, 'a script with a hostile name runs';

$httpd->who for 1 .. 3;
my $held = $httpd->hold('/app.py');
my $waits = $httpd->open_request('/app.py');
wait_for {
    (grep { $_->{waiting} == 1 } $httpd->status->{pools}->@*)[0]
} or die 'nobody waits';
is $httpd->get('/app.py')->{status}, 503, 'a full queue refuses';
$httpd->release($held);
is $_->response->{status}, 200, 'the others are served' for $held->{http}, $waits;
is $httpd->get('/app.py/exit', method => 'POST')->{status}, 502, 'and one fails';

# Another worker takes the place of the one that has ended, and a request may count
# after its answer.
my %counts = (places => 1, requests_total => 5, service_seconds_count => 5,
    failed_requests_total => 1);
my $answer;
wait_for {
    $answer = $httpd->get('/persist-status?metrics');
    !grep { $answer->{body} !~ m!^persist_$_[{].*/app[.]py".* $counts{$_}(?:[.]0)?$!m }
        keys %counts;
};
is $answer->{headers}{'content-type'},
    'application/openmetrics-text; version=1.0.0; charset=utf-8', 'its type';
like $answer->{body}, qr/\n# EOF\n\z/, 'its end';
is $httpd->get('/persist-status?metrics=')->{headers}{'content-type'},
    $answer->{headers}{'content-type'}, 'which collectors ask for so, too';
my $families = parsed($httpd, $answer->{body});
ok %$families, 'a strict parser reads it' or diag $answer->{body};

# The value of a sample of a script's; more labels may be asked for.
sub value {
    my ($name, $script, %labels) = @_;
    for my $sample (map { $_->{samples}->@* } values %$families) {
        my ($found, $has, $value) = @$sample;
        next if $found ne $name || $has->{script} !~ m{/\Q$script\E$};
        next if grep { ($has->{$_} // '') ne $labels{$_} } keys %labels;
        return $value;
    }
    return;
}

utf8::decode(my $name = $hostile);
is value('persist_requests_total', $name), 1, 'the hostile name is one label';
is value('persist_requests_total', 'app.py'), 5, 'requests';
is value('persist_refused_requests_total', 'app.py'), 1, 'refused ones';
is value('persist_failed_requests_total', 'app.py'), 1, 'failed ones';
is value('persist_service_seconds_count', 'app.py'), 5, 'service times';
is value('persist_service_seconds_bucket', 'app.py', le => '+Inf'), 5,
    'in buckets';
ok value('persist_service_seconds_sum', 'app.py') > 0, 'which are not nothing';
ok value('persist_queue_seconds_count', 'app.py') >= 1, 'times in the queue';
ok value('persist_boot_seconds_count', 'app.py') >= 1, 'starts';
is value('persist_workers_max', 'app.py'), 1, 'and a limit';
is value('persist_places', 'app.py'), 1, 'and a place';
is $families->{persist_service_seconds}{type}, 'histogram', 'the type is told';
is $families->{persist_service_seconds}{unit}, 'seconds', 'and the unit';
ok $httpd->stop, 'httpd stops';

done_testing;
