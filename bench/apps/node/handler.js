// SPDX-License-Identifier: Apache-2.0
// What http.createServer() takes, and serve() of mod_persist.
'use strict';

const { answer } = require('../work');

module.exports = (req, res) => {
  const body = answer(req.url);
  res.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': body.length });
  res.end(body);
};
