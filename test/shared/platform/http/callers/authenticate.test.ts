import { hasProfile, isOpenAccount } from '#merchants/accounts/configuration-store.ts';
import {
  type AdminKey,
  authenticator,
  checkPairing,
  isPublishableKey,
} from '#platform/http/callers/authenticate.ts';
import type { PresentedCredentials } from '#platform/http/callers/presented-credentials.ts';
import type { Auth } from '#platform/http/operation/operation.ts';
import type { Item } from '#platform/table/port.ts';
import {
  apiKeyId,
  apiKeyKey,
  ephemeralKeyId,
  ephemeralKeyKey,
  publishableKeyKey,
  sha256,
} from '#platform/table/shared-keys.ts';
import { tableOver } from '#platform/table/table.ts';
import { countedPort } from '../../../../support/table/counted-port.ts';
import { memoryPort } from '../../../../support/table/memory-table.ts';

const merchants = { isOpenAccount, hasProfile };

const now = new Date('2026-01-31T12:00:00Z');
const clock = () => now;
const secretKey = `snd_${'k'.repeat(64)}`;
const publishableKey = `pk_snd_${'0'.repeat(32)}`;
const keyItem = (changes: object = {}): Item => ({
  ...apiKeyKey(apiKeyId('snd', secretKey)),
  merchantId: 'shop',
  hash: sha256(secretKey).toString('hex'),
  ...changes,
});

const customerKey = `epk_${'0'.repeat(32)}`;
const customerKeyItem = (changes: object = {}): Item => ({
  ...ephemeralKeyKey(ephemeralKeyId(customerKey)),
  merchantId: 'shop',
  customerId: 'cus_1',
  hash: sha256(customerKey).toString('hex'),
  expiresAt: '2026-01-31T12:00:00.001Z',
  ...changes,
});

const shows = (changes: Partial<PresentedCredentials> = {}): PresentedCredentials => ({
  apiKey: secretKey,
  clientSecret: undefined,
  profileId: undefined,
  pathMerchantId: undefined,
  clock,
  ...changes,
});

function keys(item: Item = keyItem()) {
  const port = memoryPort([
    item,
    { ...publishableKeyKey(publishableKey), merchantId: 'shop' },
    customerKeyItem(),
    { pk: 'MERCHANT#shop', sk: 'ACCOUNT', id: 'shop' },
  ]);
  const counted = countedPort(port, (key) => port.get(key));
  const admin: AdminKey = { matches: async (key) => key === 'admin' };
  return {
    port,
    count: () => counted.count().calls,
    ...authenticator(() => tableOver(counted), admin, 'snd', merchants),
  };
}

const refused = { kind: 'not_authenticated' };

it('a secret key authenticates its merchant', async () => {
  expect(await keys().identify('secret key', shows())).toEqual({
    kind: 'merchant',
    merchantId: 'shop',
  });
});

it('a caller may act for its own profile, and for no other', async () => {
  const { port, identify } = keys();
  await port.put({ pk: 'MERCHANT#shop', sk: 'PROFILE#default', id: 'pro_1' }, 'absent');
  await port.put({ pk: 'MERCHANT#other', sk: 'PROFILE#default', id: 'pro_2' }, 'absent');
  expect(await identify('secret key', shows({ profileId: 'pro_1' }))).toMatchObject({
    merchantId: 'shop',
    profileId: 'pro_1',
  });
  for (const profileId of ['pro_2', 'pro_3', '']) {
    await expect(identify('secret key', shows({ profileId }))).rejects.toMatchObject(refused);
  }
});

it('a key is read on every request and cached nowhere, so that a revoked one is refused', async () => {
  const { port, count, identify } = keys();
  await identify('secret key', shows());
  await identify('secret key', shows());
  expect(count()).toBe(2);
  await port.delete(keyItem(), { attribute: 'merchantId', is: 'shop' });
  await expect(identify('secret key', shows())).rejects.toMatchObject(refused);
});

it('a container remembers the merchant of a key only as a guess for its first read', async () => {
  const { port, identify, recall } = keys();
  expect(recall(shows())).toBeUndefined();
  await identify('secret key', shows());
  expect(recall(shows())).toBe('shop');
  expect(recall(shows({ apiKey: `${secretKey}x` }))).toBeUndefined();
  expect(recall(shows({ apiKey: undefined }))).toBeUndefined();
  await port.delete(keyItem(), { attribute: 'merchantId', is: 'shop' });
  expect(recall(shows())).toBe('shop');
  await expect(identify('secret key', shows())).rejects.toMatchObject(refused);
});

