#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// The handler of Node's own http server, by mod_persist.
'use strict';

require('persist-worker').serve(require('./handler'));
