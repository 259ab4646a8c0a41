// SPDX-License-Identifier: Apache-2.0
// serve(): what (req, res) handlers find, and what their responses become.
'use strict';

const assert = require('assert');
const { once } = require('events');
const test = require('node:test');
const { start, CONTROL } = require('./player');

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
  // None of these names another host.
  ['//app/x/', '/app', '/x/', ['/app', '/x/', '/app/x/']],
  ['//folder//x', '/folder/app.js', '/x', ['/folder', '/x', '/folder/x']],
  ['//evil/%2e%2E/app/./x', '/app', '/x', ['/app', '/x', '/app/x']],
  ['/\\evil/../app/x', '/app', '/x', ['/app', '/x', '/app/x']],
  ['http://evil/app/x', '/app', '/x', ['/app', '/x', '/app/x']],
  ['//app//x', '//app', '//x', ['/app', '//x', '/app//x']], // MergeSlashes Off
  ['/ü/a%C3%BCü', '/ü', '/aüü', ['/%C3%BC', '/a%C3%BC%C3%BC', '/%C3%BC/a%C3%BC%C3%BC']],
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
  assert.deepStrictEqual(answer.headers, { 'x-a': ['1', '2'], status: ['404 Away'] });
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

serves('the end may come while a piece is on its way', `(req, res) => {
  res.write('a');
  process.nextTick(() => res.end('b'));
}`, {}, (answer) => assert.strictEqual(answer.body, 'ab'));

test('what a handler throws behind the response is logged', async () => {
  const worker = await start(`require('persist-worker').serve(async (req, res) => {
    const { once } = require('events');
    res.end();
    await once(res, 'close');
    throw new Error('as ordered');
  });`);
  try {
    const peer = await worker.connect();
    peer.ask({});
    assert.strictEqual((await peer.answer()).status, 200);
    while (!worker.output.includes('as ordered')) await once(worker.child.stderr, 'data');
  } finally { await worker.end(); }
});

// A handler prints its request's name behind the response.
function prints(name, handler) {
  test(name, async () => {
    const worker = await start(`require('persist-worker').serve(${handler});`);
    try {
      for (const mode of [2, 1, 0]) {
        const peer = await worker.connect();
        peer.ask({ HTTP_X_A: `mode ${mode}` }, { mode, body: mode ? 'part' : '' });
        await peer.answer();
        while (!worker.output.includes(`mode ${mode}`)) await once(worker.child.stdout, 'data');
      }
      assert.doesNotMatch(worker.output, /Error/);
    } finally { await worker.end(); }
  });
}

prints('a request is closed behind its response', `(req, res) => {
  req.on('close', () => console.log(req.headers['x-a']));
  res.end();
}`);

prints('an end while all that was written is on its way finishes the response', `(req, res) => {
  res.on('finish', () => console.log(req.headers['x-a']));
  res.write('a');
  process.nextTick(() => res.end());
}`);

serves('streams wait until the response drains', `async (req, res) => {
  const { Readable } = require('stream');
  for (const letter of 'ab') {
    const source = Readable.from(Array(3).fill(letter.repeat(100000)));
    source.pipe(res, { end: false });
    await new Promise((resolve) => source.on('end', resolve));
  }
  res.end();
}`, {}, (answer) => {
  assert.strictEqual(answer.body, 'a'.repeat(300000) + 'b'.repeat(300000));
});

serves('the usual reason phrase is not told', `(req, res) => {
  res.statusCode = 404;
  res.end();
}`, {}, (answer) => assert.strictEqual(answer.headers.status, undefined));

serves('a Trailer is left out, and so are the trailers', `(req, res) => {
  res.writeHead(200, { Trailer: 'X-T' });
  res.write('a');
  res.addTrailers({ 'X-T': '1' });
  res.end();
}`, {}, (answer) => {
  assert.deepStrictEqual([answer.status, answer.headers, answer.body], [200, {}, 'a']);
});

for (const protocol of ['HTTP/1.0', 'HTTP/1.1', 'HTTP/2.0']) {
  const variables = { SERVER_PROTOCOL: protocol };
  serves(`one Buffer has its length with ${protocol}`, `(req, res) => {
    res.end(Buffer.alloc(1e6));
  }`, { variables }, (answer) => {
    assert.deepStrictEqual([answer.flags, answer.body.length], [0, 1e6]);
    assert.deepStrictEqual(answer.headers, { 'content-length': ['1000000'] });
  });
}