it('a refused key is not cached', async () => {
  const { identify, recall } = keys(keyItem({ expiresAt: '2026-01-31T11:00:00.000Z' }));
  await expect(identify('secret key', shows())).rejects.toMatchObject(refused);
  expect(recall(shows())).toBeUndefined();
});

it.each([
  ['2026-01-31T12:00:00.001Z', true],
  ['2026-01-31T12:00:00.000Z', false],
  ['2026-01-31T11:59:59.999Z', false],
])('a key that expires at %s is used at noon: %s', async (expiresAt, taken) => {
  const identified = keys(keyItem({ expiresAt })).identify('secret key', shows());
  if (taken) expect(await identified).toMatchObject({ merchantId: 'shop' });
  else await expect(identified).rejects.toMatchObject(refused);
});

it('a key is compared by its whole hash, not only by the part that finds it', async () => {
  const other = keyItem({ hash: sha256('another key').toString('hex') });
  await expect(keys(other).identify('secret key', shows())).rejects.toMatchObject(refused);
});

it('a key of another environment is refused', async () => {
  const { port } = keys();
  const elsewhere = authenticator(
    () => tableOver(port),
    { matches: async () => false },
    'prd',
    merchants,
  );
  await expect(elsewhere.identify('secret key', shows())).rejects.toMatchObject(refused);
});

