# SPDX-License-Identifier: Apache-2.0
# Persist::Room: a /dev/shm of a test's own, as small as it likes, or another file
# of the system that only its httpd finds.

package Persist::Room;
use v5.30;
use warnings;
use Exporter 'import';

our @EXPORT_OK = qw(file_words room_path room_words);

# Mounts a tmpfs of so many bytes; for 0, which would mean no limit, a full one;
# for undef, a large one in which only root may write.
sub mount_words {
    my ($bytes) = @_;
    return 'mount -t tmpfs -o size=64m,mode=0555 shm /dev/shm' if !defined $bytes;
    my $size = $bytes || 4096;
    my $mount = "mount -t tmpfs -o size=$size,mode=1777 shm /dev/shm";
    return $bytes ? $mount : "$mount && head -c $size /dev/zero >/dev/shm/full";
}

# Words to put before a command, which then sees what these mount and has no more
# rights than before; nothing where that is not allowed.
sub words_with {
    my ($mount) = @_;
    $mount .= ' && exec';
    my @words = $> == 0
        ? ('unshare', '-m', 'sh', '-c', "$mount \"\$@\"", 'sh')
        : ('unshare', '-Um', '--map-current-user', '--keep-caps', 'sh', '-c',
            "$mount setpriv --ambient-caps=-all --inh-caps=-all \"\$@\"",
            'sh');
    my $pid = fork // die $!;
    if (!$pid) {
        open STDERR, '>', '/dev/null';
        exec @words, 'true' or exit 1;
    }
    waitpid $pid, 0;
    return $? == 0 ? @words : ();
}

# For a /dev/shm with so many bytes free.
sub room_words { words_with(mount_words($_[0])) }

# For this file, which the test may write anew while it is mounted, in the place of
# another one.
sub file_words { words_with("mount --bind '$_[0]' '$_[1]'") }

# Where the others find it that this process has.
sub room_path { join '/', '/proc', $_[0], qw(root dev shm) }

1;
