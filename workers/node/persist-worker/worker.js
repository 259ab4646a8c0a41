// SPDX-License-Identifier: Apache-2.0
// The worker's life: it takes the socket over from persistd when it is loaded,
// and serves httpd and persistd when it is given a handler.
'use strict';

const net = require('net');
const { inspect } = require('util');
const { AsyncLocalStorage } = require('async_hooks');
const { WrongFrame, takeFrames, encode } = require('./frame');
const { ClientGone, DeadlineExceeded } = require('./exchange');
const { Request } = require('./request');

const CAPACITY = 1024; // requests at a time; PersistConcurrency has the say
const ORPHAN_MS = 30000;

const current = new AsyncLocalStorage(); // the request that code runs for
const running = new Set(); // requests whose handler has not returned
const probes = new Set(); // units that persistd asks about
let begin; // resolves begun with the handler, once
const begun = new Promise((resolve) => { begin = resolve; });
let [control, orphaned, arrivals, leaving, stopping] = [null, null, 0, false, false];

const exit = process.exit.bind(process);
const server = process.env.PERSIST_WORKER && adopt(process.env.PERSIST_WORKER);
delete process.env.PERSIST_WORKER;

// What a field may be: a number, or bytes, up to a limit.
const atMost = (most) => (field) => typeof field === 'number' && field >= 0 && field <= most;
const bytes = (most) => (field) => Buffer.isBuffer(field) && field.length <= most;
const U32 = atMost(0xffffffff);

// What a new connection, httpd and persistd may send: what it does, and its fields.
const NEW = { 1: [open, U32, atMost(1), U32, U32] };
const DATA = {
  2: [ask, U32, bytes(1 << 20), atMost(2), bytes(1 << 16), atMost(2 ** 40), bytes(64)],
  3: [(connection, ...body) => connection.request?.receive(...body), bytes(1 << 18), atMost(2)],
};
const CONTROL = { 16: [stop], 18: [late, bytes(64)], 19: [probe, U32] };

class Connection {
  kinds = NEW; features = 0; unit = 0; request = null; ended = false; #rest = Buffer.alloc(0);

