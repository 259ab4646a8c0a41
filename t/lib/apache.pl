# SPDX-License-Identifier: Apache-2.0
# apache.pl: Apache::Test's runner, with a server that listens on loopback only.

use v5.30;
use warnings;

package Persist::TestRun;
use parent 'Apache::TestRun';

sub configure {
    my $self = shift;
    $self->SUPER::configure(@_);
    my $file = $self->{test_config}{vars}{t_conf} . '/httpd.conf';
    open my $in, '<', $file or return;
    my $text = do { local $/; <$in> };
    $text =~ s/^(Listen\s+)0\.0\.0\.0:/${1}127.0.0.1:/mg;
    open my $out, '>', $file or die "$file: $!";
    print $out $text;
    close $out or die "$file: $!";
}

package main;
Persist::TestRun->new->run(@ARGV);
