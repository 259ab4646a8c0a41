// SPDX-License-Identifier: Apache-2.0
// run.js finds what `node ENTRY` would serve. Here it is asked as from a terminal;
// that httpd reaches it, t/app/auto-finds-what-people-have.t shows.
'use strict';

const assert = require('assert');
const { execFile } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const test = require('node:test');

const RUN = path.join(__dirname, '..', 'run.js');
const ANSWERS = '(req, res) => res.end(`hello ${req.url}`)';
const LISTENS = `require('http').createServer(${ANSWERS}).listen(80)`;

// What comes of the entry, the first of these files.
function run(files, ...words) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'persist-run-'));
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  const entry = path.join(folder, Object.keys(files)[0]);
  return new Promise((resolve) => {
    const options = { cwd: folder, timeout: 60000 };
    const command = [RUN, '--folder', folder, entry, ...words];
    execFile(process.execPath, command, options, (error, said, log) => {
      fs.rmSync(folder, { recursive: true });
      resolve({ status: error?.code ?? 0, said, log, last: log.trim().split('\n').at(-1) });
    });
  });
}

const FOUND = {
  'a server that listens': { 'app.js': `${LISTENS};` },
  'a server that listens if the file is the main one': {
    'app.js': `if (require.main === module) ${LISTENS};` },
  'a server that listens later': { 'app.js': `setTimeout(() => ${LISTENS}, 10);` },
  'a server that knows its address': { 'app.js': `const server = ${LISTENS};
    server.on('listening', () => server.address().port === 80 && server.listening || fail());` },
  'a server that is exported': {
    'app.js': `module.exports = require('http').createServer(${ANSWERS});` },
  'a function that is exported': { 'app.js': `module.exports = ${ANSWERS};` },
  'one that is exported by its name': { 'app.js': `exports.app = ${ANSWERS};` },
  'an application of Koa': { 'app.js': `module.exports = { callback: () => ${ANSWERS} };` },
  'an application of Fastify': {
    'app.js': `let ready; module.exports = { ready: async () => { ready = true; },
      routing: (req, res) => ready && (${ANSWERS})(req, res) };` },
  'a file that serves': { 'app.js': `require('persist-worker').serve(${ANSWERS});` },
  'an ES module': { 'app.mjs': `await null; export default ${ANSWERS};` },
  'one by its package.json': {
    'app.js': `import 'fs'; export default ${ANSWERS};`, 'package.json': '{ "type": "module" }' },
  'main of package.json': {
    'package.json': '{ "main": "lib/start" }', 'lib/start.js': `${LISTENS};` },
  'index.js': { 'package.json': '{}', 'index.js': `${LISTENS};` },
  'what npm start runs': {
    'package.json': '{ "scripts": { "start": "node bin/www" } }', 'bin/www': `${LISTENS};` },
};
test('an application is found', { concurrency: 4 }, (t) => Promise.all(
  Object.entries(FOUND).map(([name, files]) => t.test(name, async () => {
    const { said, log } = await run(files, '--get', '/x?y');
    assert.strictEqual(said, 'hello /x?y', log);
  }))));

const MISSED = {
  'nothing to serve': [{ 'app.js': 'exports.port = 1;' }, 125,
    /app\.js: it starts no server, and exports no application \(what it exports: port\)/],
  'no main': [{ 'package.json': '{ "scripts": { "start": "next start" } }' }, 125,
    /package\.json: it has no main, and no index\.js; npm start runs "next start": name the/],
  'a main that is not there': [{ 'package.json': '{ "main": "a.js" }' }, 125,
    /its main, a\.js, is not there: name the file by PersistApp FILE$/],
  'a package.json that is none': [{ 'package.json': '{' }, 1, /package\.json: .*JSON/],
  'a package that is not installed': [{ 'app.js': "require('@no/such/file');" }, 1,
    /app\.js: Node\.js v\S+ finds no package @no\/such; install .* && npm install @no\/such$/],
  'a file that is not there': [{ 'app.js': "require('./no');" }, 1,
    /app\.js: it raised Error: Cannot find module '\.\/no'; see the stack above$/],
  'an error': [{ 'app.js': "throw new Error('one\\ntwo');" }, 1,
    /app\.js: it raised Error: one; see the stack above$/],
  'an error that comes later': [{ 'app.js': "setTimeout(() => { throw new Error('late'); }, 1);" },
    1, /app\.js: it raised Error: late; see the stack above$/],
};
test('what is missing is said in one line', { concurrency: 4 }, (t) => Promise.all(
  Object.entries(MISSED).map(([name, [files, status, why]]) => t.test(name, async () => {
    const ended = await run(files, '--get', '/');
    assert.match(ended.last, why);
    assert.match(ended.last, /^persist-app: /);
    assert.strictEqual(ended.status, status);
  }))));

test('a check loads it, and asks for nothing', async () => {
  const { status, said } = await run({ 'app.js': `${LISTENS};` }, '--check');
  assert.match(said, /^persist_worker \d+\.\d+\.\d+ for Node\.js v/);
  assert.strictEqual(status, 0);
});
