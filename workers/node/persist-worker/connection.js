// SPDX-License-Identifier: Apache-2.0
// What stands for the client's connection under serve(). What Node writes of a
// response to it goes to httpd: in one message if the response has ended by then,
// else at once. The end of a response need not be a write.
'use strict';

const { STATUS_CODES } = require('http');
const { Duplex } = require('stream');

// httpd keeps its connections, chooses the transfer coding, and sends no trailers.
const HTTPDS_OWN = /^(connection|keep-alive|trailer|transfer-encoding)$/i;
const UNHEARD = 'the timeout of the connection has passed, and nobody listens to it';

// A header for httpd alone, if the application has a reason phrase of its own.
const reason = (status, phrase) => (
  phrase === STATUS_CODES[status] ? [] : ['Status', `${status} ${phrase}`]);

class Connection extends Duplex {
  #request; #status; #head = null; #body = []; #timer = null;
  response = null; timeout = 0;

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

  setNoDelay() { return this; }
  setKeepAlive() { return this; }
  _read() {}

  // As a socket's: emits timeout when nothing has been read or written for so long,
  // and does not keep the worker alive for that.
  setTimeout(milliseconds, callback) {
    clearTimeout(this.#timer);
    this.timeout = milliseconds;
    this.#timer = milliseconds ? setTimeout(() => this.#expire(), milliseconds).unref() : null;
    if (callback) this[milliseconds ? 'once' : 'removeListener']('timeout', callback);
    return this;
  }

  // Something has been read or written.
  touch() { this.#timer?.refresh(); }

  // As in Node's server: who listens ends the response, else the connection ends.
  #expire() {
    const { response, response: { req } } = this;
    const heard = [!req.complete && req.emit('timeout', this), response.emit('timeout', this)];
    this.emit('timeout');
    if (!heard.includes(true)) this.destroy(new Error(UNHEARD));
  }

  _destroy(error, done) {
    this.setTimeout(0);
    done(error);
  }

  _write(chunk, encoding, done) { this._writev([{ chunk }], done); }

  _writev(chunks, done) {
    this.touch();
    for (const { chunk } of chunks) this.#body.push(this.#head ? chunk : this.#takeHead(chunk));
    const { writableLength } = this;
    // end() writes before it counts as called.
    process.nextTick(() => this.#pass(writableLength).then(() => done(), done));
  }

  // Node writes the head of a response whole.
  #takeHead(bytes) {
    const end = bytes.indexOf('\r\n\r\n');
    const [first, ...lines] = bytes.latin1Slice(0, end).split('\r\n');
    const headers = lines.map((line) => [line.split(':', 1)[0], line.slice(line.indexOf(':') + 2)]);
    const kept = headers.filter(([name]) => !HTTPDS_OWN.test(name)).flat();
    const [, status, phrase] = /^\S+ (\d+) (.*)/.exec(first);
    this.#status = Number(status);
    this.#head = [...kept, ...reason(status, phrase)];
    return bytes.subarray(end + 4);
  }

  // Passes what has been written: the last of it, unless more has come meanwhile.
  async #pass(length) {
    const { writableEnded } = this.response;
    const body = Buffer.concat(this.#body.splice(0));
    const isLast = writableEnded && this.writableLength === length;
    if (isLast && !this.#request.started) {
      return this.#request.respond(this.#status, this.#head, body);
    }
    if (!this.#request.started) this.#request.start(this.#status, this.#head);
    if (body.length > 0) await this.#request.write(body); // else the response may be over
  }

  // The response has ended, and all of it has been passed.
  finish() {
    this.setTimeout(0);
    if (this.#request.started && !this.#request.answered) this.#request.finish();
  }
}

module.exports = { Connection };