const HEADERS = { HTTP_X_A: 'b', CONTENT_TYPE: 'text/plain' };
serves('headers have each form of Node', `(req, res) => {
  res.end(JSON.stringify([req.headers, req.headersDistinct, req.rawHeaders]));
}`, { variables: HEADERS }, (answer) => {
  const [once, distinct, raw] = JSON.parse(answer.body);
  assert.deepStrictEqual(once, { 'x-a': 'b', 'content-type': 'text/plain' });
  assert.deepStrictEqual(distinct, { 'x-a': ['b'], 'content-type': ['text/plain'] });
  assert.deepStrictEqual(raw, Object.entries(once).flat());
});

serves('a timeout calls who listens to it', `(req, res) => {
  res.setTimeout(1, (socket) => res.end(String(socket === req.socket)));
}`, {}, (answer) => assert.strictEqual(answer.body, 'true'));

serves('a timeout that is taken back is none', `(req, res) => {
  req.setTimeout(1, () => res.end('late')).setTimeout(0);
  setTimeout(() => res.end('in time'), 10);
}`, {}, (answer) => assert.strictEqual(answer.body, 'in time'));

serves('a timeout that nobody listens to ends the response', `(req, res) => {
  req.socket.setTimeout(1);
}`, {}, (answer) => {
  assert.strictEqual(answer.status, 500);
  assert.match(answer.log, /nobody listens/);
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

const GIVEN_UP = {
  'is destroyed': ["res.destroy(new Error('as ordered'))", /as ordered/],
  'has a status that httpd refuses': ['res.writeHead(999).end()', /999 is no status/],
};
for (const [name, [text, reason]] of Object.entries(GIVEN_UP)) {
  serves(`500 for a response that ${name}`, `(req, res) => { ${text}; }`, {}, (answer) => {
    assert.strictEqual(answer.status, 500);
    assert.match(answer.log, reason);
  });
}

// Serves a request without an answer; its handler's text runs when the response is
// closed. Calls play(worker, peer) when the handler waits.
function waits(name, text, play) {
  test(name, async () => {
    const worker = await start(`require('persist-worker').serve((req, res) => {
      res.prependListener('close', () => { ${text} });
      console.log('runs');
    });`);
    try {
      const peer = await worker.connect();
      peer.ask({ REQUEST_METHOD: 'GET', SERVER_PROTOCOL: 'HTTP/1.1' });
      await once(worker.child.stdout, 'data');
      await play(worker, peer);
    } finally { await worker.end(); }
  });
}

waits('a client that leaves closes the response', "console.log('closed');", async (worker, peer) => {
  peer.socket.end();
  assert.match(String(await once(worker.child.stdout, 'data')), /closed/);
});

test('a client that leaves closes the connection of a request that was read', async () => {
  const worker = await start(`require('persist-worker').serve((req, res) => {
    req.socket.on('close', () => console.log('closed'));
    req.resume().on('close', () => console.log('runs'));
  });`);
  try {
    const peer = await worker.connect();
    peer.ask({});
    await once(worker.child.stdout, 'data');
    peer.socket.end();
    while (!worker.output.includes('closed')) await once(worker.child.stdout, 'data');
  } finally { await worker.end(); }
});

// Reads an upload, and prints the code of what it ends by.
const READS = {
  'on events': `await new Promise((resolve, reject) => {
    req.on('data', () => console.log('runs')).on('end', resolve).on('error', reject);
  })`,
  'by for await': "for await (const piece of req) console.log('runs')",
  'by a pipe': `await require('stream/promises').pipeline(req, async function* (source) {
    for await (const piece of source) console.log('runs');
  })`,
};
const CUTS = {
  'a client that leaves': (peer) => peer.socket.end(),
  'a body that is cut off': (peer) => peer.send(3, Buffer.alloc(0), 2),
};
for (const [cut, play] of Object.entries(CUTS)) {
  for (const [how, reads] of Object.entries(READS)) {
    test(`${cut} fails an upload that is read ${how}`, async () => {
      const worker = await start(`require('persist-worker').serve(async (req, res) => {
        try { ${reads}; } catch (error) { console.log('code', error.code); }
      });`);
      try {
        const peer = await worker.connect();
        peer.ask({ REQUEST_METHOD: 'POST' }, { mode: 2, body: 'part' });
        while (!worker.output.includes('runs')) await once(worker.child.stdout, 'data');
        play(peer);
        while (!worker.output.includes('code')) await once(worker.child.stdout, 'data');
        assert.match(worker.output, /code ECONNRESET/);
      } finally { await worker.end(); }
    });
  }
}

waits('what a listener throws at the deadline leaves the answer', `
  throw new Error('of a listener');
`, async (worker, peer) => {
  const control = await worker.connect(CONTROL);
  control.send(18, Buffer.from('id'));
  assert.strictEqual((await peer.answer()).status, 504);
});
