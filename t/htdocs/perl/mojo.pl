#!/usr/bin/env perl
# SPDX-License-Identifier: Apache-2.0
# An application of Mojolicious::Lite.
use Mojolicious::Lite -signatures;
use PersistWorker::PSGI;

app->secrets(['for the test alone']);
app->log->level('error');

get '/' => { text => 'the index' };
get '/hello/:name' => sub ($c) { $c->render(text => 'hello ' . $c->param('name')) };
post '/form' => sub ($c) { $c->render(json => $c->req->params->to_hash) };
post '/size' => sub ($c) { $c->render(text => length $c->req->body) };
post '/upload' => sub ($c) { $c->render(text => $c->param('file')->filename
    . ' ' . $c->param('file')->size) };
get '/away' => sub ($c) { $c->redirect_to('/hello/you') };
get '/link' => sub ($c) { $c->render(text => $c->url_for('/form')->to_abs) };
get '/count' => sub ($c) {
    $c->render(text => ++$c->session->{count});
};
get '/pieces' => sub ($c) {
    my @pieces = map { "piece $_\n" } 1 .. 3;
    my $next = sub ($c, @) {
        my $piece = shift @pieces // return $c->finish;
        $c->write_chunk($piece, __SUB__);
    };
    $c->$next;
};
get '/fails' => sub ($c) { die "as ordered\n" };

PersistWorker::serve_psgi(app->start('psgi'));
