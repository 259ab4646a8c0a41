#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// Pages that show what the SDK owes a script.
'use strict';

const { execFileSync } = require('child_process');
const { setTimeout: sleep } = require('timers/promises');
const { eachRequest } = require('persist-worker');

const PLAIN = { 'Content-Type': 'text/plain' };
let served = 0;
let meet = null; // lets the first of two go on

const pages = {
  who: () => `${process.pid} ${served}`,
  echo: (request) => request.body(),
  mine: (request) => { request.log('says so'); return request.headers['x-mine']; },
  path: (request) => Buffer.from(request.path, 'latin1'),
  descriptors: () => execFileSync('ls', ['-l', '/proc/self/fd']),
  die: () => { throw new Error('as ordered'); },
  rejects: () => { Promise.reject(new Error('rejected as ordered')); return sleep(60000); },
  exit: () => process.exit(3),
  late: () => sleep(60000),
  together: async () => {
    if (meet) meet();
    else await new Promise((resolve) => { meet = resolve; });
    return 'together';
  },
};

process.on('SIGTERM', async () => {
  await sleep(1);
  console.log(`${process.pid} has ended as ordered`);
  process.exit();
});

eachRequest(async (request) => {
  served++;
  const [, name] = request.path.split('/');
  if (name === 'silent') return;
  if (name === 'header') request.respond(200, { 'X-Bad': 'a\nb' }, '');
  request.respond(200, PLAIN, await (pages[name] ?? pages.path)(request));
});
