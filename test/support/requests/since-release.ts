import type { Key } from '#platform/table/port.ts';
import { newJob } from '#switch/blocklist/blocklist-job.ts';
import { startPostCaptureVoid } from '#switch/payments/lifecycle/post-capture-voids.ts';
import { switchAuditContext } from '#vault/switch/from-switch.ts';
import { withExtendedCards } from '../../scenarios/payments-with-services.ts';
import { done, type Shop } from '../../scenarios/scenario.ts';
import { shopInMemory } from '../../scenarios/shop-in-memory.ts';
import { connected } from '../../scenarios/steps.ts';
import type { ExampleNames } from './example-requests.ts';

type World = ReturnType<typeof switchInMemory>;

import { payoutCards, toCard } from '../entities/a-payout.ts';
import { byCard } from '../switch/payments-in-memory.ts';
import type { switchInMemory } from '../switch/switch-in-memory.ts';

/**
 * Objects that this version stores with more in them: the examples show them as they are made now. And
 * answers that the processor has given to examples before.
 */
const remade =
  /(pay_(paid_example|authorized|captured|recalled|raisable|risky)|payout_(example|created|pending)|ref_example)\b/;

/** Whether an item of the release belongs to an object that is made anew. */
export const isRemade = ({ pk, sk }: Key): boolean =>
  remade.test(`${pk} ${sk}`) || sk === 'ANSWER' || pk.endsWith('#STRIPE#webhook_endpoints');

/** Makes those objects, and a profile without the settings that only the release's last requests had. */
async function remake(shop: Shop, { services, dependencies }: World): Promise<void> {
  const { id: merchantId, profileId } = shop.merchant;
  const { payments, configurations } = services;
  const { profiles } = await configurations.read(merchantId);
  const profile = profiles.find(({ id }) => id === profileId);
  if (!profile) throw new Error('The merchant has no profile.');
  const { dynamicRouting: _, ...rest } = profile;
  const { is_manual_retry_enabled: __, ...settings } = rest.settings;
  await configurations.saveProfile({ ...rest, settings }, profile);

  const pay = (payment_id: string, changes: object = {}) =>
    done(shop, 'payments.create', {
      body: {
        ...{ payment_id, amount: 2_599, currency: 'EUR', confirm: true },
        ...byCard(),
        ...changes,
      },
    });
  await pay('pay_paid_example', { amount: 500_000 });
  await done(shop, 'refunds.create', {
    body: {
      payment_id: 'pay_paid_example',
      refund_id: 'ref_example',
      amount: 600,
      refund_type: 'scheduled',
    },
  });
  const held = { capture_method: 'manual' };
  await pay('pay_authorized', held);
  await pay('pay_captured');
  await pay('pay_recalled');
  const recalled = await payments.get(merchantId, 'pay_recalled');
  await payments.save(startPostCaptureVoid(recalled, undefined, dependencies.clock.now));
  await pay('pay_raisable', {
    ...held,
    request_incremental_authorization: true,
    request_extended_authorization: true,
  });
  // Held for its risk.
  await pay('pay_risky', held);
  const { requestFields, ...risky } = await payments.get(merchantId, 'pay_risky');
  const { capture_method: ___, ...automatic } = requestFields;
  await payments.save({
    ...risky,
    requestFields: automatic,
    status: 'requires_merchant_action',
    attempt: {
      ...risky.attempt,
      status: 'unresolved',
      fraudCheck: { checkedBy: 'signifyd', status: 'manual_review', verdict: 'review' },
    },
  });

  for (const [payout_id, number, changes] of [
    ['payout_example', undefined, {}],
    ['payout_created', undefined, { confirm: true }],
    ['payout_pending', payoutCards.later, { confirm: true, auto_fulfill: true }],
  ] as const) {
    const body = { ...aPayout, payout_id, ...toCard(number), ...changes };
    await done(shop, 'payouts.create', { body });
  }
}

const aPayout = {
  amount: 6_540,
  currency: 'USD',
  customer_id: 'customer_example',
  profile_id: 'pro_example',
};

