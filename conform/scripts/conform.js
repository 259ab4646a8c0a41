#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0

// The script under test for persist-conform, level core, and the streams that
// the SDK has.

'use strict';

const { spawn } = require('child_process');
const { setTimeout: sleep } = require('timers/promises');
const { eachRequest } = require('persist-worker');

const PLAIN = { 'Content-Type': 'text/plain' };
const answer = (status, body) => (request) => request.respond(status, PLAIN, body);
const missing = answer(501, 'not in the level core');

const pages = {
  '/hello': answer(200, 'hello'),
  '/env': showVariables,
  '/echo': async (request) => request.respond(200, PLAIN, await request.body()),
  '/sleep': sleepSome,
  '/error': () => { throw new Error('an error, as asked'); },
  '/fork': answer(501, 'Node has no fork'),
  '/exec': startOne,
  '/exit': (request) => { request.respond(200, PLAIN, 'bye'); process.exit(); },
  '/stream': echoPieces,
  '/slow': writeSlowly,
  '/abort': abort,
  '/hints': missing,
  '/after': missing,
  '/file': missing,
};

function showVariables(request) {
  const lines = Object.entries(request.env).map(([name, value]) => `${name}=${value}\n`);
  request.respond(200, PLAIN, Buffer.from(lines.join(''), 'latin1'));
}

async function sleepSome(request) {
  await sleep(Number(request.query));
  request.respond(200, PLAIN, 'slept');
}

function startOne(request) {
  spawn('sleep', ['30'], { stdio: 'ignore' });
  request.respond(200, PLAIN, 'started');
}

async function echoPieces(request) {
  request.start(200, PLAIN);
  for await (const piece of request) await request.write(piece);
  request.finish();
}

async function writeSlowly(request) {
  request.start(200, PLAIN);
  for (let i = 0; i < 3000; i++) {
    await request.write('x');
    await sleep(10);
  }
  request.finish();
}

async function abort(request) {
  request.start(200, PLAIN);
  await request.write('x');
  throw new Error('an error, as asked');
}

eachRequest((request) => (pages[request.path] ?? answer(404, 'not found'))(request));
