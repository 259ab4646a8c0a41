#!/usr/bin/env perl
# SPDX-License-Identifier: Apache-2.0
# An application of Dancer2.
use Dancer2;
use PersistWorker::PSGI;

set session => 'Simple';
set log => 'error';

get '/' => sub { 'the index' };
get '/hello/:name' => sub { 'hello ' . route_parameters->get('name') };
post '/form' => sub {
    to_json(body_parameters->as_hashref_mixed, { utf8 => 0 });
};
post '/size' => sub { length request->body };
post '/upload' => sub {
    my $file = upload('file');
    return $file->filename . ' ' . $file->size;
};
get '/away' => sub { redirect '/hello/you' };
get '/link' => sub { uri_for('/form') };
get '/count' => sub {
    session count => 1 + (session('count') // 0);
    return session('count');
};
get '/pieces' => sub {
    delayed {
        flush;
        content "piece $_\n" for 1 .. 3;
        done;
    };
};
get '/fails' => sub { die "as ordered\n" };

PersistWorker::serve_psgi(main->to_app);
