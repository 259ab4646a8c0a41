// SPDX-License-Identifier: Apache-2.0
// Frames of the worker protocol (wire/PROTOCOL.md): reads and packs them.
'use strict';

const MAX_FRAME = 2 * 1024 * 1024;
const MAX_ELEMENTS = 1024;

class WrongFrame extends Error {}

class Reader {
  constructor(frame) { Object.assign(this, { frame, at: 0, elements: 0 }); }

  bytes(length) {
    if (length > this.frame.length - this.at) throw new WrongFrame('a value beyond its frame');
    return this.frame.subarray(this.at, this.at += length);
  }

  integer(width, signed) {
    const bytes = this.bytes(width);
    if (width === 8) return Number(signed ? bytes.readBigInt64BE() : bytes.readBigUInt64BE());
    return signed ? bytes.readIntBE(0, width) : bytes.readUIntBE(0, width);
  }

  list(length, depth) {
    this.elements += length;
    if (depth > 1 || this.elements > MAX_ELEMENTS) throw new WrongFrame('too deep or long arrays');
    return Array.from({ length }, () => this.value(depth + 1));
  }

  value(depth = 0) {
    const first = this.integer(1);
    if (first <= 0x7f) return first;
    if (first >= 0xe0) return first - 0x100;
    if (first >= 0x90 && first <= 0x9f) return this.list(first - 0x90, depth);
    if (first >= 0xa0 && first <= 0xbf) return this.bytes(first - 0xa0);
    if (first >= 0xc2 && first <= 0xc3) return first - 0xc2;
    if (first >= 0xc4 && first <= 0xc6) return this.bytes(this.integer(1 << (first - 0xc4)));
    if (first >= 0xcc && first <= 0xcf) return this.integer(1 << (first - 0xcc));
    if (first >= 0xd0 && first <= 0xd3) return this.integer(1 << (first - 0xd0), true);
    if (first >= 0xd9 && first <= 0xdb) return this.bytes(this.integer(1 << (first - 0xd9)));
    if (first >= 0xdc && first <= 0xdd) return this.list(this.integer(2 << (first - 0xdc)), depth);
    throw new WrongFrame(`a value of a type that the protocol has not: ${first}`);
  }
}

function decode(frame) {
  const reader = new Reader(frame);
  const message = reader.value();
  if (reader.at === frame.length && Array.isArray(message)) return message;
  throw new WrongFrame('a frame that is not one array');
}

// Takes whole frames off buffer and calls handle(message) with each. Returns the
// rest. Throws WrongFrame.
function takeFrames(buffer, handle) {
  while (buffer.length > 0) {
    if (buffer[0] !== 0xce) throw new WrongFrame('what is no frame');
    if (buffer.length < 5) break;
    const end = 5 + buffer.readUInt32BE(1);
    if (end === 5 || end > 5 + MAX_FRAME) throw new WrongFrame('a frame of a wrong length');
    if (end > buffer.length) break;
    handle(decode(buffer.subarray(5, end)));
    buffer = buffer.subarray(end);
  }
  return buffer;
}

function pack(value) {
  const [first, width] = Array.isArray(value) ? [0xdc, 2] : [value.length >= 0 ? 0xc6 : 0xce, 4];
  const head = Buffer.alloc(1 + width, first);
  head.writeUIntBE(value.length ?? value, 1, width);
  if (Array.isArray(value)) return [head, ...value.flatMap(pack)];
  return first === 0xc6 ? [head, value] : [head];
}

// The frame of a message of numbers, Buffers and lists of Buffers. Throws
// RangeError if it passes a limit.
function encode(...message) {
  const packed = Buffer.concat(pack(message));
  const elements = message.length + message.filter(Array.isArray).flat().length;
  const fits = elements <= MAX_ELEMENTS && packed.length <= MAX_FRAME;
  if (!fits) throw new RangeError('the headers of a response are too many or too long');
  return Buffer.concat([...pack(packed.length), packed]);
}

module.exports = { WrongFrame, takeFrames, encode };
