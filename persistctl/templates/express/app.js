// SPDX-License-Identifier: Apache-2.0
// @NAME@: an Express application.
'use strict';

const express = require('express');

const app = express();

// Greet the visitor.
app.get('/', (req, res) => {
  res.send(`<p>Hello from Express. <a href="${req.baseUrl}/about">About</a></p>\n`);
});

// Say what this is.
app.get('/about', (req, res) => {
  res.send('<p>This is @NAME@.</p>\n');
});

app.listen(process.env.PORT || 3000);
