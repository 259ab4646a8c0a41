// SPDX-License-Identifier: Apache-2.0
// serve(): an application that http.createServer() would take, with the
// IncomingMessage and the ServerResponse of Node itself.
'use strict';

const { IncomingMessage, ServerResponse } = require('http');
const { Duplex } = require('stream');
const { eachRequest, fail } = require('./each_request');

const HOP_BY_HOP = /^(connection|keep-alive|transfer-encoding)$/i;
const byteOf = (hex) => String.fromCharCode(parseInt(hex, 16));
const hexOf = (byte) => byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
const unescape = (path) => path.replace(/%([0-9a-f]{2})/gi, (_, hex) => byteOf(hex));
const escape = (path) => path.replace(/[^\w!$&'()*+,;=:@/.~-]/g, (byte) => `%${hexOf(byte)}`);

// The path of the client's URL, with its escapes, and one slash for several and
// without dots, as httpd sees it: a redirect to //mount would lead to another host.
// A URL with a host in it has none.
function askedPath(uri) {
  const path = uri.split('?')[0].replace(/[^!-~]|\\/g, (byte) => `%${hexOf(byte)}`);
  return path.startsWith('/') ? new URL(`http://x${path.replace(/\/+/g, '/')}`).pathname : '';
}

// [mount, path], with their escapes: those of the client if its URL ends in
// PATH_INFO, which a rewritten one need not. For an ErrorDocument, the client's URL
// is what httpd has refused.
function splitUrl(request) {
  const { REDIRECT_STATUS = '', REQUEST_URI = '' } = request.env;
  const isErrorPage = /^[45]/.test(REDIRECT_STATUS);
  const segments = askedPath(REQUEST_URI).split('/');
  const inPath = request.path.split('/').length - 1;
  const path = segments.splice(segments.length - inPath).map((segment) => `/${segment}`).join('');
  if (!isErrorPage && inPath && unescape(path) === request.path) return [segments.join('/'), path];
  return [escape(request.mount).replace(/^\/+/, '/'), escape(request.path) || '/'];
}

// What stands for the client's connection. What Node writes of a response to it
// goes to httpd: in one message if the response has ended by then, else at once.
// The end of a response need not be a write.
class Connection extends Duplex {
  #request; #head = null; #body = [];
  response = null;

  constructor(request) {
    super();
    this.#request = request;
    this.on('error', () => {}); // the client has gone, or the response was refused
    this.on('drain', () => { if (!this.response.writableEnded) this.response.emit('drain'); });
    const { REMOTE_ADDR, REMOTE_PORT, SERVER_ADDR, SERVER_PORT, HTTPS } = request.env;
    Object.assign(this, { remoteAddress: REMOTE_ADDR, remotePort: Number(REMOTE_PORT) });
    Object.assign(this, { localAddress: SERVER_ADDR, localPort: Number(SERVER_PORT) });
    this.encrypted = HTTPS === 'on';
  }

  setTimeout() { return this; }
  setNoDelay() { return this; }
  setKeepAlive() { return this; }
  _read() {}

  _write(chunk, encoding, done) { this._writev([{ chunk }], done); }

  _writev(chunks, done) {
    for (const { chunk } of chunks) this.#body.push(this.#head ? chunk : this.#takeHead(chunk));
    const { writableLength } = this;
    // end() writes before it counts as called.
    process.nextTick(() => this.#pass(writableLength).then(() => done(), done));
  }

  // Node writes the head of a response whole.
  #takeHead(bytes) {
    const end = bytes.indexOf('\r\n\r\n');
    const lines = bytes.latin1Slice(0, end).split('\r\n').slice(1);
    const headers = lines.map((line) => [line.split(':', 1)[0], line.slice(line.indexOf(':') + 2)]);
    this.#head = headers.filter(([name]) => !HOP_BY_HOP.test(name)).flat();
    return bytes.subarray(end + 4);
  }

  // Passes what has been written: the last of it, unless more has come meanwhile.
  async #pass(length) {
    const { statusCode, writableEnded } = this.response;
    const body = Buffer.concat(this.#body.splice(0));
    const isLast = writableEnded && this.writableLength === length;
    if (isLast && !this.#request.started) {
      return this.#request.respond(statusCode, this.#head, body);
    }
    if (!this.#request.started) this.#request.start(statusCode, this.#head);
    if (body.length > 0) await this.#request.write(body); // else the response may be over
  }

  // The response has ended, and all of it has been passed.
  finish() {
    if (this.#request.started && !this.#request.answered) this.#request.finish();
    process.nextTick(close, this.response, this);
    // Node reads what the application has not read, at the end of which is close.
    const { req } = this.response;
    if (!req._consumed && req.listenerCount('close')) req.resume();
  }
}

// Express changes the prototypes of the two: what they owe to us is their own.
function incomingOf(request, connection) {
  const incoming = new IncomingMessage(connection);
  const [mount, path] = splitUrl(request);
  const url = path + (request.query && `?${request.query}`);
  const { method, headers } = request;
  const httpVersion = (request.env.SERVER_PROTOCOL ?? 'HTTP/1.1').slice(5);
  const [httpVersionMajor, httpVersionMinor = 0] = httpVersion.split('.').map(Number);
  const rawHeaders = Object.entries(headers).flat();
  Object.assign(incoming, { method, headers, rawHeaders });
  Object.assign(incoming, { url, baseUrl: mount, originalUrl: mount + url });
  Object.assign(incoming, { httpVersion, httpVersionMajor, httpVersionMinor });
  incoming._read = (size) => {
    IncomingMessage.prototype._read.call(incoming, size);
    request.read().then((piece) => {
      incoming.complete = piece === null;
      incoming.push(piece);
    }, (error) => incoming.destroy(error));
  };
  return incoming;
}

// What Node's server sets when its socket drains, it does not set for ours.
const STATE = {
  chunkedEncoding: { get: () => false, set() {} },
  writableNeedDrain: { get() { return this.socket?.writableNeedDrain ?? false; } },
};

// httpd dates the response, chooses its coding, even if the application has set a
// header for that, and sends 100.
function responseTo(incoming) {
  const response = new ServerResponse(incoming);
  const nothing = (...args) => args.at(-1)?.call?.();
  Object.assign(response, { writeContinue: nothing, writeProcessing: nothing });
  response.writeEarlyHints = nothing;
  Object.assign(response, { sendDate: false, useChunkedEncodingByDefault: false });
  return Object.defineProperties(response, STATE);
}

// Emits close, once, as the server of Node does.
function close(response, connection) {
  if (response.socket) response.detachSocket(connection);
  if (response._closed) return;
  response.destroyed = response._closed = true;
  response.emit('close');
}

function exchange(handler, request) {
  return new Promise((resolve, reject) => {
    const connection = new Connection(request);
    const incoming = incomingOf(request, connection);
    const response = connection.response = responseTo(incoming);
    response.assignSocket(connection);
    response.on('close', () => (connection.errored ? reject(connection.errored) : resolve()));
    response.on('finish', () => connection.finish());
    // What the application's listeners throw is no concern of the caller.
    request.onAbort = () => process.nextTick(() => {
      incoming.destroy();
      close(response, connection);
      connection.destroy();
    });
    // Behind a whole response nobody waits for the promise of this any more.
    const isOver = () => response._closed && response.writableFinished;
    const failed = (error) => (isOver() ? fail(request, error) : reject(error));
    Promise.resolve(handler(incoming, response)).catch(failed);
  });
}

// Serves each request by handler(incoming, response): the function of an
// http.createServer(), or an application of Express. Throws as eachRequest().
function serve(handler) { eachRequest((request) => exchange(handler, request)); }

module.exports = { serve };
