# SPDX-License-Identifier: Apache-2.0
# persistctl new: each kind is a folder that runs at once, if its framework is
# there, and of which the doctor finds nothing wrong.
use v5.30;
use warnings;
use Persist::Doctor qw(doctor environment make_new use_conf_of);
use Persist::Ctl 'ctl';
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

# A framework is loaded as slowly as a loaded machine lets it be.
my $httpd = Persist::Httpd->new(
    conf => "PersistBootTimeout 300s\nPersistQueue 100 300s\n");
my $site = "$httpd->{root}/site";
use_conf_of($httpd);
$httpd->start;

my ($python, $ruby) = @ENV{qw(PERSIST_T_PYTHON PERSIST_T_RUBY)};

sub can_run {
    my (@words) = @_;
    return @words && $words[0] && system("@words >/dev/null 2>&1") == 0;
}

# The path and what a page has, the link being below the folder's URL.
my %kinds = (
    script => [$python, undef, { '/' => 'Hello from /', '/x' => 'Hello from /x' }],
    flask => [$python, '-c "import flask"',
        { '/' => 'href="/flask/about"', '/about' => 'This is flask.' }],
    django => [$python, '-c "import django"',
        { '/' => 'href="/django/admin/"', '/admin/login/' => 'csrfmiddleware' }],
    express => ['NODE_PATH=/usr/share/nodejs node', '-e "require(\'express\')"',
        { '/' => 'href="/express/about"', '/about' => 'This is express.' }],
    fastapi => [$python, '-c "import fastapi"', { '/' => 'Hello from FastAPI' }],
    sinatra => [$ruby, '-e "require %q(sinatra/base); require %q(bundler)"',
        { '/' => '/sinatra/about"', '/about' => 'This is sinatra.' }],
    rails => [$ruby, '-e "require %q(rails); require %q(bundler)"',
        { '/' => 'href="/rails/about"', '/about' => 'This is rails.' }]);

# A view that fails, for the end of a file.
my %broken = (
    flask => ['app.py', '@app.get("/broken")', 'def broken():', '    return {}["basket"]'],
    django => ['project/urls.py', 'def broken(request):', '    return {}["basket"]',
        'urlpatterns.append(path("broken", broken))'],
    express => ['app.js', 'app.get("/broken", () => { throw Error("basket") })'],
    fastapi => ['main.py', '@app.get("/broken")', 'def broken():', '    return {}["basket"]'],
    sinatra => ['app.rb', 'App.get("/broken") { {}.fetch("basket") }'],
    rails => ['config/routes.rb',
        'Rails.application.routes.draw { get "/broken", to: ->(env) { {}.fetch("basket") } }']);

# An exception is answered by a page of the framework's own, and its owner finds it.
sub logs_its_exceptions {
    my ($kind) = @_;
    my ($file, @lines) = $broken{$kind}->@*;
    open my $code, '>>', "$site/$kind/$file" or die $!;
    print $code map { "$_\n" } '', @lines;
    close $code or die $!;
    my $status;
    becomes { ($status = $httpd->get("/$kind/broken")->{status}) == 500 }
        "$kind: a view fails" or diag $status;
    becomes { ctl($httpd, 'log', "$site/$kind")->{said} =~ /basket/ }
        'persistctl log shows its exception'
        or diag substr ctl($httpd, 'log', "$site/$kind")->{said}, -3000;
}

for my $kind (sort keys %kinds) {
    my ($interpreter, $probe, $pages) = $kinds{$kind}->@*;
    my $made = make_new($httpd, $kind, $kind);
    is $made->{status}, 0, "$kind is made" or diag $made->{said};
    my $lines = $kind eq 'script' ? 5 : 6;
    is scalar(() = $made->{said} =~ /\n/g), $lines, "it says what to do, in $lines lines";
    my ($first) = $made->{said} =~ /^(?:Debian|Install): +(.*)$/m;
    like $first, $kind eq 'script' ? qr/^nothing/ : qr/^sudo apt-get install /,
        'and first which packages that needs';
    my $folder = "$site/$kind";
    is scalar(() = Persist::Httpd::slurp("$folder/.htaccess") =~ /\n/g), 2,
        'two lines of .htaccess are enough';
    my @files = grep { -f } glob "$folder/* $folder/.??* $folder/*/*";
    my @open = grep { (stat)[2] & 0022 } glob "$folder/* $folder/.??*";
    is "@open", '', 'nobody else may write in it';
    my @secret = grep { Persist::Httpd::slurp($_) =~ /[\w-]{50}/ } @files;
    is join(' ', map { sprintf '%s %o', $_, (stat)[2] & 0777 } @secret),
        $kind =~ /^(?:django|rails)$/ ? "$folder/.env 640" : '',
        'a secret is in .env alone, if there is one';
    SKIP: {
        skip "$kind is for PERSIST_T_LONG", 1
            if $kind =~ /^(?:django|fastapi|rails)$/ && !$ENV{PERSIST_T_LONG};
        skip "what $kind needs is not there", 1
            if $probe && !can_run($interpreter, $probe);
        open my $lines, '>>', "$folder/.htaccess" or die $!;
        print $lines environment();
        close $lines or die $!;
        for my $path (sort keys %$pages) {
            my $answer = $httpd->get("/$kind$path");
            is $answer->{status}, 200, "$path is answered"
                or diag substr $httpd->log, -2000;
            like $answer->{body}, qr/\Q$pages->{$path}\E/, 'as it should';
        }
        logs_its_exceptions($kind) if $broken{$kind};
        skip 'curl is not there', 1 if !can_run('curl', '-V');
        my $found = doctor($httpd, $kind);
        is $found->{status}, 0, 'the doctor finds nothing' or diag $found->{said};
    }
}

my $blank = make_new($httpd, 'script', 'my script');
my ($try) = $blank->{said} =~ /^Try: +(.*)$/m;
$ENV{PYTHONPATH} = $ENV{PERSIST_T_PYTHONPATH};
is `$try`, "Hello from /\n", 'what it says runs, also in a folder with a blank';

mkdir "$site/kept" or die $!;
chmod 02750, "$site/kept" or die $!;
is make_new($httpd, 'script', 'kept')->{status}, 0, 'a folder that is there is filled';
is sprintf('%o', (stat "$site/kept")[2] & 07777), '2750', 'and keeps its mode';

my $again = make_new($httpd, 'flask', 'flask');
is $again->{status}, 1, 'a folder that is not empty is refused';
like $again->{said}, qr/not empty/, 'with its reason';
my $unknown = make_new($httpd, 'cobol', 'cobol');
is $unknown->{status}, 2, 'so is a kind that there is not';
like $unknown->{said}, qr/there are: .*flask/, 'and those that there are follow';

ok $httpd->stop, 'httpd stops';
done_testing;
