// SPDX-License-Identifier: Apache-2.0
// eachRequest(): the loop for a script, and what its code may do to the process
// meanwhile.
'use strict';

const { AsyncLocalStorage } = require('async_hooks');
const { inspect } = require('util');
const { end, exit } = require('./end');
const { serve, settle, leave, isUnused } = require('./worker');
const { Request } = require('./request');

const SILENT = 'the handler returned without a response';
const EXCEPTION = 'uncaughtException';
const FATAL = new Set([EXCEPTION, 'uncaughtExceptionMonitor', 'unhandledRejection']);
const UNFINISHED = 'the handler returned without finish()';
const current = new AsyncLocalStorage(); // the request that code runs for
const emit = process.emit.bind(process);
let ending = end; // what ends Node

class Exit extends Error {} // thrown by process.exit()

// Serves each request by handler(request), several at a time, until persistd
// stops the worker. From then on process.exit() ends the loop, and an exception
// that nobody catches fails the request that it is thrown for, and ends the loop.
// Throws Error if mod_persist has not started the script, or at a second call.
function eachRequest(handler) {
  const handles = (request) => handle(handler, request);
  serve({ Request, handle: handles, fail, files, end: () => ending(0) });
  process.emit = (event, ...values) => (FATAL.has(event) ? emitFatal : emit)(event, ...values);
  process.exit = () => {
    ending = exit; // as Node's own: without the listeners of other ends
    leave();
    throw new Exit('process.exit() ends the worker');
  };
}

async function handle(handler, request) {
  try {
    await current.run(request, handler, request);
    if (!request.answered) throw request.reason ?? incomplete(request);
  } catch (error) { fail(request, error); }
}

// A response in pieces may still be on its way when a handler has forgotten to
// wait for it: to end it there would pass off a part for the whole.
const incomplete = (request) => new Error(request.started ? UNFINISHED : SILENT);

// Something was thrown for a request, or, if that is undefined, for none. What is
// thrown may throw again when it is made a text.
function fail(request, error) {
  let text = 'an error that cannot be shown';
  try { text = inspect(error); } catch { /* stays as it is */ }
  if (request && !request.answered) request.fail(text);
  else if (!request || error !== request.reason) console.error(text);
}

// Stands for process.emit(). Node ends at once, and every request with it, when a
// listener of uncaughtException throws, as process.exit() does here; and it forgets
// for which request a listener of unhandledRejection has run.
function emitFatal(event, error, ...more) {
  try {
    const isHandled = !(error instanceof Exit) && emit(event, error, ...more);
    if (event !== EXCEPTION) return isHandled; // if not, an uncaughtException follows
  } catch (thrown) {
    if (thrown !== error && !(thrown instanceof Exit)) fail(undefined, thrown);
  }
  giveUp(error);
  return true;
}

// An exception that no handler sees. Node may be in any state now.
function giveUp(error) {
  const request = current.getStore();
  fail(request, error);
  settle(request);
  if (isUnused()) exit(1); // the script has failed to start, or at its end
  leave();
}

// What the script has loaded of its own, and its .env; a frame has its limit.
function files() {
  const foreign = /\/node_modules\/|^\/usr\/(share|lib)\//;
  const own = (file) => !foreign.test(file) && !file.startsWith(__dirname);
  const loaded = Object.keys(require.cache).filter(own);
  const all = new Set([process.argv[1], process.env.PERSIST_ENV_FILE, ...loaded]);
  all.delete(undefined);
  return [...all].slice(0, 1000).map((file) => Buffer.from(file));
}

module.exports = { eachRequest, fail };
