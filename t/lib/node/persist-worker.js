// SPDX-License-Identifier: Apache-2.0
// The reference for an application of Express: in the place of our SDK, it serves
// the application by Express itself, mounted on PERSIST_T_MOUNT, on a port.
'use strict';

const express = require('express');

exports.serve = (app) => {
  const server = express();
  server.use(process.env.PERSIST_T_MOUNT, app);
  server.disable('x-powered-by');
  server.listen(Number(process.env.PERSIST_T_PORT), '127.0.0.1');
};
