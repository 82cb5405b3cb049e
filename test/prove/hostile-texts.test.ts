import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { holdsCardNumber, maskCardNumbers } from '#platform/card-numbers/card-number-inside.ts';
import { SwitchError } from '#platform/errors.ts';
import { lambdaOver } from '#platform/http/edge/lambda.ts';
import { bodyLimit, switchPolicy } from '#platform/http/edge/switch-policy.ts';
import { defaultLimits, withLimits } from '#platform/http/request/with-limits.ts';
import { logTo } from '#platform/log.ts';
import { vaultOperations } from '#vault/operations.ts';
import { maskAnswer } from '#webhooks/delivery/mask-answer.ts';
import { operations, sandboxOperations } from '../../shared/operations.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { stepsOf } from '../support/runner/steps.ts';
import { implementationOf } from '../support/switch/implementations.ts';
import { eventOf } from '../support/switch/switch-in-memory.ts';
import { memoryTable } from '../support/table/memory-table.ts';

const { each } = drawnByDay('hostile-texts');

/**
 * A stranger's text may be as long as a request. Code that reads it before the caller is
 * authenticated may take at most this many steps a character, for all characters.
 */
const stepsPerCharacter = 200;

/** Pieces of which texts are made that have kept searches busy. */
const pieces = [
  ...['4', '4 ', '4-', '42.', '4242 ', '4a', 'a4 ', '0 ', '8172 ', '٤-', '④', 'f-', 'f4'],
  ...['a', ' ', '-', '.', '@', 'a@', 'a.', '/', 'http://', 'xn--', '%25', '%', '_', ':', ',', '='],
  ...['"', '\\', '{', '[', '<', '&', '${', '\n', '\u0300\u0315', 'ﷺ', '💳', '\u200b'],
];
const textOf = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** Every text of a schema, with the most characters that it may have. */
function textsIn(
  schema: unknown,
  seen: Set<unknown>,
): readonly { readonly schema: v.GenericSchema; readonly most: number }[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const { type, pipe = [], entries, wrapped, item, items, options, value, key } = Object(schema);
  if (type === 'string' || Object(pipe[0]).type === 'string') {
    const limits = pipe.map((part: { readonly type: string; readonly requirement: unknown }) =>
      /^max_/.test(part.type) ? Number(part.requirement) : defaultLimits.text,
    );
    return [{ schema: Object(schema), most: Math.min(defaultLimits.text, ...limits) }];
  }
  const lists = [pipe, items, options].flatMap((list) => (Array.isArray(list) ? list : []));
  const members = [...lists, ...Object.values(Object(entries)), wrapped, item, value, key];
  if (type === 'lazy') members.push(Object(schema).getter({}));
  return members.flatMap((one) => textsIn(one, seen));
}

const context = { getRemainingTimeInMillis: () => 10_000 } as Context;
const edge = {
  authenticator: {
    recall: () => undefined,
    identify: () => Promise.reject(new SwitchError('not_authenticated')),
  },
  table: memoryTable,
  log: logTo(() => {}),
  clock: () => new Date('2026-01-31T12:00:00Z'),
};
const unreachable = () => {
  throw new Error('A request without a key reaches nothing.');
};

describe('the time that a stranger’s text takes is in proportion to its length', () => {
  const seen = new Set<unknown>();
  const texts = [...operations, ...sandboxOperations, ...vaultOperations].flatMap((operation) =>
    ['params', 'query', 'body'].flatMap((part) => textsIn(Reflect.get(operation, part), seen)),
  );

  it('every text of every operation is tested for slow matching', () => {
    expect(texts.length).toBeGreaterThan(400);
  });

  it("the time for a stranger's text is counted for each character", async () => {
    const steps = await stepsOf(() => holdsCardNumber(textOf('4 ', 8_192)));
    expect(steps).toBeGreaterThan(8_192);
  });

  each(pieces)(
    'a text of any operation takes time in proportion to its length, at its limit and past it: %j',
    async (piece) => {
      let characters = 0;
      const steps = await stepsOf(() => {
        for (const { schema, most } of texts) {
          for (const length of [most, most + 1, 2 * most]) {
            const text = textOf(piece, length);
            characters += length;
            v.safeParse(withLimits(schema), text, { abortEarly: true });
          }
        }
      });
      expect(steps).toBeLessThan(characters * stepsPerCharacter);
    },
  );

  each(pieces)(
    'a text in a body, a header or a query of any path, without a key, takes time in proportion to its length: %j',
    async (piece) => {
      let characters = 0;
      const steps = await stepsOf(async () => {
        for (const operation of operations) {
          const handler = lambdaOver(
            switchPolicy,
            implementationOf(operation.name),
            unreachable,
            () => edge,
          );
          const long = textOf(piece, 8_192);
          const body = JSON.stringify({ description: long }).slice(0, bodyLimit);
          characters += body.length + 2 * long.length;
          const request = { body: { description: long }, query: { status: long } };
          const event = eventOf(operation, { ...request, headers: { 'idempotency-key': long } });
          await handler(event, context);
        }
      });
      expect(steps).toBeLessThan(characters * stepsPerCharacter);
    },
  );

  each(pieces)(
    'a text searched for card numbers, masked or logged takes time in proportion to its length: %j',
    async (piece) => {
      const text = textOf(piece, 65_536);
      const log = logTo(() => {});
      const steps = await stepsOf(() => {
        holdsCardNumber(text);
        maskCardNumbers(text);
        maskAnswer(text, ['a-secret']);
        log.info(text, { text });
        log.error(text, new Error(text));
      });
      // Two searches for card numbers, and the lines of a log.
      expect(steps).toBeLessThan(2 * text.length * stepsPerCharacter);
    },
  );

  each([
    ['lists in lists', '['.repeat(bodyLimit)],
    ['maps in maps', '{"a":'.repeat(bodyLimit / 5)],
    ['a list of empty lists', `[${'[],'.repeat(bodyLimit / 4)}[]]`],
    ['a map with many members', `{${Array.from({ length: 3_000 }, (_, place) => `"${place}":1`)}}`],
    ['zeros within a number', `{"amount":1.${'0'.repeat(bodyLimit - 20)}1}`],
    ['zeros behind a number', `{"amount":1${'0'.repeat(bodyLimit - 20)}}`],
    ['digits of a number', `{"amount":${'9'.repeat(bodyLimit - 20)}}`],
    ['a text without an end', `{"a":"${'\\"'.repeat(bodyLimit / 2 - 10)}`],
    ['numbers in a list', `{"metadata":{"a":[${'4,'.repeat(bodyLimit / 2 - 20)}4]}}`],
    ['texts in a list', `{"metadata":{"a":[${'"4",'.repeat(bodyLimit / 4 - 20)}"4"]}}`],
  ])(
    'a whole body for any path, without a key, takes time in proportion to its length: %s',
    async (_, text) => {
      let characters = 0;
      const steps = await stepsOf(async () => {
        for (const operation of operations) {
          const handler = lambdaOver(
            switchPolicy,
            implementationOf(operation.name),
            unreachable,
            () => edge,
          );
          characters += text.length;
          await handler(eventOf(operation, { text }), context);
        }
      });
      expect(steps).toBeLessThan(characters * stepsPerCharacter);
    },
  );
});
