// SPDX-License-Identifier: Apache-2.0
// The reference for an application of Express, loaded before it: a server that
// listens is mounted on PERSIST_T_MOUNT by Express itself, on a port.
'use strict';

const express = require('express');
const http = require('http');

const { listen } = http.Server.prototype;

http.Server.prototype.listen = function mounted() {
  const outer = express().disable('x-powered-by');
  outer.use(process.env.PERSIST_T_MOUNT, (...both) => this.emit('request', ...both.slice(0, 2)));
  return listen.call(http.createServer(outer), Number(process.env.PERSIST_T_PORT), '127.0.0.1');
};