/**
 * Adds the objects of examples that the latest release did not have yet. They are among the items of the
 * next release, and are taken out here then.
 */
export async function addSinceRelease(
  container: World,
  { merchant }: Pick<ExampleNames, 'merchant'>,
): Promise<void> {
  const { services, dependencies } = container;
  const { now } = dependencies.clock;
  const { id: merchantId } = merchant;
  const shop = shopInMemory(container, merchant);
  await remake(shop, container);
  const create = (name: string, body: object) => done(shop, `${name}.create`, { body });

  const conversion = { EUR: { to_factor: '0.92', from_factor: '1.087' } };
  const rates = { base_currency: 'USD', conversion } as const;
  await services.exchangeRates.set({ rates, setAt: 1_767_225_600 });
  await services.cardIssuers.add({ id: 'card_issuer_example', name: 'EXAMPLE BANK', version: 1 });
  await services.blocklistJobs.start(
    newJob({ merchantId, id: 'blkbatch_example', totalRows: 1, chunks: 1 }, now),
    [[{ type: 'card_bin', data: '411111' }]],
  );

  // A payment whose card its merchant may ask for.
  const sale = { amount: 2_599, currency: 'EUR', return_url: 'https://shop.example/return' };
  await create('payments', { payment_id: 'pay_extended', ...sale });
  const { token } = await dependencies.vault.cards.store(
    switchAuditContext(merchantId, { requestId: 'req', now }, 'payment pay_extended'),
    {
      number: Buffer.from('4242424242424242'),
      brand: 'visa',
      expiryMonth: '10',
      expiryYear: '2035',
    },
  );
  await withExtendedCards({ ...shop, merchant: { ...shop.merchant, profileId: 'pro_example' } });
  await services.payments.save({
    ...(await services.payments.get(merchantId, 'pay_extended')),
    profileId: 'pro_example',
    extendedCard: { token, until: new Date(now.getTime() + 900_000).toISOString() },
  });

  // Links of a payout and of a customer.
  await create('payouts', {
    ...aPayout,
    payout_id: 'payout_linked',
    payout_link: true,
    payout_link_config: { test_mode: true },
    return_url: sale.return_url,
  });
  const collected = {
    customer_id: 'customer_example',
    pm_collect_link_id: 'pm_collect_link_example',
  };
  await create('collect-links', collected);

  // Two authentications: no card of the first is known, and that of the second is eligible.
  await connected(
    shop,
    { connector_type: 'authentication_processor', connector_name: 'threedsecureio' },
    { profile_id: merchant.profileId },
  );
  for (const authentication_id of ['authn_example', 'authn_eligible']) {
    const authentication_connector = 'threedsecureio';
    await create('authentications', { authentication_id, authentication_connector, ...sale });
  }
  const params = { authentication_id: 'authn_eligible' };
  await done(shop, 'authentications.eligibility', { params, body: byCard() });
  await services.eligibilityChecks.set(
    { merchantId, id: params.authentication_id },
    { visa: true },
    now,
  );

  // A payment that is payable from a bank account, which a verifier confirms.
  const choice = { payment_method: 'bank_debit', payment_method_type: 'ach' };
  const mca_id = await connected(
    shop,
    { connector_type: 'payment_method_auth', connector_name: 'plaid' },
    {
      connector_account_details: { auth_type: 'BodyKey', api_key: 'client_one', key1: 'secret' },
    },
  );
  // The accounts of a moment have no order.
  await shop.aMoment();
  await connected(
    shop,
    { connector_type: 'payment_processor', connector_name: 'checkout_test' },
    {
      pm_auth_config: { enabled_payment_methods: [{ ...choice, connector_name: 'plaid', mca_id }] },
    },
  );
  await create('payments', {
    payment_id: 'pay_debited',
    amount: 2_599,
    currency: 'USD',
    customer_id: 'customer_example',
    billing: { address: { country: 'US' } },
  });
}
