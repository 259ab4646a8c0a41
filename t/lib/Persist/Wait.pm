# SPDX-License-Identifier: Apache-2.0
# Persist::Wait: waits for events, never for time.

package Persist::Wait;
use v5.30;
use warnings;
use Exporter 'import';
use List::Util qw(max min);
use Test::Builder;
use Time::HiRes qw(sleep time);

our @EXPORT_OK = qw(becomes wait_for STOPPED);

# In seconds: more than a slow machine needs. Only a test that fails waits as long.
use constant PATIENCE => 60;

# For "nothing is left": less than the half minute after which workers that nobody
# stops end by themselves, which must not be what is waited for.
use constant STOPPED => 25;

# Looks again and again until the condition holds; returns its value, or
# nothing when $seconds have passed without it. After a look that took long it rests
# for longer: one that reads all of /proc would keep a processor busy.
sub wait_for(&;$) {
    my ($condition, $seconds) = @_;
    my $begun = time;
    my $deadline = $begun + ($seconds // PATIENCE);
    while (1) {
        my $value = $condition->();
        my $now = time;
        return $value if $value || $now > $deadline;
        sleep max(0.02, min(0.2, 2 * ($now - $begun)));
        $begun = time;
    }
}

# The condition becoming true in time is a fact of the test.
sub becomes(&$;$) {
    my ($condition, $name, $seconds) = @_;
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my $value = &wait_for($condition, $seconds);
    return Test::Builder->new->ok($value, $name);
}

1;
