#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// An application of Express.
'use strict';

const express = require('express');
const { serve } = require('persist-worker');

const app = express();
app.use(express.urlencoded({ extended: false }), express.json());
app.use('/static', express.static(__dirname, { extensions: ['txt'] }));

app.get('/', (req, res) => res.send('the index'));
app.get('/hello/:name', (req, res) => res.type('text').send(`hello ${req.params.name}`));
app.post('/form', (req, res) => res.json(req.body));
app.post('/size', (req, res) => {
  let size = 0;
  req.on('data', (piece) => { size += piece.length; });
  req.on('end', () => res.send(String(size)));
});
app.post('/echo', (req, res) => req.pipe(res));
app.get('/away', (req, res) => res.redirect(`${req.baseUrl}/hello/you`));
app.get('/urls', (req, res) => res.json([req.baseUrl, req.url, req.originalUrl]));
app.get('/count', (req, res) => {
  const count = Number(/count=(\d+)/.exec(req.headers.cookie)?.[1] ?? 0) + 1;
  res.cookie('other', 'a b').cookie('count', count).send(String(count));
});
app.get('/pieces', (req, res) => {
  const next = (i) => setImmediate(write, i + 1);
  const write = (i) => (i > 3 ? res.end() : res.write(`piece ${i}\n`, () => next(i)));
  write(1);
});
app.get('/coded', (req, res) => res.set('Transfer-Encoding', 'chunked').end('coded'));
app.get('/fails', () => { throw new Error('as ordered'); });
app.get('/rejects', async () => { throw new Error('rejected as ordered'); });
app.get('/later', () => { setImmediate(() => { throw new Error('later as ordered'); }); });
app.get('/pid', (req, res) => res.send(String(process.pid)));

serve(app);
