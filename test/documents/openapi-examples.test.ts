import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { vaultOperations } from '#vault/operations.ts';
import { examplesFile } from '../../scripts/documents/openapi/documents.ts';
import { operations } from '../../shared/operations.ts';
import { exampleAnswers } from '../support/example-answers.ts';

const file = join(import.meta.dirname, '..', '..', examplesFile);
/** `UPDATE_EXAMPLES=1 npm test -- test/documents/openapi-examples` writes the present answers. */
const isUpdate = process.env.UPDATE_EXAMPLES !== undefined;

let answered: Awaited<ReturnType<typeof exampleAnswers>>;

beforeAll(async () => {
  answered = await exampleAnswers();
  if (isUpdate) writeFileSync(file, `${JSON.stringify(answered.answers, null, 2)}\n`);
});

const written = () =>
  v.parse(v.record(v.string(), v.unknown()), JSON.parse(readFileSync(file, 'utf8')));

/** No amount, count or limit in an example is as large as a time in seconds. */
const secondsOf2001 = 1_000_000_000;

/**
 * The answer without the values that change each time: identifiers, keys, hashes and times, and the
 * order of objects in a list. For objects in a list, only the names of their members remain.
 */
function masked(value: unknown): unknown {
  if (Array.isArray(value)) {
    if (!value.some((one) => typeof one === 'object')) return value.map(masked);
    return [...new Set(value.flatMap((one) => Object.keys(Object(one))))].sort();
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        // With each new connector there is one more.
        name === 'connector_count' ? 'COUNT' : masked(one),
      ]),
    );
  }
  if (typeof value === 'number' && value > secondsOf2001) return 'TIME';
  if (typeof value !== 'string') return value;
  return (
    value
      .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'TIME')
      .replace(/^\.{3}[\w-]{6}$/, 'END OF A KEY')
      // JSON Web Encryption: of its five parts one is too short to look random.
      .replace(/^eyJ[\w-]+(?:\.[\w-]+){4}$/, 'ENCRYPTED')
      .replace(/(?<=_\d+)\.[0-9A-Za-z]{8}$/, '.MARK')
      .replaceAll(/[\w+/-]{20,}={0,2}/g, (one) => (/[A-Z\d]/.test(one) ? 'RANDOM' : one))
  );
}

describe('the examples of answers in the description of the API', () => {
  it("the API description's example answers are the operations' answers to its example requests", () => {
    const { answers, fromScenarios } = answered;
    const compared = (all: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(
        Object.entries(all).map(([name, one]) => [
          name,
          fromScenarios.has(name) ? Object.keys(Object(one)) : masked(one),
        ]),
      );
    expect(compared(answers)).toEqual(compared(written()));
  });

  it('an example answer exists for every operation that answers with JSON', () => {
    const missing = [...operations, ...vaultOperations]
      .filter(({ response }) => response && response.type !== 'string')
      .map(({ method, path }) => `${method} ${path}`)
      .filter((name) => written()[name] === undefined);
    expect(missing).toEqual([]);
  });

  it('an example exists for every class of webhooks', () => {
    const told = Object.keys(written()).filter((name) => name.startsWith('webhook '));
    expect(told.sort()).toEqual([
      'webhook disputes',
      'webhook mandates',
      'webhook payments',
      'webhook payouts',
      'webhook refunds',
      'webhook webhook_endpoints',
    ]);
  });
});
