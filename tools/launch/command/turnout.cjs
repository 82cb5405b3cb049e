#!/usr/bin/env node
'use strict';
// The command `turnout`. npm links this folder into node_modules, where npx finds it. Plain CommonJS
// that an old Node.js can read: tools/launch/run.cjs runs the command with Node.js 24 or newer.
const path = require('node:path');

process.argv.splice(
  2,
  0,
  path.join(__dirname, '..', '..', '..', 'scripts', 'turnout', 'turnout.ts'),
);
require('../run.cjs');
