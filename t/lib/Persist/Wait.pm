# SPDX-License-Identifier: Apache-2.0
# Persist::Wait: waits for events, never for time.

package Persist::Wait;
use v5.30;
use warnings;
use Exporter 'import';
use Test::Builder;
use Time::HiRes qw(sleep time);

our @EXPORT_OK = qw(becomes wait_for);

# In seconds: more than a slow machine needs, and less than the half minute after
# which workers that nobody stops end by themselves.
use constant PATIENCE => 25;

# Looks again and again until the condition holds; returns its value, or
# nothing when $seconds have passed without it.
sub wait_for(&;$) {
    my ($condition, $seconds) = @_;
    my $deadline = time + ($seconds // PATIENCE);
    while (1) {
        my $value = $condition->();
        return $value if $value || time > $deadline;
        sleep 0.02;
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
