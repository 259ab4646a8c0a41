# SPDX-License-Identifier: Apache-2.0
# The example of the SDK for Guile, as its author deploys it: the file unchanged,
# and an .htaccess. It reads a dictionary and makes a graph of it, for seconds;
# its further workers are copies that have the graph.
use v5.30;
use warnings;
use File::Copy 'copy';
use Persist::Httpd;
use Persist::Wait 'becomes';
use POSIX 'mkfifo';
use Test::More;

my $words = '/usr/share/dict/words';
plan skip_all => 'there is no Guile 3.0' if !$ENV{PERSIST_T_GUILE_PATH};
plan skip_all => 'there is no dictionary (wamerican)' if !-e $words;

my $httpd = Persist::Httpd->new->start;
my $folder = "$httpd->{root}/site/words";
my $script = "$folder/word-path.scm";
mkdir $folder or die $!;
copy("$ENV{PERSIST_T_SOURCE}/workers/guile/examples/word-path.scm", $script)
    && chmod 0755, $script or die $!;

# A pipe gives the words once: a second set-up would wait for ever.
mkfifo("$folder/list", 0600) or die $!;
open my $file, '>', "$folder/.htaccess" or die $!;
print $file <<"END";
Options +ExecCGI
<Files "word-path.scm">
    SetHandler persist-script
</Files>
PersistWorkers 0 4
PersistBootTimeout 600s
PersistQueue 100 600s
PersistEnv GUILE_LOAD_PATH $ENV{PERSIST_T_GUILE_PATH}
PersistEnv GUILE_LOAD_COMPILED_PATH $ENV{PERSIST_T_GUILE_COMPILED}
PersistEnv XDG_CACHE_HOME $httpd->{root}/cache
PersistEnv PERSIST_WORDS $folder/list
END
close $file or die $!;
my $ask = sub { $httpd->open_request("/words/word-path.scm$_[0]") };
my $pool = sub {
    my @pools = grep { $_->{script} eq $script } $httpd->status->{pools}->@*;
    return $pools[0];
};

my $first = $ask->('/cold/warm');
ok copy($words, "$folder/list"), 'the dictionary is read';
becomes { my $its = $pool->(); $its && grep { $_->{state} eq 'ready' } $its->{workers}->@* }
    'and the graph is made', 600;
my $answer = $first->response;
is $answer->{status}, 200, 'there is a way' or diag $httpd->log;
my @way = split ' ', ($answer->{body} =~ s/\n.*//sr);
is "@way[0, -1]", 'cold warm', 'from one word to the other';
is @way, 5, 'which differ in four letters: it is a shortest one';
my %is_word = map { $_ => 1 } split /\n/, Persist::Httpd::slurp($words);
is_deeply [grep { !$is_word{$_} } @way], [], 'along words';
is_deeply [map { (($way[$_ - 1] ^. $way[$_]) =~ tr/\0//c) } 1 .. $#way],
    [(1) x 4], 'each of which changes one letter';
is $httpd->get('/words/word-path.scm/cold/worry')->{status}, 404,
    'there is none between words of different lengths';

my %wrong;
becomes {
    my @http = map { $ask->('/cold/warm') } 1 .. 16;
    for my $body (map { $_->response->{body} // '' } @http) {
        $wrong{$body}++ if $body !~ /^@way\nfound in \d+ microseconds\n\z/;
    }
    (grep { $_->{state} eq 'ready' } $pool->()->{workers}->@*) > 1;
} 'more workers answer while there is work';
is_deeply \%wrong, {}, 'each of them the same';
cmp_ok $pool->()->{boots}, '>', 1, 'they have become ready without the words';
unlike $httpd->log, qr/no clone/, 'no copy has failed';
ok $httpd->stop, 'httpd stops, and leaves nothing';
done_testing;
