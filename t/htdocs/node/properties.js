#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// Shows what each property of a request and of its response was, and which events
// they emitted, at /shown: as a worker, or with --listen as Node's own server, until
// its standard input ends.
'use strict';

const { once } = require('events');
const http = require('http');
const { setImmediate: turn } = require('timers/promises');

let shown; // of the request before, when it is over

function propertiesOf(object) {
  const names = new Set();
  for (let from = object; from !== Object.prototype; from = Object.getPrototypeOf(from)) {
    for (const name of Object.getOwnPropertyNames(from)) names.add(name);
  }
  return [...names].filter((name) => !name.startsWith('_') && name !== 'constructor');
}

function textOf(value) {
  if (typeof value === 'function') return 'a function';
  const isObject = typeof value === 'object' && value !== null;
  const kind = isObject && Object.getPrototypeOf(value);
  const isPlain = [null, Object.prototype, Array.prototype].includes(kind);
  return isObject && !isPlain ? 'an object' : JSON.stringify(value) ?? 'undefined';
}

// Adds what the properties are at this moment to found, and what is emitted later.
function look(found, moment, name, object) {
  for (const property of propertiesOf(object)) {
    const texts = found[`${name}.${property}`] ??= {};
    texts[moment] = textOf(object[property]);
  }
}

function listen(found, name, object) {
  const { emit } = object;
  found[`${name}.emit`] = {};
  object.emit = function (event, ...values) {
    found[`${name}.emit`][event] = 'emitted';
    return emit.call(this, event, ...values);
  };
}

async function use(req, res) {
  const found = {};
  const both = (moment) => { look(found, moment, 'req', req); look(found, moment, 'res', res); };
  listen(found, 'req', req);
  listen(found, 'res', res);
  const closed = Promise.all([once(req, 'close'), once(res, 'close')]);
  await turn();
  both('begun');
  for await (const piece of req) req.size = (req.size ?? 0) + piece.length;
  both('read');
  res.statusMessage = 'Fine';
  res.setHeader('X-Two', ['1', '2']).writeHead(201, { 'Content-Type': 'text/plain' });
  both('head');
  res.write('piece');
  both('written');
  res.end('end');
  both('ended');
  await closed;
  both('closed');
  return found;
}

async function handler(req, res) {
  if (req.url === '/shown') return res.end(JSON.stringify(await shown));
  shown = use(req, res);
}

if (process.argv[2] === '--listen') {
  const server = http.createServer(handler).listen(0, '127.0.0.1');
  server.on('listening', () => console.log(server.address().port));
  process.stdin.on('end', () => process.exit()).resume();
} else require('persist-worker').serve(handler);
