// SPDX-License-Identifier: Apache-2.0
// Frames of the worker protocol (wire/PROTOCOL.md): reads and packs them.
'use strict';

const MAX_FRAME = 2 * 1024 * 1024;
const MAX_ELEMENTS = 1024;

class WrongFrame extends Error {}

class Reader {
  at = 0; elements = 0;

  constructor(frame) { this.frame = frame; }

  // Where a part of the frame begins, which is passed over.
  skip(length) {
    if (length > this.frame.length - this.at) throw new WrongFrame('a value beyond its frame');
    this.at += length;
    return this.at - length;
  }

  bytes(length) { return this.frame.subarray(this.skip(length), this.at); }

  integer(width, signed) {
    const [frame, at] = [this.frame, this.skip(width)];
    if (width === 8) return Number(signed ? frame.readBigInt64BE(at) : frame.readBigUInt64BE(at));
    return signed ? frame.readIntBE(at, width) : frame.readUIntBE(at, width);
  }

  list(length, depth) {
    this.elements += length;
    if (depth > 1 || this.elements > MAX_ELEMENTS) throw new WrongFrame('too deep or long arrays');
    const values = [];
    while (values.length < length) values.push(this.value(depth + 1));
    return values;
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

const sizes = (list) => list.reduce((size, value) => size + sizeOf(value), 3);
const sizeOf = (value) => (Array.isArray(value) ? sizes(value) : 5 + (value.length ?? 0));

// Each packs a value from a place of the frame on, and returns the place behind it.
function packList(frame, place, list) {
  frame[place] = 0xdc;
  const first = frame.writeUInt16BE(list.length, place + 1);
  return list.reduce((next, value) => pack(frame, next, value), first);
}

function pack(frame, place, value) {
  if (Array.isArray(value)) return packList(frame, place, value);
  const isNumber = typeof value === 'number';
  frame[place] = isNumber ? 0xce : 0xc6;
  const next = frame.writeUInt32BE(isNumber ? value : value.length, place + 1);
  if (isNumber) return next;
  return next + (Buffer.isBuffer(value) ? value.copy(frame, next) : frame.latin1Write(value, next));
}

// The frame of a message of numbers, Buffers, strings in Latin-1, and lists of
// these. Throws RangeError if it passes a limit.
function encode(...message) {
  const count = (total, value) => total + (Array.isArray(value) ? value.length : 0);
  const [elements, size] = [message.reduce(count, message.length), sizes(message)];
  const fits = elements <= MAX_ELEMENTS && size <= MAX_FRAME;
  if (!fits) throw new RangeError('the headers of a response are too many or too long');
  const frame = Buffer.allocUnsafe(5 + size);
  packList(frame, pack(frame, 0, size), message);
  return frame;
}

module.exports = { WrongFrame, takeFrames, encode };
