# SPDX-License-Identifier: Apache-2.0
# docs/recipes/fastapi.md, beside uvicorn.
use v5.30;
use warnings;
use Persist::Http;
use Persist::Http2;
use Persist::Recipe;
use Test::More;

Persist::Recipe->needs('python', 'curl');
my $recipe = Persist::Recipe->deploy('fastapi');
$recipe->reference([qw(.venv/bin/python3 -m uvicorn --port PORT --root-path MOUNT
    main:app)], strip => 1);
$recipe->each_protocol(sub {
    $recipe->same('/');
    $recipe->same('/', '-I');
    my $events = $recipe->same('/events?pause=0.01');
    is $events->{body}, join('', map { "id: $_\ndata: tick\n\n" } 0 .. 2),
        'a stream of events';
    my $upload = $recipe->same('/upload', '-F', "file=\@$0;filename=test.t");
    like $upload->{body}, qr/"bytes":${\ -s $0}\b/, 'a file arrives whole';
    $recipe->same('/upload', '-d', 'no=file');
    $recipe->same('/events?count=many');
    $recipe->same('/events', '-X', 'DELETE');
    $recipe->same('/nowhere/a%20b?c=%C3%BC');
    $recipe->same('/events/');
    $recipe->same('/docs');
    $recipe->same('/openapi.json');
    isnt $recipe->same('/main.py')->{status}, 200, 'main.py is not sent';
});

# A pause longer than any test: what arrives has not waited for the end.
my $endless = "$recipe->{mount}/events?pause=1000";
my $http = Persist::Http->new($recipe->{httpd}{port});
my $head = $http->request('GET', $endless)->head;
is $head->{headers}{'content-type'}, 'text/event-stream; charset=utf-8',
    'a stream begins';
is $http->chunk, "id: 0\ndata: tick\n\n", 'each event is sent at once';
my $http2 = Persist::Http2->new($recipe->{httpd}{port});
is $http2->data($http2->begin('GET', $endless)), "id: 0\ndata: tick\n\n",
    'also over HTTP/2';

$recipe->logs_exceptions('main.py', '@app.get("/broken")', 'def broken():',
    '    return {}["basket"]');

done_testing;
