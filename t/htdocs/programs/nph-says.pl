#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# Writes the whole response (RFC 3875, 5), in chunks if PATH_INFO says so.
my $body = "nph\n";
my %chunks = (
    '/chunks' => "2\r\nnp\r\n2\r\nh\n\r\n0\r\n\r\n",
    '/cut' => "2\r\nnp\r\n2\r\nh",
    '/cut_late' => "20000\r\n" . 'x' x 131072 . "\r\n2\r\nh",
    '/wrong' => "nph\n",
);
my $chunks = $chunks{ $ENV{PATH_INFO} // '' };
my $coded = $chunks;
$chunks = '' if $ENV{REQUEST_METHOD} eq 'HEAD';
print "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 203 By Myself\r\n",
    "Content-Type: text/plain\r\nX-Own:\r\n yes\r\nConnection: close\r\n",
    $coded ? "Transfer-Encoding: chunked\r\n\r\n$chunks" : "\r\n$body";
