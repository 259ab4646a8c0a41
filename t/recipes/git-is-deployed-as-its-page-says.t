# SPDX-License-Identifier: Apache-2.0
# docs/recipes/git.md, beside mod_cgid: clones and pushes by git, small ones and
# such of tens of MB, with bodies that are chunked and compressed, several at once.
use v5.30;
use warnings;
use Persist::App 'put';
use Persist::Httpd;
use Persist::Recipe;
use Test::More;

Persist::Recipe->needs('git', 'curl', '/usr/lib/git-core/git-http-backend');
my $recipe = Persist::Recipe->deploy_cgi('git');
my $root = $recipe->{httpd}{root};
my %port = (httpd => $recipe->{httpd}{port}, reference => $recipe->{reference}{port});
local @ENV{qw(HOME GIT_CONFIG_NOSYSTEM GIT_TERMINAL_PROMPT)} = ($root, 1, 0);
local $ENV{GIT_TRACE_CURL} = "$root/trace";
local $ENV{GIT_TRACE_CURL_NO_DATA} = 1;
my $large = $ENV{PERSIST_T_SHORT} ? 8 : 40;

sub url { "http://localhost:$port{$_[0]}/apps/git/shop.git" }

sub git { system('git', @_) == 0 }

sub git_says { my $text = qx{git @_}; return $text =~ s/\s+\z//r }

# A repository of one file that does not compress, and of many small ones.
sub make_large {
    my ($folder) = @_;
    git('init', '--quiet', '--initial-branch', 'large', $folder);
    open my $random, '<:raw', '/dev/urandom' or die $!;
    read $random, my $bytes, $large << 20 or die $!;
    put("$folder/random" => $bytes,
        map { ("$folder/small/$_" => "file $_\n") } 1 .. 500);
    git('-C', $folder, 'add', '--all');
    git('-C', $folder, '-c', 'user.name=you', '-c', 'user.email=you@localhost',
        'commit', '--quiet', '-m', 'Large') or die 'commit';
    return git_says('-C', $folder, 'rev-parse', 'HEAD');
}

$recipe->each_protocol(sub {
    for my $service ('git-upload-pack', 'git-receive-pack') {
        $recipe->same("/shop.git/info/refs?service=$service");
        $recipe->same("/shop.git/info/refs?service=$service", '-H',
            'Git-Protocol: version=2');
        $recipe->same("/shop.git/$service", '-H',
            "Content-Type: application/x-$service-request", '-d', '0000');
    }
    $recipe->same($_) for '/shop.git/HEAD', '/shop.git/info/refs', '/nowhere.git/HEAD',
        '/shop.git/info/refs?service=git-none', '/shop.git/config', '/shop.git/';
    $recipe->same('/shop.git/HEAD', '-I');
    isnt $recipe->same('/git-http-backend')->{status}, 200, 'the program is not sent';
});

# Each server has the branch that was pushed to it.
my $source = "$root/large";
my $commit = make_large($source);
for my $server ('httpd', 'reference') {
    ok git('-C', $source, 'push', '--quiet', url($server), "large:$server"),
        "$server: $large MB are pushed";
    like Persist::Httpd::slurp("$root/trace"), qr/Transfer-Encoding: chunked/i,
        'in chunks';
    unlink "$root/trace";
    ok git('-C', $source, '-c', 'http.postBuffer=100m', 'push', '--quiet',
        url($server), "large:$server-whole"), 'and with a length';
    unlink "$root/trace";
    ok git('clone', '--quiet', '--branch', $server, url($server), "$root/$server"),
        'and cloned';
    is git_says('-C', "$root/$server", 'rev-parse', 'HEAD'), $commit,
        'which is the same commit';
    ok git('-C', "$root/$server", 'fsck', '--strict', '--no-progress'), 'and whole';
    is git_says('ls-remote', url($server)), git_says('ls-remote', url('reference'))
        , 'both see the same';
}

# git compresses a request that names hundreds of commits.
put("$root/branches.sh" => <<'END');
#!/bin/sh
set -e
tree=$(git write-tree)
for number in $(seq 300); do
    echo "create refs/heads/b$number $(echo $number | git commit-tree $tree)"
done | git update-ref --stdin
git push --quiet --all "$1"
END
local @ENV{map { ("GIT_${_}_NAME", "GIT_${_}_EMAIL") } qw(AUTHOR COMMITTER)} = ('you') x 4;
is system('sh', '-c', "cd $source && $root/branches.sh " . url('httpd')), 0,
    'hundreds of branches are pushed';
unlink "$root/trace";
ok git('clone', '--quiet', '--bare', url('httpd'), "$root/branches"), 'and cloned';
like Persist::Httpd::slurp("$root/trace"), qr/Content-Encoding: gzip/i,
    'by a request that is compressed';
is git_says('-C', "$root/branches", 'rev-parse', 'b300'),
    git_says('-C', $source, 'rev-parse', 'b300'), 'and the last one is there';

# Several at a time.
my %pid;
for my $number (1 .. 6) {
    my $pid = fork // die $!;
    if (!$pid) {
        exec 'git', 'clone', '--quiet', '--branch', 'httpd', url('httpd'),
            "$root/at-once$number" or die $!;
    }
    $pid{$pid} = $number;
}
for (1 .. keys %pid) {
    my $pid = waitpid -1, 0;
    is $?, 0, 'one clone of six at a time succeeds';
    is git_says('-C', "$root/at-once$pid{$pid}", 'rev-parse', 'HEAD'), $commit,
        'and is whole';
}

done_testing;
