// SPDX-License-Identifier: Apache-2.0
// The worker's life: it takes the socket over from persistd when it is loaded,
// and serves httpd and persistd when it is given a handler.
'use strict';

const net = require('net');
const { WrongFrame, takeFrames, encode } = require('./frame');
const { ClientGone, DeadlineExceeded } = require('./exchange');
const { exit } = require('./end');

const CAPACITY = 1024; // requests at a time; PersistConcurrency has the say
const ORPHAN_MS = 30000;

const running = new Set(); // requests whose handler has not returned
const probes = new Set(); // units that persistd asks about
let begin; // resolves begun, when there is a script
const begun = new Promise((resolve) => { begin = resolve; });
let [script, control, orphaned, arrivals] = [null, null, null, 0];
let [leaving, stopping, ended] = [false, false, false];

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
      const bytes = this.#rest.length ? Buffer.concat([this.#rest, chunk]) : chunk;
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

// Serves each request until persistd stops the worker, by given: Request, its
// class; handle(request), which resolves when the script has done with it and never
// rejects; fail(request, error), which answers it; files(), Buffers of paths for
// READY; end(), which ends Node. Throws Error if persistd has not started the script,
// or if the loop runs already.
function serve(given) {
  if (!server) throw new Error('this script must be started by mod_persist');
  if (script) throw new Error('the loop runs already');
  script = given;
  begin();
  server.ref();
  lost();
}

// libuv listens anew on the socket, and closes it and all others in children. It is
// the listening socket alone that keeps Node running.
function adopt(variable) {
  const [version, fd] = variable.split(':').map(Number);
  if (version !== 1) throw new Error(`PERSIST_WORKER=${variable} is not version 1 of the protocol`);
  const accept = async (socket) => { arrivals++; await begun; new Connection(socket.unref()); };
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
  control.socket.write(encode(24, 1, Buffer.from('node 0.1'), 32, CAPACITY, script.files(), 0));
  if (leaving) control.socket.write(encode(27));
}

function ask(connection, ...fields) {
  if (connection.request) throw new WrongFrame('a request within a request');
  run(connection.request = new script.Request(connection, ...fields));
}

async function run(request) {
  running.add(request);
  await new Promise(nextTurn); // an end of file shows
  if (leaving || request.connection.ended) request.refuse();
  else await script.handle(request);
  await request.connection.flushed();
  settle(request);
}

// The handler has returned, or is given up.
function settle(request) {
  running.delete(request);
  if (stopping && !ended && running.size === 0) finish();
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
    if (!request.answered) script.fail(request, request.reason);
    settle(request);
  });
}

function lost() {
  control = null;
  probes.clear();
  orphaned = setTimeout(() => whenQuiet(() => control || stop()), ORPHAN_MS).unref();
}

// Ends the loop: httpd runs elsewhere what still comes, until STOP.
function leave() {
  if (!leaving) control?.socket.write(encode(27));
  leaving = true;
}

function stop() {
  if (ended) exit(0); // nobody else ends an orphan
  leaving = stopping = true;
  settle();
}

// STOP has come, and nothing runs any more.
function finish() {
  ended = true;
  server.close();
  if (!control) lost();
  script.end();
}

// Whether neither persistd nor httpd has anything of the worker.
const isUnused = () => ended || (!control && running.size === 0);

module.exports = { serve, settle, leave, isUnused };
