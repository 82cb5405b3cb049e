import { aboutNamed } from '#connectors/abouts.ts';
import { accountModeOf } from '#connectors/account-mode.ts';
import type { ConnectorAccess } from '#connectors/interface/exchange.ts';
import { connectorFacts } from '../../support/processors/all-connector-facts.ts';
import { it } from '../../support/runner/empty-tables.ts';

const byKey = (api_key: string) => ({ auth_type: 'HeaderKey', api_key }) as const;
const production = { isProduction: true, overrides: {} };
const sandbox = { isProduction: false, overrides: {} };

const modeOf = (
  name: string,
  access: Partial<ConnectorAccess>,
  addresses: Parameters<typeof accountModeOf>[2],
) => accountModeOf(aboutNamed(name), { credentials: byKey('any'), ...access }, addresses);

const keys = [...connectorFacts].flatMap(([name, { keys }]) =>
  (['live', 'test'] as const).flatMap(
    (mode) => keys?.[mode].map((key) => [name, key, mode] as const) ?? [],
  ),
);

it.each(keys)(
  'an account of %s with the key %s is in %s mode at every stage',
  (name, key, mode) => {
    for (const addresses of [production, sandbox]) {
      expect(modeOf(name, { credentials: byKey(key), testMode: true }, addresses)).toBe(mode);
      expect(modeOf(name, { credentials: byKey(key) }, addresses)).toBe(mode);
    }
  },
);

it('an account whose keys show no mode is live in production without test_mode, and else in test mode', () => {
  expect(modeOf('adyen', {}, production)).toBe('live');
  expect(modeOf('adyen', { testMode: true }, production)).toBe('test');
  expect(modeOf('adyen', {}, sandbox)).toBe('test');
});

it('an account has no known mode where the operator states the address, at a simulated processor, and without an adapter', () => {
  const overrides = { adyen: 'https://adyen.example/' };
  expect(modeOf('adyen', {}, { ...production, overrides })).toBeUndefined();
  expect(modeOf('fauxpay', {}, sandbox)).toBeUndefined();
  expect(modeOf('nowhere', {}, production)).toBeUndefined();
});
