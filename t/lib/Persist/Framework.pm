# SPDX-License-Identifier: Apache-2.0
# Persist::Framework: a server that Apache::Test configures, starts and stops, as
# unchanged tests of this framework expect it.

package Persist::Framework;
use v5.30;
use warnings;

# top => folder of t/, with t/conf/extra.conf.in and t/htdocs, modules => file of
# LoadModule lines, port => its first port, clients => MaxRequestWorkers.
sub new {
    my ($class, %o) = @_;
    mkdir "$o{top}/t/logs";
    return bless {%o}, $class;
}

sub start { $_[0]->run('-start-httpd') }
sub stop { $_[0]->run('-stop-httpd') }

# What Apache::Test has printed.
sub output_file { "$_[0]{top}/t/logs/apache_test" }

# True if Apache::Test has done it.
sub run {
    my ($self, @what) = @_;
    my $lib = "$ENV{PERSIST_T_STAGE}/t/lib";
    my $pid = fork // die $!;
    if (!$pid) {
        chdir "$self->{top}/t" or die $!;
        open STDOUT, '>>', $self->output_file or die $!;
        open STDERR, '>&', \*STDOUT or die $!;
        exec $^X, "-I$lib", "$lib/apache.pl", @what,
            '-httpd', $ENV{HTTPD}, '-apxs', $ENV{APXS},
            '-httpd_conf', $self->{modules}, '-top_dir', $self->{top},
            '-t_dir', "$self->{top}/t", '-servername', '127.0.0.1',
            '-port', $self->{port}, '-maxclients', $self->{clients} or die $!;
    }
    waitpid $pid, 0;
    return $? == 0;
}

1;
