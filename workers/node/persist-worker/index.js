// SPDX-License-Identifier: Apache-2.0
// What scripts get from require('persist-worker').
'use strict';

const { BodyBroken, ClientGone, DeadlineExceeded } = require('./exchange');
const { eachRequest } = require('./each_request');
const { serve } = require('./http');

module.exports = { BodyBroken, ClientGone, DeadlineExceeded, eachRequest, serve };
