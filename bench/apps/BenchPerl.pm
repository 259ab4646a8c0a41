# SPDX-License-Identifier: Apache-2.0
# The work of work.py in Perl, for mod_perl.

package BenchPerl;

use strict;
use warnings;

use Apache2::Const -compile => 'OK';
use Apache2::RequestIO  ();
use Apache2::RequestRec ();
use Apache2::RequestUtil ();
use APR::Table ();
use DBI ();
use File::Basename 'dirname';
use JSON ();

my $block = 'x' x (1024 * 1024);
my $rows;

my %answer = (
    hello       => sub { $_[0]->print("hello\n") },
    environment => sub {
        my ($r) = @_;
        $r->subprocess_env;
        my $text = '';
        $r->subprocess_env->do(sub { $text .= "$_[0]=$_[1]\n"; 1 });
        $r->print($text);
    },
    bytes => sub {
        my ($r, $n) = @_;
        $r->headers_out->set('Content-Length' => $n);
        for (; $n > 0; $n -= length $block) {
            $r->print($n < length $block ? substr $block, 0, $n : $block);
        }
    },
    upload => sub {
        my ($r) = @_;
        my $length = 0;
        while (my $n = $r->read(my $piece, 65536)) {
            $length += $n;
        }
        $r->print("$length\n");
    },
    page => sub {
        my ($r) = @_;
        $rows ||= open_database();
        my ($team) = $r->args =~ /(\d+)/;
        $rows->execute($team);
        my @items = map { { id => $_->[0], name => $_->[1], price => $_->[2] } }
            @{ $rows->fetchall_arrayref };
        $r->print(JSON::encode_json(\@items));
    },
);

sub open_database
{
    my $file = dirname(__FILE__) . '/../bench.db';
    my $database = DBI->connect("dbi:SQLite:$file", '', '',
        { RaiseError => 1, ReadOnly => 1 });
    return $database->prepare(
        'SELECT id, name, price FROM item WHERE team = ? ORDER BY id');
}

sub handler
{
    my ($r) = @_;
    $r->content_type('text/plain');
    my (undef, $kind, $rest) = split m{/}, $r->path_info, 3;
    $answer{ $kind || 'hello' }->($r, $rest);
    return Apache2::Const::OK;
}

1;