  constructor(socket) {
    socket.on('data', (chunk) => this.#receive(chunk)).on('error', () => {});
    socket.on('end', () => this.#gone()).on('close', () => this.#gone()).resume();
    this.socket = socket;
  }

  answered() {
    this.request = null;
    if (this.ended) this.socket.end();
  }

  async flushed() {
    if (this.socket.writableLength) await new Promise((done) => { this.socket.write('', done); });
  }

  #receive(chunk) {
    arrivals++;
    try {
      const bytes = Buffer.concat([this.#rest, chunk]);
      this.#rest = takeFrames(bytes, (message) => this.#handle(message));
    } catch (error) {
      if (!(error instanceof WrongFrame)) throw error;
      console.error(`persist-worker closes a connection that has sent ${error.message}`);
      this.socket.destroy();
    }
  }

  #handle([kind, ...fields]) {
    const [does, ...fits] = (typeof kind === 'number' && this.kinds[kind]) || [];
    const right = does && fits.every((fit, i) => fit(fields[i]));
    if (!right) throw new WrongFrame(`a wrong message ${kind}`);
    does(this, ...fields.slice(0, fits.length));
  }

  #gone() {
    this.ended = true;
    if (control === this) lost();
    if (this.request) this.request.abort(new ClientGone('the client has gone'));
    else this.socket.end();
  }
}

// Serves each request by handler(request), several at a time, until persistd
// stops the worker. Throws Error if persistd has not started the script, or if the
// loop runs already.
function serve(handler) {
  if (!server) throw new Error('this script must be started by mod_persist');
  if (!begin) throw new Error('the loop runs already');
  begin = begin(handler);
  server.ref();
  lost();
}

// libuv listens anew on the socket, and closes it and all others in children.
function adopt(variable) {
  const [version, fd] = variable.split(':').map(Number);
  if (version !== 1) throw new Error(`PERSIST_WORKER=${variable} is not version 1 of the protocol`);
  const accept = async (socket) => { arrivals++; await begun; new Connection(socket); };
  const options = { allowHalfOpen: true, pauseOnConnect: true };
  return net.createServer(options, accept).listen({ fd, backlog: 511 }).unref();
}

function open(connection, version, role, features, unit) {
  if (version !== 1 || unit >= (role ? 1 : CAPACITY)) throw new WrongFrame('another version or unit');
  Object.assign(connection, { features, unit, kinds: role ? CONTROL : DATA });
  if (!role) return;
  control?.socket.destroy();
  control = connection;
  clearTimeout(orphaned);
  probes.clear();
  control.socket.write(encode(24, 1, Buffer.from('node 0.1'), 32, CAPACITY, ownFiles(), 0));
  if (leaving) control.socket.write(encode(27));
}

function ownFiles() {
  const foreign = /\/node_modules\/|^\/usr\/(share|lib)\//;
  const own = (file) => !foreign.test(file) && !file.startsWith(__dirname);
  const files = new Set([process.argv[1], ...Object.keys(require.cache).filter(own)]);
  return [...files].slice(0, 1000).map((file) => Buffer.from(file));
}

function ask(connection, ...fields) {
  if (connection.request) throw new WrongFrame('a request within a request');
  run(connection.request = new Request(connection, ...fields));
}

async function run(request) {
  running.add(request);
  const [handler] = await Promise.all([begun, new Promise(nextTurn)]); // an end of file shows
  try {
    if (leaving || request.connection.ended) request.cut();
    else await current.run(request, handler, request);
    const reason = request.reason ?? new Error('the handler returned without a response');
    if (!request.answered) throw reason;
  } catch (error) { fail(request, error); }
  await request.connection.flushed();
  settle(request);
}

// Something was thrown for a request, or, if that is undefined, for none. What is
// thrown may throw again when it is made a text.
function fail(request, error) {
  let text = 'an error that cannot be shown';
  try { text = inspect(error); } catch { /* stays as it is */ }
  if (request && !request.answered) request.fail(text);
  else if (!request || error !== request.reason) console.error(text);
}

// The handler has returned, or is given up.
function settle(request) {
  running.delete(request);
  if (stopping && running.size === 0) exit(0);
  if (probes.size > 0) whenQuiet(idle);
}

// Calls back when the loop has polled once more: the first check may be before that.
function nextTurn(then) { setImmediate(() => setImmediate(then)); }

// Calls back when a turn has brought nothing: all that had arrived has been read.
function whenQuiet(then) {
  const seen = arrivals;
  nextTurn(() => (seen === arrivals ? then() : whenQuiet(then)));
}

function probe(connection, unit) {
  if (unit >= CAPACITY) throw new WrongFrame('PROBE for no unit');
  probes.add(unit);
  whenQuiet(idle);
}

function idle() {
  const busy = new Set([...running].map((request) => request.connection.unit));
  for (const unit of [...probes].filter((asked) => !busy.has(asked))) {
    probes.delete(unit);
    control.socket.write(encode(26, unit));
  }
}

// The deadline: the handler has a turn to answer by itself, then it is given up.
function late(connection, id) {
  const request = [...running].find((each) => each.requestId === id.latin1Slice());
  if (!request || request.answered || request.reason) return;
  request.abort(new DeadlineExceeded('PersistRequestTimeout has passed'));
  setImmediate(() => {
    if (!request.answered) fail(request, request.reason);
    settle(request);
  });
}

function lost() {
  control = null;
  probes.clear();
  orphaned = setTimeout(() => whenQuiet(() => control || stop()), ORPHAN_MS);
}

// Ends the loop: httpd runs elsewhere what still comes, until STOP.
function leave() {
  if (!leaving) control?.socket.write(encode(27));
  leaving = true;
}

function stop() {
  leaving = stopping = true;
  settle();
}

// An exception that no handler sees. Node may be in any state now.
function giveUp(error) {
  const request = current.getStore();
  fail(request, error);
  settle(request);
  if (!control && !running.size) exit(1); // the script has failed to start
  leave();
}

module.exports = { serve, leave, giveUp };
