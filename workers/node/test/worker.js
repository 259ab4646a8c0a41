// SPDX-License-Identifier: Apache-2.0
// What scripts do to their worker, which lives on, or leaves in order.
'use strict';

const assert = require('assert');
const { once } = require('events');
const test = require('node:test');
const { start, DATA, CONTROL } = require('./player');

// Runs play(worker) against a worker whose script has this handler.
function withHandler(name, handler, play) {
  const text = `const { eachRequest } = require('persist-worker');\neachRequest(${handler});\n`;
  test(name, async () => {
    const worker = await start(text);
    try { await play(worker); } finally { await worker.end(); }
  });
}

async function asked(worker, variables = {}, options = {}) {
  const peer = await worker.connect(DATA);
  peer.ask({ REQUEST_METHOD: 'GET', ...variables }, options);
  return peer.answer();
}

withHandler('a response in whole, and one beyond a frame', `(request) => {
  request.respond(201, { 'Set-Cookie': ['a', 'b'] }, request.query.repeat(300000));
}`, async (worker) => {
  const answer = await asked(worker, { QUERY_STRING: 'x' });
  const headers = { 'set-cookie': ['a', 'b'], 'content-length': ['300000'] };
  assert.deepStrictEqual([answer.status, answer.headers], [201, headers]);
  assert.strictEqual(answer.body, 'x'.repeat(300000));
});

const ANY_FORM = {
  'an object': "{ a: ['1', '2'], b: '3' }",
  'a Map': "new Map([['a', ['1', '2']], ['b', '3']])",
  'a Headers': "new Headers([['set-cookie', '1'], ['set-cookie', '2'], ['b', '3']])",
  'pairs': "[['a', '1'], ['a', '2'], ['b', '3']]",
  'names and values': "['a', '1', 'a', '2', 'b', '3']",
};
for (const [name, text] of Object.entries(ANY_FORM)) {
  withHandler(`headers may be ${name}`, `(request) => request.respond(200, ${text})`,
    async (worker) => {
      const { a, b, 'set-cookie': cookies } = (await asked(worker)).headers;
      assert.deepStrictEqual([a ?? cookies, b], [['1', '2'], ['3']]);
    });
}

const WRONG = {
  'a throw of what has no text': ["(request) => { throw { get stack() { throw 1; } }; }", /./],
  'a throw of undefined': ['() => { throw undefined; }', /undefined/],
  'no answer': ['() => {}', /returned without a response/],
  'a status that is none': ["(request) => request.respond(99, {}, '')", /99 is no status/],
  'a name that is no token': [
    "(request) => request.respond(200, { 'a b': '1' }, '')", /valid HTTP token/],
  'a value with a line feed': [
    "(request) => request.respond(200, { a: '1\\n' }, '')", /Invalid character/],
  'a header without a value': ["(request) => request.respond(200, ['a'], '')", /has no value/],
  'too many headers': [
    "(request) => request.respond(200, { a: Array(600).fill('b') }, '')", /too many/],
  'headers that are a string': ["(request) => request.respond(200, 'a: b')", /Invalid value "undefined"/],
  'a level that is none': ["(request) => request.log('x', 8)", /8 is no level of a log/],
  'the name of a level': ["(request) => request.log('x', 'error')", /'error' is no level/],
  'a body that is none': ['(request) => request.respond(200, {}, 1)', /must be of type string/],
};
for (const [name, [handler, log]] of Object.entries(WRONG)) {
  withHandler(`${name}: 500, and a line in the log`, handler, async (worker) => {
    for (let i = 0; i < 2; i++) {
      const answer = await asked(worker);
      assert.deepStrictEqual([answer.status, answer.flags], [500, 5]);
      assert.match(answer.log, log);
    }
  });
}

withHandler('the loop in the loop: 500', "() => eachRequest(() => {})", async (worker) => {
  assert.match((await asked(worker)).log, /the loop runs already/);
  assert.match((await asked(worker)).log, /the loop runs already/);
});

