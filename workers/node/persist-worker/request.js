// SPDX-License-Identifier: Apache-2.0
// A request, as a handler sees it, with a response in pieces. docs/sdks.md
// describes its members.
'use strict';

const { validateHeaderName, validateHeaderValue } = require('http');
const { inspect } = require('util');
const { Exchange, ClientGone } = require('./exchange');

const MAX_PIECE = 262144;

// A Map and a Headers have their pairs by iteration, and no properties.
function flat(headers) {
  const list = [];
  const entries = headers[Symbol.iterator] ? headers : Object.entries(headers);
  for (const [name, values] of entries) {
    for (const value of Array.isArray(values) ? values : [values]) list.push(name, value);
  }
  return list;
}

const isFlat = (headers) => Array.isArray(headers) && !Array.isArray(headers[0]);

// The list for a frame, from what request.respond() takes.
function pairs(headers) {
  const list = isFlat(headers) ? headers : flat(headers);
  if (list.length % 2) throw new TypeError(`the header ${list.at(-1)} has no value`);
  const check = (text, i) => (i % 2
    ? validateHeaderValue(list[i - 1], text) : validateHeaderName(text));
  list.forEach(check);
  return list.map(String);
}

const hasLength = (list) => list.some((name, i) => i % 2 === 0 && /^content-length$/i.test(name));
const bytesOf = (body) => (Buffer.isBuffer(body) ? body : Buffer.from(body));
const SENT = /^HTTP_.|^CONTENT_(TYPE|LENGTH)$/;
const headerName = (variable) => variable.replace(/^HTTP_/, '').replaceAll('_', '-').toLowerCase();

class Request extends Exchange {
  #env; #abort; started = false;
  onAbort = null; // tells serve(): a signal would cost more than a small response

  // In Latin-1: each character of a value is a byte.
  get env() { return this.#env ??= this.#pairUp(); }

  #pairUp() {
    const [env, texts] = [{}, this.variables];
    for (let i = 0; i < texts.length; i += 2) env[texts[i]] = texts[i + 1];
    return env;
  }

  get headers() {
    const headers = {};
    for (const name of Object.keys(this.env)) {
      if (SENT.test(name)) headers[headerName(name)] = this.env[name];
    }
    return headers;
  }

  get method() { return this.env.REQUEST_METHOD; }
  get mount() { return this.env.SCRIPT_NAME ?? ''; }
  get path() { return this.env.PATH_INFO ?? ''; }
  get query() { return this.env.QUERY_STRING ?? ''; }
  get cancelled() { return this.reason instanceof ClientGone; }

  get signal() {
    this.#abort ??= new AbortController();
    if (this.reason) this.#abort.abort(this.reason);
    return this.#abort.signal;
  }

  abort(reason) {
    super.abort(reason);
    this.#abort?.abort(this.reason);
    this.onAbort?.();
  }

  // Seconds until the soft deadline; null: there is none.
  get timeLeft() {
    return this.deadline < Infinity ? Math.max(0, this.deadline - performance.now()) / 1000 : null;
  }

  async* [Symbol.asyncIterator]() {
    for (let piece; (piece = await this.read()) !== null;) yield piece;
  }

  // The whole body, or what has not been read of it. Throws as read() does.
  async body() {
    const pieces = [];
    for await (const piece of this) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  // The whole response, whose length the client is told. headers: an object, a Map or a
  // Headers, whose values may be arrays, an array of pairs, or a flat array of names and
  // values. Throws an Error if HTTP does not allow them, or if there is a response.
  respond(status, headers = {}, body = '') {
    const bytes = bytesOf(body);
    if (bytes.length <= MAX_PIECE) return this.#head(status, headers, bytes, 1);
    const list = pairs(headers);
    if (!hasLength(list)) list.push('Content-Length', String(bytes.length));
    this.#head(status, list, bytes.subarray(0, MAX_PIECE), 0);
    this.#piece(bytes.subarray(MAX_PIECE), 1);
  }

  // The head of a response whose body comes in pieces.
  start(status, headers = {}) { this.#head(status, headers, Buffer.alloc(0), 0); }

  // A piece, which is sent at once. Resolves when the kernel has taken it. Throws
  // ClientGone, DeadlineExceeded.
  async write(piece) {
    if (this.reason) throw this.reason;
    this.#piece(bytesOf(piece), 0);
    await this.connection.flushed();
  }

  finish() { this.#piece(Buffer.alloc(0), 1); }

  // A line in httpd's error log; level: 0 … 7, as in syslog. Throws a RangeError
  // for another one.
  log(text, level = 4) {
    const valid = Number.isInteger(level) && level >= 0 && level <= 7;
    if (!valid) throw new RangeError(`${inspect(level)} is no level of a log: give 0 to 7`);
    if (this.answered) console.error(text);
    else super.log(text, level);
  }

  // For the loop: aborts a response that has begun. That a client leaves is no error.
  fail(text) {
    const level = this.reason instanceof ClientGone ? 6 : 3;
    if (!this.started) return super.fail(text, level);
    this.log(text, level);
    this.refuse();
  }

  #head(status, headers, body, flags) {
    const valid = Number.isInteger(status) && status >= 200 && status <= 599;
    if (!valid) throw new RangeError(`${status} is no status of a response: give 200 to 599`);
    const list = pairs(headers);
    this.inTurn(!this.started);
    this.answer(status, list, body, flags);
    this.started = true;
  }

  // BODY, with mark 1: the last one.
  #piece(body, mark) {
    this.inTurn(this.started);
    for (let at = 0; at < body.length; at += MAX_PIECE) {
      this.send(3, body.subarray(at, at + MAX_PIECE), 0);
    }
    if (mark) this.send(3, Buffer.alloc(0), 1);
    if (mark) this.end();
  }
}

module.exports = { Request };
