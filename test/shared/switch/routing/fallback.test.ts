import fc from 'fast-check';
import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import {
  fallbackAccounts,
  presentFallback,
  reorderedAccountIds,
} from '#switch/routing/fallback.ts';

const account = (number: number, profileId: string, connectorType: string): ConnectorAccount => ({
  id: `mca_${number}`,
  merchantId: 'shop',
  profileId,
  connectorName: 'fauxpay',
  connectorType,
  label: `fauxpay ${number}`,
  status: 'active',
  disabled: false,
  settings: {},
  sealed: new Uint8Array(),
  createdAt: new Date(number).toISOString(),
  modifiedAt: new Date(number).toISOString(),
  version: 1,
});

const holder = {
  id: 'shop',
  organizationId: 'org',
  publishableKey: 'pk',
  settings: {},
  wrappedKey: new Uint8Array(),
  sealed: new Uint8Array(),
  createdAt: '',
  modifiedAt: '',
  version: 1,
};
const profile = (id: string) => ({
  id,
  merchantId: 'shop',
  name: id,
  settings: {},
  createdAt: '',
  modifiedAt: '',
  version: 1,
});

/** Accounts of two profiles and both uses, and orders that name some of them, and some that are gone. */
const configurations = fc
  .record({
    uses: fc.array(
      fc.record({
        profileId: fc.constantFrom('pro_1', 'pro_2'),
        connectorType: fc.constantFrom('payment_processor', 'payout_processor', 'tax_processor'),
      }),
      { maxLength: 8 },
    ),
    ofMerchant: fc.option(fc.uniqueArray(fc.nat(12), { maxLength: 8 })),
    ofProfile: fc.option(fc.uniqueArray(fc.nat(12), { maxLength: 8 })),
  })
  .map(({ uses, ofMerchant, ofProfile }): Configuration => {
    const named = (numbers: readonly number[]) => ({
      fallback: { payment: numbers.map((number) => `mca_${number}`) },
    });
    return {
      account: { ...holder, ...(ofMerchant && named(ofMerchant)) },
      profiles: [{ ...profile('pro_1'), ...(ofProfile && named(ofProfile)) }, profile('pro_2')],
      connectorAccounts: uses.map(({ profileId, connectorType }, number) =>
        account(number, profileId, connectorType),
      ),
      slowReceivers: [],
    };
  });

const ids = (accounts: readonly ConnectorAccount[]) => accounts.map(({ id }) => id);

describe('the fallback list', () => {
  it('the fallback list contains every account of its kind once, whatever was ordered, and when', () => {
    fc.assert(
      fc.property(configurations, (configuration) => {
        const { connectorAccounts } = configuration;
        for (const profileId of ['pro_1', 'pro_2', undefined]) {
          const members = connectorAccounts.filter(
            (one) =>
              one.connectorType === 'payment_processor' &&
              (profileId === undefined || one.profileId === profileId),
          );
          const listed = ids(fallbackAccounts(configuration, 'payment', profileId));
          expect([...listed].sort()).toEqual(ids(members).sort());
        }
      }),
    );
  });

  it('the fallback list has the ordered accounts first, in that order, and the others by age', () => {
    fc.assert(
      fc.property(configurations, (configuration) => {
        const listed = ids(fallbackAccounts(configuration, 'payment', 'pro_1'));
        const [own] = configuration.profiles;
        const order = own?.fallback?.payment ?? configuration.account.fallback?.payment ?? [];
        const first = order.filter((id) => listed.includes(id));
        expect(listed.slice(0, first.length)).toEqual(first);
        const rest = listed.slice(first.length);
        const byAge = ids(configuration.connectorAccounts).filter((id) => rest.includes(id));
        expect(rest).toEqual(byAge);
      }),
    );
  });

  it('the fallback list can be put in every order of its members, and in no other', () => {
    fc.assert(
      fc.property(configurations, fc.infiniteStream(fc.nat()), (configuration, chance) => {
        const current = presentFallback(fallbackAccounts(configuration, 'payment', 'pro_1'));
        const shuffled = current
          .map((choice) => ({ choice, at: chance.next().value ?? 0 }))
          .sort((one, other) => one.at - other.at)
          .map(({ choice }) => choice);
        const order = reorderedAccountIds(current, shuffled);
        const [own, ...others] = configuration.profiles;
        if (!own) throw new Error('There are two profiles.');
        const changed = { ...own, fallback: { payment: [...order] } };
        const after = { ...configuration, profiles: [changed, ...others] };
        expect(presentFallback(fallbackAccounts(after, 'payment', 'pro_1'))).toEqual(shuffled);
        const [first, second] = current;
        if (!first || !second) return;
        expect(() => reorderedAccountIds(current, [...current.slice(1), second])).toThrow();
        expect(() => reorderedAccountIds(current, current.slice(1))).toThrow();
      }),
    );
  });
});
