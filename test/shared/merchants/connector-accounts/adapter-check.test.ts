import * as v from 'valibot';
import { allAbouts } from '#connectors/abouts.ts';
import {
  checkAdapter,
  refuseLiveCredentials,
} from '#merchants/connector-accounts/adapter-check.ts';
import { ConnectorName, type ConnectorType } from '#vocabulary/connectors.ts';
import { connectorFacts } from '../../../support/processors/all-connector-facts.ts';
import { refusal } from '../../../support/requests/refusal.ts';

const withAdapter = new Set(allAbouts().map(({ name }) => name));
const checkers = new Set(['signifyd', 'riskified', 'threedsecureio', 'taxjar', 'plaid']);

describe('an account for a connector', () => {
  it('a connector account can take payments where an adapter exists, and is refused by name for every other', () => {
    for (const name of ConnectorName.options) {
      const found = refusal(() => checkAdapter(name, 'payment_processor'));
      if (withAdapter.has(name)) expect([name, found]).toEqual([name, undefined]);
      else {
        const what = checkers.has(name) ? 'payment connector' : 'connector';
        expect(found).toEqual([501, 'IR_00', `The ${what} ${name} is not implemented`]);
      }
    }
  });

  it('a connector account can pay out where the adapter can', () => {
    expect(refusal(() => checkAdapter('fauxpay', 'payout_processor'))).toBeUndefined();
    expect(refusal(() => checkAdapter('authorizedotnet', 'payout_processor'))).toEqual([
      501,
      'IR_00',
      'The payout connector authorizedotnet is not implemented',
    ]);
  });

  it.each<[string, ConnectorType]>([
    ['signifyd', 'payment_vas'],
    ['riskified', 'payment_vas'],
    ['threedsecureio', 'authentication_processor'],
    ['taxjar', 'tax_processor'],
  ])('a connector account can be created for the service %s as %s', (name, type) => {
    expect(refusal(() => checkAdapter(v.parse(ConnectorName, name), type))).toBeUndefined();
  });

  it.each<[string, ConnectorType]>([
    ['netcetera', 'authentication_processor'],
    ['vgs', 'vault_processor'],
    ['stripe_billing_test', 'payment_processor'],
  ])(
    'a connector account is refused for %s, which this version does not implement, as %s',
    (name, type) => {
      expect(refusal(() => checkAdapter(v.parse(ConnectorName, name), type))).toEqual([
        501,
        'IR_00',
        `The connector ${name} is not implemented`,
      ]);
    },
  );
});

describe('credentials that say they are for real money', () => {
  const credentials = (api_secret: string) => ({
    auth_type: 'SignatureKey' as const,
    api_key: 'pk_sbox_1',
    key1: 'pc_1',
    api_secret,
  });

  it.each([
    ...['sk_live_4242', 'sk_4242', ' sk_4242'],
    // As Checkout.com's keys are: of today, and older ones.
    ...['sk_abcdefghijklmnopqrstuvwxyz2', 'sk_00000000-0000-4000-8000-000000000000'],
  ])('credentials for real money are refused outside production: %j', (secret) => {
    const found = refusal(() => refuseLiveCredentials('checkout', credentials(secret)));
    expect(found).toEqual([
      422,
      'IR_06',
      'These credentials of checkout are for real money, and this deployment is for tests',
    ]);
  });

  it.each([
    ...['sk_sbox_4242', 'sk_test_4242', 'anything'],
    ...['sk_sbox_abcdefghijklmnopqrstuvwxyz2', 'sk_test_00000000-0000-4000-8000-000000000000'],
  ])('credentials of a test account are accepted outside production: %j', (secret) => {
    expect(refusal(() => refuseLiveCredentials('checkout', credentials(secret)))).toBeUndefined();
  });

  it('credentials for real money are detected at any depth', () => {
    const deep = {
      auth_type: 'CurrencyAuthKey' as const,
      auth_key_map: { EUR: { keys: [{ secret: 'sk_4242' }] } },
    };
    expect(refusal(() => refuseLiveCredentials('checkout', deep))).toBeDefined();
  });

  it('credentials without a mode may be any', () => {
    const key = { auth_type: 'HeaderKey' as const, api_key: 'sk_live_4242' };
    expect(refusal(() => refuseLiveCredentials('fauxpay', key))).toBeUndefined();
  });
});

describe('a key outside production', () => {
  const refused = (connector: ConnectorName, api_key: string) =>
    refusal(() =>
      refuseLiveCredentials(connector, {
        ...{ auth_type: 'MultiAuthKey', key1: 'key1', key2: 'key2' },
        ...{ api_key, api_secret: 'secret' },
      }),
    );
  const names = allAbouts().map(({ name }) => v.parse(ConnectorName, name));

  it.each(names)('a test key of any form is accepted for %s', (name) => {
    const odd = [
      'key',
      'sk_test',
      'sk_test_',
      'sk_test_x_invalid_values',
      'sk_test_a b',
      'pk_test_{{key}}',
    ];
    for (const key of odd) expect([key, refused(name, key)]).toEqual([key, undefined]);
  });

  const liveKeys = [...connectorFacts].flatMap(([name, { keys }]) =>
    [...(keys?.live ?? []), ...(keys?.live.map((key) => ` ${key}`) ?? [])].map(
      (key) => [v.parse(ConnectorName, name), key] as const,
    ),
  );

  it.each(liveKeys)('a key for real money is refused for %s: %j', (name, key) => {
    expect(refused(name, key)?.[2]).toContain('are for real money');
  });
});