withHandler('a second response is refused, and logged', `(request) => {
  request.respond(200, {}, 'one');
  request.respond(200, {}, 'two');
}`, async (worker) => {
  assert.strictEqual((await asked(worker)).body, 'one');
  assert.strictEqual((await asked(worker)).body, 'one');
  assert.match(worker.output, /out of turn/);
});

withHandler('a failure behind the head cuts the response', `async (request) => {
  request.start(200, {});
  await request.write('x');
  throw new Error('as ordered');
}`, async (worker) => {
  assert.strictEqual((await asked(worker)).cut, true);
});

withHandler('so does a return without finish()', `async (request) => {
  request.start(200, {});
  await request.write('x');
}`, async (worker) => {
  const { cut, log } = await asked(worker);
  assert.strictEqual(cut, true);
  assert.match(log, /returned without finish\(\)/);
});

withHandler('a status is a response', '(request) => request.respond(204)', async (worker) => {
  assert.deepStrictEqual(await asked(worker), { log: '', status: 204, headers: {}, body: '', flags: 1 });
});

withHandler('a response ends what waits for the body', `async (request) => {
  const body = request.body();
  request.respond(200);
  await body.catch(() => console.log('no body'));
}`, async (worker) => {
  await asked(worker, {}, { mode: 2 });
  while (!worker.output.includes('no body')) await once(worker.child.stdout, 'data');
});

withHandler('requests run at the same time', `async (request) => {
  globalThis.first ? globalThis.first() : await new Promise((first) => { globalThis.first = first; });
  request.respond(200, {}, request.requestId);
}`, async (worker) => {
  const answers = await Promise.all(['1', '2'].map((id) => asked(worker, {}, { id })));
  assert.deepStrictEqual(answers.map((answer) => answer.body), ['1', '2']);
});

withHandler('a deadline ends a wait, for good', `async (request) => {
  if (request.path === '/late') await new Promise(() => {});
  request.respond(200, {}, 'in time');
}`, async (worker) => {
  const control = await worker.connect(CONTROL);
  assert.strictEqual((await control.next())[0], 24);
  const late = await worker.connect();
  late.ask({ PATH_INFO: '/late' }, { id: 'late' });
  assert.strictEqual((await asked(worker)).body, 'in time');
  control.send(18, Buffer.from('late'));
  control.send(18, Buffer.from('late'));
  assert.strictEqual((await late.answer()).status, 504);
  control.send(16);
  assert.deepStrictEqual(await once(worker.child, 'exit'), [0, null]);
});

// What holds Node's loop open.
const OPEN = `const pool = require('net').createServer().listen(0);
const timer = setInterval(() => {}, 1000000);`;
const CLOSE = 'pool.close(); clearInterval(timer);';
// How a script ends, what it has printed by then, and Node's status.
const ENDS = {
  'at once without listeners': ["process.on('exit', () => console.log('exit'));", /^exit$/],
  'by a listener of SIGTERM': [`for (const name of ['SIGINT', 'SIGTERM']) process.on(name, (...args) => {
    setTimeout(() => { console.log(...args); process.exit(3); }, 10);
  });`, /^SIGTERM 15$/, 3],
  'by a listener of SIGINT alone': [`process.on('SIGINT', async (...args) => {
    await null;
    console.log(...args);
    ${CLOSE}
  });`, /^SIGINT 2$/],
  'behind beforeExit': [`${CLOSE} process.once('beforeExit', async () => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    console.log('before exit');
  });`, /^before exit$/],
  'though beforeExit cannot come': [`process.on('beforeExit', () => console.log('before'));
    process.on('exit', () => console.log('exit'));`, /^exit$/],
  'by a listener that throws': [`process.on('SIGTERM', () => {
    throw new Error('as ordered');
  });`, /as ordered/, 1],
};
for (const [name, [listens, output, status = 0]] of Object.entries(ENDS)) {
  test(`a worker ends ${name}`, async () => {
    const worker = await start(`${OPEN} ${listens}
      require('persist-worker').eachRequest((request) => request.respond(200));`);
    try {
      const control = await worker.connect(CONTROL);
      assert.strictEqual((await control.next())[0], 24);
      await asked(worker); // whose connection stays open
      control.send(16);
      assert.deepStrictEqual(await once(worker.child, 'close'), [status, null]);
      assert.match(worker.output.trim(), output);
    } finally { await worker.end(); }
  });
}

