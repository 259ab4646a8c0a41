#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// The Node.js worker of mod_persist.
'use strict';

const { eachRequest } = require('persist-worker');
const { answer } = require('./work');

const TEXT = { 'Content-Type': 'text/plain' };

eachRequest((request) => request.respond(200, TEXT, answer(request.path)));
