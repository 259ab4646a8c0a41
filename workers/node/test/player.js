// SPDX-License-Identifier: Apache-2.0
// Plays persistd and httpd for a worker that runs a script.
'use strict';

const { spawn } = require('child_process');
const { once } = require('events');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const { encode, takeFrames } = require('../persist-worker/frame');

const [NONE, DATA, CONTROL] = [Buffer.alloc(0), 0, 1];
const PATIENCE = 60000; // milliseconds until a worker is killed, which fails its test

// A connection to a worker: messages are sent, and waited for one by one.
class Peer {
  constructor(socket) {
    [this.socket, this.rest, this.messages] = [socket, NONE, []];
    socket.on('error', () => {}).on('data', (chunk) => {
      const bytes = Buffer.concat([this.rest, chunk]);
      this.rest = takeFrames(bytes, (message) => this.messages.push(message));
      socket.emit('message');
    });
  }

  send(...message) { this.socket.write(encode(...message)); }

  async next() {
    while (this.messages.length === 0) await once(this.socket, 'message');
    return this.messages.shift();
  }

  ask(variables, { mode = 0, body = '', id = 'id' } = {}) {
    const packed = Object.entries(variables).map((pair) => pair.join('\0') + '\0').join('');
    this.send(2, 0xfedcba98, Buffer.from(packed), mode, Buffer.from(body), 0, Buffer.from(id));
  }

  // The answer to a request: LOG lines, status, headers and body.
  async answer() {
    const answer = { log: '', headers: {}, body: '' };
    for (;;) {
      const [kind, ...fields] = await this.next();
      if (kind === 8) answer.log += fields[1];
      if (kind === 9) return { ...answer, cut: true };
      if (kind === 5) {
        const [, status, list, body, flags] = fields;
        Object.assign(answer, { status, flags, body: answer.body + body });
        for (let i = 0; i < list.length; i += 2) {
          const name = String(list[i]).toLowerCase();
          (answer.headers[name] ??= []).push(String(list[i + 1]));
        }
        if (flags & 1) return answer;
      }
      if (kind === 3) {
        answer.body += fields[0];
        if (fields[1]) return answer;
      }
    }
  }
}

// Starts a worker that runs the text of a script.
async function start(text) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'persist-node-'));
  const script = path.join(folder, 'script.js');
  fs.writeFileSync(script, text);
  const server = net.createServer().listen(path.join(folder, 'listens'));
  await once(server, 'listening');
  const env = { ...process.env, NODE_PATH: path.join(__dirname, '..'), PERSIST_WORKER: '1:3' };
  const stdio = ['ignore', 'pipe', 'pipe', server._handle.fd];
  const child = spawn(process.execPath, [script], { env, stdio });
  fs.renameSync(path.join(folder, 'listens'), path.join(folder, 'socket')); // close() unlinks
  server.close();
  const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE).unref();
  const worker = { child, output: '' };
  child.stdout.on('data', (piece) => { worker.output += piece; });
  child.stderr.on('data', (piece) => { worker.output += piece; });
  worker.connect = async (role = DATA, features = 32, unit = 0) => {
    const socket = net.connect({ path: path.join(folder, 'socket'), allowHalfOpen: true });
    await once(socket, 'connect');
    const peer = new Peer(socket);
    peer.send(1, 1, role, features, unit);
    return peer;
  };
  worker.end = async () => {
    clearTimeout(patience);
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    fs.rmSync(folder, { recursive: true });
  };
  return worker;
}

module.exports = { start, DATA, CONTROL };
