import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { heading } from './suite-times.mjs';

/** Starts Jest, which refuses options that it does not know, without the one that is ours. */
const option = '--times';
const at = process.argv.findIndex((one) => one === option || one.startsWith(`${option}=`));
if (at !== -1) {
  const [first = ''] = process.argv.splice(at, 1);
  const file = first === option ? process.argv.splice(at, 1)[0] : first.slice(option.length + 1);
  if (!file || file.startsWith('-')) {
    console.error(`${option} needs a file: npm test -- ${option} times.tsv`);
    process.exit(2);
  }
  process.env.TURNOUT_TEST_TIMES = resolve(file);
  writeFileSync(process.env.TURNOUT_TEST_TIMES, heading);
}
await import('../../node_modules/jest/bin/jest.js');
