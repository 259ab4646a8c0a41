// SPDX-License-Identifier: Apache-2.0
// How a worker ends when it has nothing left to do for httpd and persistd.
'use strict';

const { constants } = require('os');

const SIGNALS = ['SIGTERM', 'SIGINT'];
const HELD_MS = 2000; // then something holds the loop open, and beforeExit never comes
const exit = process.exit.bind(process);
const isHeard = (event) => process.listenerCount(event) > 0;

// Ends the process at once, unless the script listens to what Node emits at an end.
// Then it ends as without us: by process.exit(), or when the script holds nothing
// open. persistd kills what takes longer than PersistStopTimeout.
function end() {
  const signal = SIGNALS.find(isHeard);
  if (!signal && !isHeard('beforeExit')) exit(0);
  process.exit = exit;
  if (signal) process.emit(signal, signal, constants.signals[signal]);
  else awaitBeforeExit();
}

// An open database would keep the worker until it is killed, without exit listeners.
function awaitBeforeExit() {
  const held = setTimeout(exit, HELD_MS, 0).unref();
  process.prependOnceListener('beforeExit', () => clearTimeout(held));
}

module.exports = { end, exit };
