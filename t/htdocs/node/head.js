#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// A handler as http.createServer() takes it, that sends a head and waits for a file.
'use strict';

const { existsSync } = require('fs');
const { setTimeout: sleep } = require('timers/promises');
const { serve } = require('persist-worker');

serve(async (req, res) => {
  res.writeHead(200, { 'Content-Type': 'text/plain' }).flushHeaders();
  while (!existsSync(req.url.split('?')[1])) await sleep(10);
  res.end();
});
