// SPDX-License-Identifier: Apache-2.0
// The work of all workers in Node.js, whatever server brings the request: hello.
'use strict';

const KINDS = { hello: () => 'hello\n' };

// Returns the body for the path behind the mount.
const answer = (path) => KINDS[path.slice(1) || 'hello']();

module.exports = { answer };