it('a publishable key is recognized by its prefix', () => {
  expect([publishableKey, secretKey, 'epk_1', ''].map(isPublishableKey)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

type Case = readonly [auth: Auth, shown: Partial<PresentedCredentials>, caller: object | undefined];
const merchant = { kind: 'merchant', merchantId: 'shop' };
const admin = { kind: 'admin' };
const client = { kind: 'client', merchantId: 'shop', clientSecret: 'pay_1_secret_1' };
const asAdmin = { apiKey: 'admin' };
const asClient = { apiKey: publishableKey, clientSecret: 'pay_1_secret_1' };
const ownPath = { pathMerchantId: 'shop' };
const customer = { kind: 'customer', merchantId: 'shop', customerId: 'cus_1' };
const asCustomer = { apiKey: customerKey };

const cases: readonly Case[] = [
  ['none', {}, { kind: 'anyone' }],
  ['none', { apiKey: undefined }, { kind: 'anyone' }],
  ['admin key', asAdmin, admin],
  ['admin key', {}, undefined],
  ['admin key', { apiKey: 'admin ' }, undefined],
  ['merchant of the path', { ...asAdmin, ...ownPath }, admin],
  ['merchant of the path', ownPath, merchant],
  ['merchant of the path', { pathMerchantId: 'other' }, undefined],
  ['merchant of the path', {}, undefined],
  ['merchant of the path', { ...asClient, ...ownPath }, undefined],
  ['secret key', {}, merchant],
  ['secret key', asAdmin, undefined],
  ['secret key', asClient, undefined],
  ['secret key', { apiKey: undefined }, undefined],
  ['secret key or client secret', {}, merchant],
  ['secret key or client secret', asClient, client],
  ['secret key or client secret', { apiKey: publishableKey }, undefined],
  ['secret key or client secret', { ...asClient, apiKey: `${publishableKey}0` }, undefined],
  ['secret key or client secret', asAdmin, undefined],
  ['secret key or client secret', asCustomer, undefined],
  ['client secret', asClient, client],
  ['client secret', { apiKey: publishableKey }, undefined],
  ['client secret', {}, undefined],
  ['client secret', { clientSecret: 'pay_1_secret_1' }, undefined],
  ['client secret', asCustomer, undefined],
  ['client secret', { apiKey: undefined }, undefined],
  ['publishable key', { apiKey: publishableKey }, { kind: 'page', merchantId: 'shop' }],
  ['publishable key', asClient, { ...client, kind: 'page' }],
  ['publishable key', {}, undefined],
  ['publishable key', asCustomer, undefined],
  ['publishable key', asAdmin, undefined],
  ['publishable key', { apiKey: undefined }, undefined],
  ['secret key or ephemeral key', {}, merchant],
  ['secret key or ephemeral key', asCustomer, customer],
  ['secret key or ephemeral key', { ...asCustomer, pathCustomerId: 'cus_1' }, customer],
  ['secret key or ephemeral key', { apiKey: `${customerKey}0` }, undefined],
  ['secret key or ephemeral key', asClient, undefined],
  ['secret key or ephemeral key', asAdmin, undefined],
  ['secret key, client secret or ephemeral key', {}, merchant],
  ['secret key, client secret or ephemeral key', asClient, client],
  ['secret key, client secret or ephemeral key', asCustomer, customer],
  ['secret key', asCustomer, undefined],
  ['admin key', asCustomer, undefined],
  ['merchant of the path', { ...asCustomer, ...ownPath }, undefined],
  ['processor key', {}, { kind: 'processor user', keyHash: sha256(secretKey).toString('hex') }],
  ['processor key', { apiKey: undefined }, undefined],
];

it.each(cases)('an authentication for %s: %j is %j', async (auth, shown, caller) => {
  const identified = keys().identify(auth, shows(shown));
  if (caller) expect(await identified).toEqual(caller);
  else await expect(identified).rejects.toMatchObject(refused);
});

const ofCustomers = 'secret key or ephemeral key';

it('an ephemeral key for another customer is refused with the reason', async () => {
  const other = shows({ ...asCustomer, pathCustomerId: 'cus_2' });
  await expect(keys().identify(ofCustomers, other)).rejects.toMatchObject({
    kind: 'ephemeral_key_of_another_customer',
  });
});

it('an ephemeral key is refused when its time is over', async () => {
  const late = shows({ ...asCustomer, clock: () => new Date(now.getTime() + 1) });
  await expect(keys().identify(ofCustomers, late)).rejects.toMatchObject(refused);
});

it('an ephemeral key is refused when its merchant account was deleted, or is gone', async () => {
  for (const account of [[], [{ pk: 'MERCHANT#shop', sk: 'ACCOUNT', deletedAt: 'today' }]]) {
    const port = memoryPort([customerKeyItem(), ...account]);
    const admin: AdminKey = { matches: async () => false };
    const { identify } = authenticator(() => tableOver(port), admin, 'snd', merchants);
    await expect(identify(ofCustomers, shows(asCustomer))).rejects.toMatchObject(refused);
  }
});

it('a secret key is never taken for an ephemeral key, whatever its item says', async () => {
  const odd = customerKeyItem({ customerId: undefined });
  const account = { pk: 'MERCHANT#shop', sk: 'ACCOUNT' };
  const port = memoryPort([odd, account]);
  const { identify } = authenticator(
    () => tableOver(port),
    { matches: async () => false },
    'snd',
    merchants,
  );
  await expect(identify(ofCustomers, shows(asCustomer))).rejects.toMatchObject(refused);
});

describe('the checks of a request before its key is read', () => {
  const anyOf = 'secret key, client secret or ephemeral key';
  const missingKey = { kind: 'missing_param', details: { field: 'api_key' } };
  const missingSecret = { kind: 'missing_param', details: { field: 'client_secret' } };
  const notValid = { kind: 'invalid_request' };
  const pairings: readonly (readonly [Auth, Partial<PresentedCredentials>, object | undefined])[] =
    [
      ['secret key', { apiKey: undefined }, undefined],
      ['secret key or client secret', { apiKey: undefined }, missingKey],
      ['secret key or client secret', { apiKey: publishableKey }, missingSecret],
      ['secret key or client secret', { clientSecret: 'x' }, notValid],
      ['secret key or client secret', asClient, undefined],
      ['client secret', { apiKey: undefined }, undefined],
      ['client secret', { apiKey: publishableKey }, missingSecret],
      ['client secret', { clientSecret: 'x' }, undefined],
      ['publishable key', { apiKey: publishableKey }, undefined],
      ['publishable key', { apiKey: undefined }, undefined],
      ['secret key or ephemeral key', { apiKey: undefined }, missingKey],
      ['secret key or ephemeral key', { clientSecret: 'x' }, undefined],
      ['secret key or ephemeral key', asClient, undefined],
      [anyOf, { apiKey: undefined }, missingKey],
      [anyOf, { apiKey: publishableKey }, missingSecret],
      [anyOf, { clientSecret: 'x' }, notValid],
      [anyOf, { ...asCustomer, clientSecret: 'x' }, notValid],
      [anyOf, asCustomer, undefined],
    ];
  it.each(pairings)(
    'a request is checked before its key is read, for %s: %j',
    (auth, shown, refusal) => {
      const check = () => checkPairing(auth, shows(shown));
      if (refusal) expect(check).toThrow(expect.objectContaining(refusal));
      else expect(check).not.toThrow();
    },
  );
});
