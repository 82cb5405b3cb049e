import fc from 'fast-check';
import type { VaultOperation } from '#vault/http/vault-operation.ts';
import { vaultOperations } from '#vault/operations.ts';
import { changedExample } from '../../../support/requests/changed-example.ts';
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

const type = fc.oneof(
  { weight: 8, arbitrary: fc.constant('application/json') },
  { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/json; charset=x', '', ';') },
  { weight: 1, arbitrary: fc.string() },
);
const header = fc.string({ unit: 'grapheme-ascii', maxLength: 300 });

const request = ({ example }: VaultOperation): fc.Arbitrary<VaultAsk> =>
  fc.record({
    text: fc.oneof(
      changedExample(example.body, any, name).map((body) => JSON.stringify(body) ?? ''),
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
