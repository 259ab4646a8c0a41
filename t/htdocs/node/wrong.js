#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// A script that Node cannot read.
function (
