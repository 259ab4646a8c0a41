// SPDX-License-Identifier: Apache-2.0
// eachRequest(): the loop, and what becomes of the process meanwhile.
'use strict';

const { serve, leave, giveUp } = require('./worker');

// Serves each request by handler(request), several at a time, until persistd
// stops the worker. From then on process.exit() ends the loop, and an exception
// that nobody catches fails the request that it is thrown for, and ends the loop.
// Throws Error if mod_persist has not started the script, or at a second call.
function eachRequest(handler) {
  serve(handler);
  process.on('uncaughtException', giveUp);
  process.exit = () => {
    leave();
    throw new Error('process.exit() ends the worker');
  };
}

module.exports = { eachRequest };
