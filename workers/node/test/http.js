// SPDX-License-Identifier: Apache-2.0
// serve(): what (req, res) handlers find, and what their responses become.
'use strict';

const assert = require('assert');
const test = require('node:test');
const { start } = require('./player');

// Asks a worker that serves this (req, res) handler.
function serves(name, handler, { variables = {}, options = {} }, check) {
  test(name, async () => {
    const worker = await start(`require('persist-worker').serve(${handler});`);
    try {
      const peer = await worker.connect();
      peer.ask({ REQUEST_METHOD: 'GET', SERVER_PROTOCOL: 'HTTP/1.1', ...variables }, options);
      check(await peer.answer());
    } finally { await worker.end(); }
  });
}

const URLS = [
  ['/app/a%2Db?x', '/app', '/a-b', ['/app', '/a%2Db?x', '/app/a%2Db?x']],
  ['/app', '/app', '', ['/app', '/', '/app/']],
  ['/rewritten', '/app.js', '/to this', ['/app.js', '/to%20this', '/app.js/to%20this']],
  ['/folder/x', '/folder/app.js', '/x', ['/folder', '/x', '/folder/x']],
];
for (const [uri, mount, path, found] of URLS) {
  const variables = { REQUEST_URI: uri, SCRIPT_NAME: mount, PATH_INFO: path };
  variables.QUERY_STRING = uri.split('?')[1] ?? '';
  serves(`the URL ${uri}`, `(req, res) => {
    res.end(JSON.stringify([req.baseUrl, req.url, req.originalUrl]));
  }`, { variables }, (answer) => assert.deepStrictEqual(JSON.parse(answer.body), found));
}

serves('a small response is one message', `(req, res) => {
  res.writeHead(404, 'Away', { 'X-A': ['1', '2'] });
  res.write('a');
  res.end(Buffer.from('b'));
}`, {}, (answer) => {
  assert.deepStrictEqual([answer.status, answer.flags, answer.body], [404, 1, 'ab']);
  assert.deepStrictEqual(answer.headers, { 'x-a': ['1', '2'] });
});

serves('pieces are sent as they are written', `(req, res) => {
  res.write('a');
  setTimeout(() => res.end('b'), 10);
}`, {}, (answer) => {
  assert.deepStrictEqual([answer.flags, answer.body], [0, 'ab']);
});

serves('the end may come when all has been sent', `(req, res) => {
  res.write('a', () => setTimeout(() => res.end(), 10));
}`, {}, (answer) => {
  assert.deepStrictEqual([answer.flags, answer.body, answer.cut], [0, 'a', undefined]);
});

serves('a body arrives', `async (req, res) => {
  for await (const piece of req) res.write(piece);
  res.end(req.headers['x-a']);
}`, { variables: { HTTP_X_A: 'c' }, options: { mode: 1, body: 'ab' } }, (answer) => {
  assert.strictEqual(answer.body, 'abc');
});

serves('no interim response gets into the response', `(req, res) => {
  res.writeContinue();
  res.writeProcessing();
  res.end('x');
}`, {}, (answer) => {
  assert.deepStrictEqual([answer.status, answer.body], [200, 'x']);
});

const HEAD = { variables: { REQUEST_METHOD: 'HEAD' } };
serves('a HEAD has no body', "(req, res) => res.end('x')", HEAD, (answer) => {
  assert.strictEqual(answer.body, '');
});

for (const kind of ['', 'async ']) {
  const handler = `${kind}() => { throw new Error('as ordered'); }`;
  serves(`500 for ${handler}`, handler, {}, (answer) => {
    assert.strictEqual(answer.status, 500);
    assert.match(answer.log, /as ordered/);
  });
}
