// SPDX-License-Identifier: Apache-2.0
// server.js WORKERS SOCKET: a cluster of Node's own http server.
'use strict';

const cluster = require('cluster');
const http = require('http');
const handler = require('./handler');

const [workers, path] = process.argv.slice(2);
const KEEP_ALIVE_MS = 60000;

if (cluster.isPrimary) {
  for (let i = 0; i < workers; i++) cluster.fork();
} else {
  process.title = 'bench-node'; // by which peers/node.py knows a worker
  const server = http.createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, handler);
  server.listen({ path, backlog: 1024 });
}
