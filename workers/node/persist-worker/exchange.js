// SPDX-License-Identifier: Apache-2.0
// A request and its response, as the protocol has them: who sends what, and when.
'use strict';

const { WrongFrame, encode } = require('./frame');

const CREDIT = 65536; // bytes of a body to ask for at a time
const MAX_LOG = 65536;

// Node's own server gives this code to what a client has left.
class BodyBroken extends Error { code = 'ECONNRESET'; }
class ClientGone extends Error { code = 'ECONNRESET'; }
class DeadlineExceeded extends Error {}

class Exchange {
  #seq; #pieces; #complete; #broken; #wake; #credit = 0;
  answered = false; reason = null;

  constructor(connection, seq, variables, bodyMode, body, softMs, id) {
    this.variables = variables.latin1Slice().split('\0'); // names, each with its value behind it
    const last = this.variables.pop();
    const unnamed = this.variables.some((name, i) => i % 2 === 0 && !name);
    const wrong = last || unnamed || this.variables.length % 2;
    if (wrong) throw new WrongFrame('variables that are no pairs');
    [this.connection, this.requestId] = [connection, id.latin1Slice()];
    this.deadline = softMs ? performance.now() + softMs : Infinity;
    [this.#seq, this.#pieces, this.#complete] = [seq, body.length ? [body] : [], bodyMode !== 2];
  }

  // Whether all of the body has arrived.
  get complete() { return this.#complete && !this.#broken; }

  // The next piece of the body; null behind the last one. Throws BodyBroken,
  // ClientGone, DeadlineExceeded.
  async read() {
    for (;;) {
      if (this.reason ?? this.#broken) throw this.reason ?? this.#broken;
      if (!this.#complete) this.#want();
      if (this.#pieces.length || this.#complete) return this.#pieces.shift() ?? null;
      await new Promise((wake) => { this.#wake = wake; });
    }
  }

  // Behind the response nothing comes any more.
  #want() {
    this.inTurn();
    if (this.#credit >= CREDIT / 2) return;
    this.#credit += CREDIT;
    this.send(7, CREDIT);
  }

  // BODY has come.
  receive(bytes, mark) {
    this.#credit -= bytes.length;
    if (this.#complete || this.#credit < 0) throw new WrongFrame('a body that nobody asked for');
    if (bytes.length) this.#pieces.push(bytes);
    this.#complete = mark > 0;
    if (mark === 2) this.#broken = new BodyBroken("the client's body is cut off or too long");
    this.#wake?.();
  }

  // Ends the handler's reads. The first reason counts.
  abort(reason) {
    this.reason ??= reason;
    this.#wake?.();
  }

  // RESPONSE, with flags: 1 complete, 4 fault.
  answer(status, headers, body, flags) {
    this.inTurn();
    this.send(5, this.#seq, status, headers, body, flags);
    if (flags & 1) this.end();
  }

  // END: httpd runs a request without a response elsewhere, and cuts one that has
  // begun.
  refuse() {
    this.send(9, 0, 0, []);
    this.end();
  }

  // The answer of a handler that has failed, for the reason text.
  fail(text, level = 3) {
    this.log(text, level);
    const status = this.reason instanceof DeadlineExceeded ? 504 : 500;
    const headers = ['Content-Type', 'text/plain'];
    const page = Buffer.from('The server could not answer this request.\n');
    this.answer(status, headers, page, this.connection.features & 32 ? 5 : 1);
  }

  log(text, level) {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += MAX_LOG) {
      this.send(8, level, bytes.subarray(at, at + MAX_LOG));
    }
  }

  // Throws if the request is over, or if what is asked for may not come now.
  inTurn(now = true) {
    if (this.answered || !now) throw this.reason ?? new Error('out of turn');
  }

  send(...message) { this.connection.socket.write(encode(...message)); }

  end() {
    this.answered = true;
    this.#wake?.();
    this.connection.answered();
  }
}

module.exports = { BodyBroken, ClientGone, DeadlineExceeded, Exchange };
