// SPDX-License-Identifier: Apache-2.0
// serve(): an application that http.createServer() would take, with the
// IncomingMessage and the ServerResponse of Node itself.
'use strict';

const { IncomingMessage, ServerResponse } = require('http');
const { Connection } = require('./connection');
const { eachRequest, fail } = require('./each_request');
const { ClientGone } = require('./exchange');

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

// Express changes the prototypes of the two: what they owe to us is their own.
function incomingOf(request, connection) {
  const incoming = new IncomingMessage(connection);
  const [mount, path] = splitUrl(request);
  const url = path + (request.query && `?${request.query}`);
  const httpVersion = (request.env.SERVER_PROTOCOL ?? 'HTTP/1.1').slice(5);
  const [httpVersionMajor, httpVersionMinor = 0] = httpVersion.split('.').map(Number);
  const rawHeaders = Object.entries(request.headers).flat();
  incoming._addHeaderLines(rawHeaders, rawHeaders.length); // as Node's parser does
  const { method, complete } = request;
  Object.assign(incoming, { method, complete, upgrade: false, joinDuplicateHeaders: null });
  Object.assign(incoming, { url, baseUrl: mount, originalUrl: mount + url });
  Object.assign(incoming, { httpVersion, httpVersionMajor, httpVersionMinor });
  incoming._read = (size) => {
    IncomingMessage.prototype._read.call(incoming, size);
    request.read().then((piece) => {
      connection.touch();
      incoming.complete = request.complete;
      incoming.push(piece);
    }, (error) => incoming.destroy(error));
  };
  return incoming;
}

// Node chooses the coding here, and refuses a Trailer with any but chunked. Then
// httpd chooses: what is written is not to be coded.
function storeHeader(...args) {
  ServerResponse.prototype._storeHeader.apply(this, args);
  this.chunkedEncoding = false;
}

// What Node's server sets when its socket drains, it does not set for ours.
const DRAIN = { get() { return this.socket?.writableNeedDrain ?? false; } };

// httpd dates the response, and sends 100. A length that Node knows goes to all
// clients: of those without HTTP/1.1 Node's server would close the connection instead.
function responseTo(incoming) {
  const response = new ServerResponse(incoming);
  const nothing = (...args) => args.at(-1)?.call?.();
  Object.assign(response, { writeContinue: nothing, writeProcessing: nothing });
  Object.assign(response, { writeEarlyHints: nothing, _storeHeader: storeHeader });
  Object.assign(response, { sendDate: false, useChunkedEncodingByDefault: true });
  return Object.defineProperty(response, 'writableNeedDrain', DRAIN);
}

// Emits close, once, as the server of Node does.
function close(response, connection) {
  if (response.socket) response.detachSocket(connection);
  if (response._closed) return;
  response.destroyed = response._closed = true;
  response.emit('close');
}

// All of the response has been passed.
function finish(response, connection) {
  connection.finish();
  process.nextTick(close, response, connection);
  // Node reads what the application has not read, at the end of which is close.
  const { req } = response;
  if (!req._consumed && req.listenerCount('close')) req.resume();
}

function exchange(handler, request) {
  return new Promise((resolve, reject) => {
    const connection = new Connection(request);
    const incoming = incomingOf(request, connection);
    const response = connection.response = responseTo(incoming);
    // Listeners of both run one after the other: that of the request is the first.
    connection.on('close', () => incoming.destroy(connection.errored ?? new ClientGone('aborted')));
    response.assignSocket(connection);
    response.on('close', () => (connection.errored ? reject(connection.errored) : resolve()));
    response.on('finish', () => finish(response, connection));
    request.onAbort = () => connection.destroy(request.reason);
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