withHandler('process.exit() calls no listeners of other ends', `() => {
  process.on('SIGTERM', () => console.log('heard'));
  process.exit(3);
}`, async (worker) => {
  const control = await worker.connect(CONTROL);
  assert.strictEqual((await control.next())[0], 24);
  assert.strictEqual((await asked(worker)).status, 500);
  control.send(16);
  assert.deepStrictEqual(await once(worker.child, 'close'), [0, null]);
  assert.doesNotMatch(worker.output, /heard/);
});

const NEVER = 'return new Promise(() => {});';
const LEAVES = {
  'process.exit()': ['() => process.exit(3)', /process.exit/],
  'a rejection that nobody handles': [
    `() => { Promise.reject(new Error('lost')); ${NEVER} }`, /lost/],
  'an exception in a timer': [
    `() => { setTimeout(() => { throw new Error('late'); }); ${NEVER} }`, /late/],
};
const REJECTS = "Promise.reject(new Error('of a request'));";
const THROWS = "setTimeout(() => { throw new Error('of a request'); });";
const DOES = {
  exits: '() => process.exit(1)',
  throws: "() => { throw new Error('of a listener'); }",
  'throws it again': '(error) => { throw error; }',
  'exits later': 'async () => { await null; process.exit(1); }',
};
for (const [event, fails] of [['unhandledRejection', REJECTS], ['uncaughtException', THROWS]]) {
  for (const [does, listener] of Object.entries(DOES)) {
    LEAVES[`a listener of ${event} that ${does}`] = [
      `() => { process.once('${event}', ${listener}); ${fails} ${NEVER} }`,
      does === 'exits later' ? /process.exit|of a request/ : /of a request/];
  }
}
for (const [name, [handler, log]] of Object.entries(LEAVES)) {
  withHandler(`${name}: 500, LEAVING, refusals, and STOP`, handler, async (worker) => {
    const control = await worker.connect(CONTROL);
    assert.strictEqual((await control.next())[0], 24);
    const answer = await asked(worker);
    assert.deepStrictEqual([answer.status, log.test(answer.log)], [500, true]);
    assert.deepStrictEqual(await control.next(), [27]);
    assert.strictEqual((await asked(worker)).cut, true);
    control.send(16);
    assert.deepStrictEqual(await once(worker.child, 'exit'), [0, null]);
  });
}

for (const order of ['before', 'after']) {
  const listens = "process.on('uncaughtException', () => process.exit(1));";
  const loop = `require('persist-worker').eachRequest(async (request) => {
    if (request.path === '/fails') setTimeout(() => { throw new Error('of a request'); });
    request.respond(200, {}, await request.body());
  });`;
  test(`a listener that exits, set ${order} the loop, cuts no other request`, async () => {
    const worker = await start(order === 'before' ? listens + loop : loop + listens);
    try {
      const [beside, failing] = [await worker.connect(), await worker.connect()];
      beside.ask({}, { mode: 2 });
      assert.strictEqual((await beside.next())[0], 7);
      failing.ask({ PATH_INFO: '/fails' }, { mode: 2 });
      assert.strictEqual((await failing.answer()).status, 500);
      beside.send(3, Buffer.from('all of it'), 1);
      assert.strictEqual((await beside.answer()).body, 'all of it');
    } finally { await worker.end(); }
  });
}

withHandler('a wrong frame closes its connection only', `(request) => {
  request.respond(200, {}, 'x');
}`, async (worker) => {
  const peer = await worker.connect();
  peer.socket.write('GET / HTTP/1.1\r\n');
  await once(peer.socket, 'end');
  assert.strictEqual((await asked(worker)).body, 'x');
});
