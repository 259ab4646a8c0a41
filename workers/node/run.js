// SPDX-License-Identifier: Apache-2.0
// run.js --folder FOLDER ENTRY [ARGUMENT…]: serves the application ENTRY, or that
// which its package.json names, in the folder that is the working directory.
// persist-app starts this program. ENTRY runs as `node ENTRY` runs it; a server of
// http whose listen() it calls gets the requests of httpd, in the place of a port.
// Or it exports its application, or calls serve() or eachRequest() itself.
'use strict';

const http = require('http');
const https = require('https');
const Module = require('module');
const path = require('path');
const { pathToFileURL } = require('url');
const { inspect } = require('util');

const [, , , folder, named, ...words] = process.argv;
const NO_APPLICATION = 125; // exit status, for PERSIST1009
const { listen: listenAtPort } = http.Server.prototype;
const exit = process.exit.bind(process);
const quote = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`);

let served = false; // or, in a terminal, about to be
let listening = null; // the server that gets the requests

// The line that persistd shows; it stands behind what has been printed before.
function giveUp(why, status = 1) {
  console.error(`persist-app: ${named}: ${why.replace(/\s+/g, ' ')}`);
  exit(status);
}

// ---- which file, and which SDK

function resolve(file) {
  try {
    return require.resolve(file);
  } catch (error) {
    return error.code === 'MODULE_NOT_FOUND' ? null : giveUp(error.message);
  }
}

// As for require(FOLDER): main, or index.js. Or what npm start runs, if that is Node
// with a file alone.
function resolvePackage() {
  const above = path.dirname(named);
  const found = resolve(`${above}/`);
  if (found) return found;
  const { main, scripts } = require(named) ?? {};
  const [, file] = /^node\s+([^\s-]\S*)$/.exec(scripts?.start) ?? [];
  const what = main ? `its main, ${main}, is not there` : 'it has no main, and no index.js';
  const start = scripts?.start ? `; npm start runs "${scripts.start}"` : '';
  return (file && resolve(path.resolve(above, file)))
    || giveUp(`${what}${start}: name the file by PersistApp FILE`, NO_APPLICATION);
}

const entry = path.basename(named) === 'package.json' ? resolvePackage() : named;

// Whether Node takes the file for an ES module because of its name.
function isModule(file, folder = path.dirname(file)) {
  if (/\.[cm]js$/.test(file)) return file.endsWith('.mjs');
  const text = resolve(path.join(folder, 'package.json'));
  if (text) return require(text)?.type === 'module';
  return folder !== path.dirname(folder) && isModule(file, path.dirname(folder));
}

// A copy of the SDK in the application's node_modules outranks the server's, which
// lies beside this file, and is found behind NODE_PATH.
function findSdk() {
  const { NODE_PATH } = process.env;
  process.env.NODE_PATH = [NODE_PATH, '/usr/share/nodejs', __dirname].filter(Boolean).join(':');
  Module._initPaths();
  if (NODE_PATH === undefined) delete process.env.NODE_PATH;
  else process.env.NODE_PATH = NODE_PATH;
  return Module.createRequire(entry)('persist-worker');
}

const isWorker = 'PERSIST_WORKER' in process.env; // the SDK takes it away
const sdk = findSdk();

// Notes that the file has entered the loop itself.
function noteCall(name) {
  const call = sdk[name];
  sdk[name] = (handler) => {
    begin();
    return isWorker ? call(handler) : fromTerminal(name === 'serve' && handler);
  };
}

function begin() {
  served = true;
  process.removeListener('uncaughtException', failed);
  process.removeListener('beforeExit', missed);
}

// ---- a server of the application's own

function portOf(options) {
  const port = Number(options?.port ?? options);
  return Number.isInteger(port) ? port : 0;
}

// What a listener returns may be a promise, whose rejection fails the request.
function handlerOfServer(server) {
  return (...both) => Promise.all(
    server.rawListeners('request').map((listener) => listener.apply(server, both)));
}

// The server looks as if it was bound to the port that it has asked for.
function pretend(server, port) {
  const address = { address: '127.0.0.1', family: 'IPv4', port };
  Object.defineProperty(server, 'listening', { value: true, configurable: true, writable: true });
  server.address = () => (server.listening ? address : null);
  server.close = (then) => {
    if (then) server.once('close', then);
    server.listening = false;
    process.nextTick(() => server.emit('close'));
    return server;
  };
}

// The first one gets the requests. A further one for the same port belongs to it,
// such as one for another address.
function listen(...options) {
  const port = portOf(options[0]);
  const then = options.find((option) => typeof option === 'function');
  if (then) this.once('listening', then);
  pretend(this, port);
  if (!served) {
    listening = this;
    sdk.serve(handlerOfServer(this));
  } else if (listening && listening.address()?.port !== port) {
    console.error(`persist-app: ${entry}: a second server, for port ${port}, gets no requests`);
  }
  process.nextTick(() => this.emit('listening'));
  return this;
}

// ---- what the file exports

async function handlerOf(found) {
  for (const each of [found, found?.default, found?.default?.default, found?.app, found?.server]) {
    if (typeof each === 'function') return each;
    if (each instanceof http.Server || each instanceof https.Server) return handlerOfServer(each);
    if (typeof each?.callback === 'function') return each.callback(); // Koa
    if (typeof each?.routing !== 'function') continue;
    await each.ready?.(); // Fastify
    return each.routing;
  }
  return null;
}

// A file that is an ES module because of its syntax is found to be one by Node.
async function load() {
  if (isModule(entry)) return import(pathToFileURL(entry));
  try {
    return Module._load(entry, null, true);
  } catch (error) {
    if (!/^ERR_REQUIRE_(ESM|ASYNC_MODULE)$/.test(error?.code)) throw error;
    return import(pathToFileURL(entry));
  }
}

// ---- failures

function advice(error) {
  const missing = /^Cannot find (?:module|package) '((?:@[^'/]+\/)?[^'/.][^'/]*)/;
  const [, name] = missing.exec(error?.message) ?? [];
  if (!name || !/MODULE_NOT_FOUND$/.test(error.code)) {
    return `it raised ${String(error).split('\n')[0]}; see the stack above`;
  }
  return `Node.js ${process.version} finds no package ${name}; install it: `
    + `cd ${quote(folder)} && npm install ${quote(name)}`;
}

function failed(error) {
  console.error(inspect(error));
  giveUp(advice(error));
}

function miss(found) {
  const names = Object.keys(Object(found)).slice(0, 10).join(', ') || 'nothing';
  giveUp(`it starts no server, and exports no application (what it exports: ${names}). Call `
    + 'listen() of a server of http, or write module.exports = app', NO_APPLICATION);
}

// ---- in a terminal

// --check loads the application, and no more; --get PATH asks for a page.
function fromTerminal(handler) {
  if (words[0] === '--check') {
    const { version } = Module.createRequire(entry)('persist-worker/package.json');
    console.log(`persist_worker ${version} for Node.js ${process.version}`);
    exit(0);
  }
  if (words[0] !== '--get' || !handler) giveUp('in a terminal, serve() has --get PATH and --check');
  const server = listenAtPort.call(http.createServer(handler), 0, '127.0.0.1', () => {
    http.get({ port: server.address().port, path: words[1] || '/' }, (response) => {
      response.pipe(process.stdout);
      response.on('end', () => exit(response.statusCode < 400 ? 0 : 1));
    });
  });
}

let found; // what the file exports

// The loop has nothing to do any more, and nothing has served.
function missed() {
  miss(found);
}

async function main() {
  process.env.NODE_ENV ??= 'production';
  process.argv.splice(1, Infinity, entry, ...(isWorker ? words : []));
  delete require.cache[__filename]; // it is no file of the application
  process.on('uncaughtException', failed);
  ['serve', 'eachRequest'].forEach(noteCall);
  http.Server.prototype.listen = https.Server.prototype.listen = listen;
  process.once('beforeExit', missed);
  found = await load();
  const handler = served ? null : await handlerOf(found);
  if (handler && !served) sdk.serve(handler);
}

main().catch(failed);
