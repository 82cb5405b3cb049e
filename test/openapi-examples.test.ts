import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { examplesFile } from '../scripts/openapi/documents.ts';
import { operations } from '../shared/operations.ts';
import { vaultOperations } from '../shared/vault/operations.ts';
import { type ExampleAnswers, exampleAnswers } from './support/example-answers.ts';

const file = join(import.meta.dirname, '..', examplesFile);
/** `UPDATE_EXAMPLES=1 npm test -- test/openapi-examples` writes down what is answered now. */
const isUpdate = process.env.UPDATE_EXAMPLES !== undefined;

let answered: ExampleAnswers;

beforeAll(async () => {
  answered = await exampleAnswers();
  if (isUpdate) writeFileSync(file, `${JSON.stringify(answered, null, 2)}\n`);
}, 240_000);

const written = () =>
  v.parse(v.record(v.string(), v.unknown()), JSON.parse(readFileSync(file, 'utf8')));

/** No amount, count or limit in an example is as large as a time in seconds. */
const secondsOf2001 = 1_000_000_000;

/** The answer without what is another one each time: identifiers, keys, hashes and times. */
function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, masked(one)]));
  }
  if (typeof value === 'number' && value > secondsOf2001) return 'TIME';
  if (typeof value !== 'string') return value;
  return value
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'TIME')
    .replaceAll(/[\w+/-]{20,}={0,2}/g, (one) => (/[A-Z\d]/.test(one) ? 'RANDOM' : one));
}

describe('the examples of answers in the description of the API', () => {
  it('are what the operations answer to the examples of requests', () => {
    const [now, then] = [masked(answered), masked(written())];
    if (JSON.stringify(now) === JSON.stringify(then)) return;
    expect(now).toEqual(then);
    throw new Error(`${examplesFile} has another order. Write it with UPDATE_EXAMPLES=1.`);
  });

  it('are there for every operation that answers with JSON', () => {
    const missing = [...operations, ...vaultOperations]
      .filter(({ response }) => response && response.type !== 'string')
      .map(({ method, path }) => `${method} ${path}`)
      .filter((name) => written()[name] === undefined);
    expect(missing).toEqual([]);
  });

  it('are there for every class of webhooks', () => {
    const told = Object.keys(written()).filter((name) => name.startsWith('webhook '));
    expect(told.sort()).toEqual([
      'webhook disputes',
      'webhook mandates',
      'webhook payments',
      'webhook payouts',
      'webhook refunds',
    ]);
  });
});
