# SPDX-License-Identifier: Apache-2.0
# docs/recipes/rails.md, beside puma.
use v5.30;
use warnings;
use Persist::Recipe;
use Test::More;

plan skip_all => 'Ruby has no worker SDK here' if !$ENV{PERSIST_T_RUBY};
Persist::Recipe->needs('rails', 'puma', 'curl', 'openssl');
my $recipe = Persist::Recipe->deploy('rails');
$recipe->puma;
# Tokens, what is sealed with a nonce, and what is made of these or of the time.
$recipe->{mask} = sub {
    s/(?<=_session=)[^;]+/SESSION/;
    s/(?<=name="csrf-token" content=")[^"]+/TOKEN/;
    s/(?<=name="authenticity_token" value=")[^"]+/TOKEN/;
    s/^(x-request-id|x-runtime): .*/$1: MASKED/;
    s{^etag: W/.*}{etag: MASKED};
};
my $large = "$recipe->{folder}/public/500.html";

# Words for curl that fill in the form of the page that the server has sent.
sub form {
    my @fields = @_;
    return sub {
        my ($token) = $_[0]{body} =~ /name="authenticity_token" value="([^"]+)"/;
        return ('-F', 'authenticity_token=' . ($token // ''), @fields);
    };
}

$recipe->each_protocol(sub {
    my $index = $recipe->same('/');
    my ($sheet) = $index->{body} =~ m{href="/apps/notes(/assets/[^"]+\.css)"};
    like $index->{body}, qr{action="/apps/notes/notes"}, 'the form is below';
    my $made = $recipe->same('/notes', form('--form-string', 'note[text]=<one>', '-F',
        "note[picture]=\@$large"));
    is $made->{status}, 302, 'a note is taken';
    like $recipe->same('/')->{body}, qr/Saved.*&lt;one&gt;/s, 'and there';
    my ($picture) = $recipe->same('/')->{body} =~ m{/apps/notes(/notes/\d+/picture)};
    is $recipe->same($picture)->{body}, Persist::Httpd::slurp($large),
        'its picture is what was sent';
    $recipe->same($picture, '-I');
    is $recipe->same('/notes', '-d', 'note[text]=x')->{status}, 422,
        'no note without the token';
    $recipe->same('/notes/999/picture');
    $recipe->same('/nowhere/M%C3%BCller%20%26%20Co?x=%2F');
    $recipe->same('/', '-X', $_) for 'DELETE', 'OPTIONS';
    is $recipe->ask('httpd', $sheet)->{status}, 200, 'httpd sends assets';
    is $recipe->same("/$_")->{status}, 404, "$_ is not sent"
        for '.env', 'config/master.key', 'storage/production.sqlite3';
});

done_testing;
