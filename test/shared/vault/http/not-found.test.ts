import { logTo } from '#platform/log.ts';
import { vaultNotFoundHandler } from '#vault/http/not-found.ts';
import { vaultOperations } from '#vault/operations.ts';
import { withoutRandom } from '../../../support/runner/without-random.ts';
import { aVaultEvent } from '../../../support/vault/a-vault-event.ts';
import { withoutHelp } from '../../../support/vault/without-help.ts';

const logged: string[] = [];
const handler = vaultNotFoundHandler(
  vaultOperations,
  logTo((line) => logged.push(line)),
);
const asked = async (method: string, path: string) => {
  const { statusCode, headers = {}, body = '' } = await handler(aVaultEvent({ method, path }));
  return { status: statusCode, headers, body: JSON.parse(body) };
};

it.each([
  '/',
  '/api/v1',
  '/api/v1/keys',
  '/api/v1/api_keys/a/b',
  '/api/v2/api_keys',
  '/cards/4111111111111111',
  '/API/V1/API_KEYS',
  '/api/v1/cards/',
  '/api/v1/cards/0b6d2f6e58a14c0e9d3a7f1e5b2c4a90/',
])('an unknown route of the vault does not know %s', async (path) => {
  const { status, headers, body } = await asked('GET', path);
  expect(status).toBe(404);
  expect(withoutHelp(body)).toEqual({
    errors: { code: 'resource_not_found', title: 'Resource Not Found' },
  });
  expect(withoutRandom(JSON.stringify(body))).not.toContain('4111');
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-vault-error': 'resource_not_found',
    'x-request-id': 'req-of-the-gateway',
  });
  expect(headers).not.toHaveProperty('allow');
});

const paths = [...new Set(vaultOperations.map(({ path }) => path))];

it.each(paths)('an unknown route of the vault names the methods of %s', async (path) => {
  const methods = vaultOperations.filter((one) => one.path === path).map(({ method }) => method);
  const concrete = path.replaceAll(/\{\w+\+?\}/g, '0b6d2f6e-58a1-4c0e-9d3a-7f1e5b2c4a90');
  const { status, headers, body } = await asked('PATCH', concrete);
  expect(status).toBe(405);
  expect(withoutHelp(body)).toEqual({
    errors: { code: 'method_not_allowed', title: 'Method Not Allowed' },
  });
  expect(body.errors.hint).toMatch(/^(?:Send the request with|Ask) `[A-Z]+/);
  const allowed = String(headers.allow).split(', ');
  expect(allowed).toEqual(expect.arrayContaining(methods));
});

it('an unknown route of the vault logs that it answered, and never a path', async () => {
  logged.length = 0;
  await asked('GET', '/cards/4111-1111-1111-1111');
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('"status":404');
  expect(withoutRandom(logged.join())).not.toContain('4111');
});
