// SPDX-License-Identifier: Apache-2.0
// Frames, which come whole, in parts, and wrong. persist-conform has more.
'use strict';

const assert = require('assert');
const test = require('node:test');
const { WrongFrame, encode, takeFrames } = require('../persist-worker/frame');

function framed(...bytes) {
  return Buffer.from([0xce, 0, 0, 0, bytes.length, ...bytes]);
}

function decoded(buffer) {
  const messages = [];
  const rest = takeFrames(buffer, (message) => messages.push(message));
  return { messages, rest };
}

test('a message comes back', () => {
  const list = [Buffer.from('a'), Buffer.from('\xff')];
  const message = [5, 0xffffffff, 200, list, Buffer.alloc(70000), 1];
  assert.deepStrictEqual(decoded(encode(...message)).messages, [message]);
});

test('a string is sent in Latin-1', () => {
  const { messages } = decoded(encode(5, ['a', 'b\xff'], ''));
  const latin1 = (text) => Buffer.from(text, 'latin1');
  assert.deepStrictEqual(messages, [[5, [latin1('a'), latin1('b\xff')], latin1('')]]);
});

test('frames are taken off the front', () => {
  const two = Buffer.concat([encode(16), encode(19, 0)]);
  for (let cut = 0; cut <= two.length; cut++) {
    const first = decoded(two.subarray(0, cut));
    const second = decoded(Buffer.concat([first.rest, two.subarray(cut)]));
    assert.deepStrictEqual([...first.messages, ...second.messages], [[16], [19, 0]]);
    assert.strictEqual(second.rest.length, 0);
  }
});

test('integers of each width', () => {
  const unsigned = [0xcc, 0xff, 0xcd, 1, 0, 0xcf, 0, 0, 1, 0, 0, 0, 0, 0];
  const signed = [0xd0, 0xff, 0xd3, 255, 255, 255, 255, 255, 255, 255, 254, 0xe0];
  const { messages } = decoded(framed(0x96, ...unsigned, ...signed));
  assert.deepStrictEqual(messages, [[0xff, 0x100, 2 ** 40, -1, -2, -32]]);
});

test('what is wrong is refused before memory is taken for it', () => {
  const wrong = {
    'no frame': Buffer.from('GET'),
    'no length': Buffer.from([0xce, 0, 0, 0, 0]),
    'too long': Buffer.from([0xce, 0, 0x20, 0, 1]),
    'an array of gigabytes': framed(0xdd, 0xff, 0xff, 0xff, 0xff),
    'a string beyond its frame': framed(0x91, 0xc6, 0xff, 0xff, 0xff, 0xff),
    'a list in a list': framed(0x91, 0x91, 0x91, 1),
    nil: framed(0x91, 0xc0),
    'a rest': framed(0x91, 1, 1),
    'no array': framed(1),
    'too many elements': framed(0xdc, 4, 1, ...Array(250).fill(1)),
  };
  for (const [name, buffer] of Object.entries(wrong)) {
    assert.throws(() => decoded(buffer), WrongFrame, name);
  }
});

test('what is sent keeps the limits, too', () => {
  assert.throws(() => encode(5, 1, 200, Array(1021).fill(Buffer.from('a'))), RangeError);
  assert.throws(() => encode(5, 1, 200, [], Buffer.alloc(2 ** 21), 1), RangeError);
});
