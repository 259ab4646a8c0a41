# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Process qw(is_alive with_word);
use Persist::Wait qw(becomes wait_for);
use Test::More;

my $httpd = Persist::Httpd->new(conf => "PersistWorkers 0 1\n")->start;
my $pid = $httpd->who->{pid};

# Idle.
my @children = $httpd->children;
kill 'KILL', @children;
becomes { !grep { is_alive($_) } @children } 'all children are killed, idle';
becomes { ($httpd->who->{pid} // 0) == $pid }
    'new ones use the same worker';

# In mid-request: which child has it can't be seen, so all are killed.
for my $round (1 .. 3) {
    my $held = $httpd->hold('/app.py');
    is $held->{worker}, $pid, "a request is in the worker, $round";
    kill 'KILL', $httpd->children;
    is $held->{http}->response, undef, 'its httpd child is killed';
    $httpd->release($held);
    becomes { ($httpd->who->{pid} // 0) == $pid }
        'the worker finishes it, and is used again';
}
is scalar(() = $httpd->workers), 1, 'there is still one worker';

ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';

done_testing;
