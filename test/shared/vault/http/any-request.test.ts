import fc from 'fast-check';
import type { VaultOperation } from '#vault/http/vault-operation.ts';
import { vaultOperations } from '#vault/operations.ts';
import { type VaultAsk, vaultInMemory } from '../../../support/vault/vault-in-memory.ts';

/** The routes that take JSON. Those that hand bytes on take anything. */
const jsonRoutes = vaultOperations.filter(({ body, bodyAs }) => body && bodyAs !== 'bytes');

const names = [
  ...['__proto__', 'constructor', 'toString', '', 'api_key', 'session_token', 'card', 'scope'],
  ...['card_number', 'description', 'merchant_id', 'expires_in', 'card_token', 'origin'],
];
const name = fc.oneof(fc.constantFrom(...names), fc.string());
const leaf = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, '4111111111111111', 'https://a;b', '\u0000', '\ud800', 1e308, -0),
);
const { any } = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(name, tie('any'), { maxKeys: 4 }),
  ),
}));

/** The example with one thing in it replaced, removed or added. */
const nearly = (example: unknown): fc.Arbitrary<unknown> => {
  const places = placesIn(example);
  return fc
    .tuple(fc.constantFrom(...places), any, fc.constantFrom('replace', 'remove', 'add'), name)
    .map(([place, value, how, member]) => changed(example, place, { how, value, member }));
};

type Place = readonly string[];
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const placesIn = (value: unknown, at: Place = []): Place[] => [
  at,
  ...(isObject(value)
    ? Object.entries(value).flatMap(([member, one]) => placesIn(one, [...at, member]))
    : []),
];

interface Change {
  readonly how: string;
  readonly value: unknown;
  readonly member: string;
}

function changed(value: unknown, [next, ...rest]: Place, change: Change): unknown {
  if (next !== undefined && isObject(value)) {
    const { [next]: inner, ...others } = value;
    if (rest.length === 0 && change.how === 'remove') return others;
    return { ...others, [next]: changed(inner, rest, change) };
  }
  if (change.how === 'add' && isObject(value)) return { ...value, [change.member]: change.value };
  return change.value;
}

const type = fc.oneof(
  { weight: 8, arbitrary: fc.constant('application/json') },
  { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/json; charset=x', '', ';') },
  { weight: 1, arbitrary: fc.string() },
);
const header = fc.string({ unit: 'grapheme-ascii', maxLength: 300 });

const request = ({ example }: VaultOperation): fc.Arbitrary<VaultAsk> =>
  fc.record({
    text: fc.oneof(
      nearly(example.body).map((body) => JSON.stringify(body) ?? ''),
      any.map((body) => JSON.stringify(body) ?? ''),
      fc.string(),
      fc.string().map((tail) => `${JSON.stringify(example.body)}${tail}`),
    ),
    query: fc.dictionary(
      fc.oneof(fc.constantFrom('pagination[limit]', 'session_token'), fc.string()),
      fc.string(),
      {
        maxKeys: 3,
      },
    ),
    headers: fc
      .record({ type, 'x-request-id': header, 'idempotency-key': header, authorization: header })
      .map(({ type: contentType, ...rest }) => ({ ...rest, 'content-type': contentType })),
    params: fc.constant(example.params ?? {}),
  });

it.each(jsonRoutes.map((operation) => [operation.name, operation] as const))(
  '%s answers whatever it is sent without a failure, and writes nothing where it refuses',
  async (operationName, operation) => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(request(operation), async (given) => {
        const { ask, vault, tenantKey, logged } = vaultInMemory();
        const key = await tenantKey('shop_east');
        const stored = () =>
          JSON.stringify(
            [vault.ports.cards, vault.ports.codes, vault.ports.keys, vault.ports.credentials].map(
              (port) => port.items(),
            ),
          );
        const before = stored();
        const { api_key: _, ...query } = given.query ?? {};
        const { status, headers, text } = await ask(operationName, { ...given, query, key });
        expect(status).toBeLessThan(500);
        expect(headers['cache-control']).toBe('no-store');
        if (status < 400) return;
        refused += 1;
        expect(stored()).toBe(before);
        expect(text + logged.join('')).not.toContain('4111111111111111');
      }),
      { numRuns: 120 },
    );
    // It would be no test if everything was taken.
    expect(refused).toBeGreaterThan(20);
  },
);
