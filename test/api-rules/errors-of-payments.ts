import { linkQueryAt } from '../support/requests/page-queries.ts';
import { byCard } from '../support/switch/payments-in-memory.ts';
import { type ErrorRow, exists, notFound, repeatedly, unknown } from './error-row.ts';
import { asking, byAdmin, paid, type RuleRequest, refused, ruleContext } from './rule.ts';

const sale = { amount: 2_599, currency: 'EUR' };
const payment = (stated: object = {}) => asking('payments.create', { ...sale, ...stated });

/** A refund of a paid payment whose attempt names no connector. */
const neverPaid: RuleRequest = async (context) => {
  const { world, merchant } = context;
  const payment_id = await paid(context);
  const { payments } = world.services;
  const payment = await payments.get(merchant.id, payment_id);
  const { connectorName: _, connectorAccountId: __, ...attempt } = payment.attempt;
  await payments.save({ ...payment, attempt });
  return context.ask('refunds.create', { body: { payment_id, amount: 100 } });
};

/** A confirm of a payment whose last attempt the switch itself declined. */
const notRetriable: RuleRequest = async () => {
  const context = await ruleContext();
  const { world, merchant } = context;
  const params = { account_id: merchant.id, profile_id: merchant.profileId };
  await byAdmin('profiles.update', { is_manual_retry_enabled: true }, params)(context);
  const payment_id = await paid(context, byCard('4000000000000002'));
  const { payments } = world.services;
  const payment = await payments.get(merchant.id, payment_id);
  await payments.save({ ...payment, attempt: { ...payment.attempt, status: 'router_declined' } });
  return context.ask('payments.confirm', { params: { payment_id }, body: byCard() });
};

/** A confirm that gives up an attempt whose processor cannot cancel it. */
const keptOpen: RuleRequest = async (context) => {
  const { world, merchant } = context;
  const payment_id = await paid(context, byCard('4000003800000446'));
  const { payments } = world.services;
  const payment = await payments.get(merchant.id, payment_id);
  await payments.save({ ...payment, attempt: { ...payment.attempt, connectorName: 'adyen' } });
  const body = { given_up_attempt_id: payment.attempt.id, ...byCard() };
  return context.ask('payments.confirm', { params: { payment_id }, body });
};

/** A payment that a card was declined for, in a profile where that may be tried again. */
const triedAgain =
  (seconds: number, mayBe = true): RuleRequest =>
  async () => {
    const context = await ruleContext();
    const { merchant, world, done, ask } = context;
    if (mayBe) {
      const params = { account_id: merchant.id, profile_id: merchant.profileId };
      await byAdmin('profiles.update', { is_manual_retry_enabled: true }, params)(context);
    }
    const { payment_id } = await done('payments.create', {
      body: { ...sale, confirm: true, ...byCard('4000000000000002') },
    });
    const { clock } = world.dependencies;
    clock.now = new Date(clock.now.getTime() + seconds * 1_000);
    return ask('payments.confirm', { params: { payment_id }, body: byCard() });
  };

/** A confirm by a customer's device that has tried the payment ten times. */
const triedOut: RuleRequest = async () => {
  const context = await ruleContext();
  const { merchant, world, done, ask } = context;
  const { payment_id, client_secret } = await done('payments.create', { body: sale });
  const { payments } = world.services;
  const payment = await payments.get(merchant.id, payment_id);
  await payments.save({ ...payment, clientAttempts: 10 });
  return ask('payments.confirm', {
    key: merchant.publishableKey,
    params: { payment_id },
    body: { client_secret, ...byCard() },
  });
};

const confirmedAlready: RuleRequest = async ({ done, ask }) => {
  const { payment_id } = await done('payments.create', {
    body: { ...sale, confirm: true, ...byCard() },
  });
  return ask('payments.confirm', { params: { payment_id }, body: byCard() });
};

const captured =
  (capture_method: string, amount_to_capture: number): RuleRequest =>
  async ({ done, ask }) => {
    const { payment_id } = await done('payments.create', {
      body: { ...sale, confirm: true, capture_method, ...byCard() },
    });
    return ask('payments.capture', { params: { payment_id }, body: { amount_to_capture } });
  };

/** A saved card, blocked and then used. */
const blocked: RuleRequest = async () => {
  const { done, ask } = await ruleContext();
  await done('blocklist.toggle', { query: { status: 'true' } });
  await done('blocklist.create', { body: { type: 'card_bin', data: '424242' } });
  return ask('payments.create', { body: { ...sale, confirm: true, ...byCard() } });
};

/** A payment by a wallet, at a merchant one of whose processors accepts every payment method. */
const withWallet =
  (payment_method_type: string, wallet: object, more: object = {}): RuleRequest =>
  async () => {
    const context = await ruleContext();
    const connected = await byAdmin('connector-accounts.create', {
      connector_type: 'payment_processor',
      connector_name: 'fauxpay',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'key' },
    })(context);
    if (connected.status !== 200) throw new Error(connected.text);
    const means = { payment_method: 'wallet', payment_method_data: { wallet } };
    const body = { ...sale, confirm: true, ...means, payment_method_type, ...more };
    return context.ask('payments.create', { body });
  };

export const errorsOfPayments: readonly ErrorRow[] = [
  [
    'payment_not_found',
    'a payment that does not exist',
    unknown('payments.retrieve', { payment_id: 'pay_unknown' }),
    notFound('Payment does not exist in our records'),
  ],
  [
    'extended_card_info_not_found',
    'the card of a payment whose profile keeps none',
    async (context) => {
      const payment_id = await paid(context);
      return context.ask('payments.retrieve-extended-card', { params: { payment_id } });
    },
    notFound('Extended card info does not exist'),
  ],
  [
    'payment_exists',
    'a second payment under one payment_id',
    repeatedly(asking('payments.create', { payment_id: 'pay_once', amount: 600, currency: 'EUR' })),
    exists('The payment with the specified payment_id already exists in our records'),
  ],
  [
    'attempt_not_retriable',
    'a retry of a payment that the switch itself declined',
    notRetriable,
    refused(
      400,
      'IR_16',
      'You cannot confirm this payment because it has status failed, and the previous attempt has the status router_declined',
    ),
  ],
  [
    'attempt_kept_open',
    'another way to pay while the processor keeps the first one open',
    keptOpen,
    refused(
      400,
      'IR_16',
      expect.stringMatching(
        /^You cannot confirm this payment because its attempt pay_\w+_1 at adyen is still open and cannot be cancelled there\. It may be paid until 2\d{3}-/,
      ),
    ),
  ],
  [
    'payment_not_refundable',
    'a refund of a payment that was not paid',
    async ({ done, ask }) => {
      const body = { amount: 600, currency: 'EUR' };
      const { payment_id } = await done('payments.create', { body });
      return ask('refunds.create', { body: { payment_id } });
    },
    refused(
      400,
      'IR_14',
      'This Payment could not be refund because it has a status of requires_payment_method. The expected state is succeeded, partially_captured',
    ),
  ],
  [
    'payment_link_not_found',
    'a payment link that does not exist',
    unknown('payment-links.retrieve', { payment_link_id: 'plink_unknown' }),
    notFound('Payment Link does not exist in our records'),
  ],
  [
    'refund_not_found',
    'a refund that does not exist',
    unknown('refunds.retrieve', { refund_id: 'ref_unknown' }),
    notFound('Refund does not exist in our records.'),
  ],
  [
    'refund_exists',
    'a refund_id that another payment has',
    async (context) => {
      const refund_id = 'ref_once';
      const body = { payment_id: await paid(context), refund_id };
      await context.done('refunds.create', { body });
      return context.ask('refunds.create', {
        body: { payment_id: await paid(context), refund_id },
      });
    },
    exists('Duplicate refund request. Refund already attempted with the refund ID'),
  ],
  [
    'refund_exceeds_captured',
    'a refund of more than was captured',
    async (context) =>
      context.ask('refunds.create', { body: { payment_id: await paid(context), amount: 2_600 } }),
    refused(400, 'IR_13', 'The refund amount exceeds the amount captured'),
  ],
  [
    'refund_limit_reached',
    'a refund of a payment with the most refunds that are allowed',
    async () => {
      const context = await ruleContext({ refundLimits: { most: 0, days: 365 } });
      const payment_id = await paid(context);
      await context.done('refunds.create', { body: { payment_id, amount: 100 } });
      return context.ask('refunds.create', { body: { payment_id, amount: 100 } });
    },
    refused(400, 'IR_12', 'Reached maximum refund attempts'),
  ],
  [
    'successful_payment_not_found',
    'a refund of a payment that no connector was asked for',
    neverPaid,
    notFound('Successful payment not found for the given payment id', 'HE_04'),
  ],
  [
    'payout_not_found',
    'a payout that does not exist',
    unknown('payouts.retrieve', { payout_id: 'payout_unknown' }),
    notFound('Payout does not exist in our records'),
  ],
  [
    'payout_exists',
    'a second payout under one payout_id',
    repeatedly(asking('payouts.create', { payout_id: 'payout_1', amount: 600, currency: 'EUR' })),
    exists("The payout with the specified payout_id 'payout_1' already exists in our records"),
  ],
  [
    'link_configuration_invalid',
    'a payout link without the domains that may show it',
    asking('payouts.create', {
      amount: 600,
      currency: 'EUR',
      customer_id: 'customer_1',
      payout_link: true,
    }),
    refused(
      400,
      'IR_40',
      "Payout links require allowed_domains to be configured in the profile's payout_link_config",
    ),
  ],
  [
    'webhook_endpoint_not_found',
    'a webhook endpoint that does not exist',
    (context) =>
      unknown('webhook-endpoints.retrieve', {
        merchant_id: context.merchant.id,
        endpoint_id: 'we_unknown',
      })(context),
    notFound('Webhook endpoint does not exist in our records'),
  ],
  [
    'event_not_found',
    'an event that does not exist',
    (context) =>
      unknown('events.attempts', { merchant_id: context.merchant.id, event_id: 'evt_unknown' })(
        context,
      ),
    notFound('Event does not exist in our records'),
  ],
  [
    'event_retry_not_found',
    'an order to send events again that does not exist',
    (context) =>
      unknown('events.retrieve-retry', {
        merchant_id: context.merchant.id,
        retry_id: 'evr_unknown',
      })(context),
    notFound('Event retry does not exist in our records'),
  ],
  [
    'payment_unexpected_state',
    'a confirm of a paid payment',
    confirmedAlready,
    refused(400, 'IR_16', 'You cannot confirm this payment because it has status succeeded'),
  ],
  [
    'manual_retry_disabled',
    'a confirm of a failed payment without manual retry',
    triedAgain(1, false),
    refused(
      400,
      'IR_16',
      'You cannot confirm this payment because it has status failed, you can enable `manual_retry` in profile to try this payment again',
    ),
  ],
  [
    'client_attempts_used_up',
    "an eleventh confirm by a customer's device",
    triedOut,
    refused(
      400,
      'IR_16',
      "You cannot confirm this payment because a customer's device may try it 10 times",
    ),
  ],
  [
    'manual_retry_expired',
    'a manual retry when half of the session has expired',
    triedAgain(451),
    refused(
      400,
      'IR_16',
      'You cannot confirm this payment using `manual_retry` because the allowed duration has expired',
    ),
  ],
  [
    'payment_not_capturable',
    'a capture of a payment that was captured automatically',
    captured('automatic', 100),
    refused(
      400,
      'IR_14',
      'This Payment could not be captured because it has a payment.status of succeeded. The expected state is requires_capture, partially_captured_and_capturable, processing',
    ),
  ],
  [
    'amount_too_large_to_capture',
    'a capture of more than was authorized',
    captured('manual', 2_600),
    refused(422, 'IR_06', 'amount_to_capture is greater than amount'),
  ],
  [
    'payment_blocked',
    'a payment by a blocked card',
    blocked,
    {
      status: 200,
      body: {
        error: {
          type: 'blocked',
          code: 'HE_03',
          message:
            "We're unable to accept this card, please try another card or a different payment method",
          reason: 'Blocked',
        },
      },
    },
  ],
  [
    'token_expired',
    'a payment_token that does not exist',
    payment({ confirm: true, payment_method: 'card', payment_token: 'token_00000000000000000000' }),
    refused(422, 'IR_29', 'Token is invalid or expired'),
  ],
  [
    'payment_method_type_not_supported',
    'an incremental authorization of a payment with automatic capture',
    payment({ request_incremental_authorization: true, capture_method: 'automatic' }),
    refused(400, 'IR_19', 'Payment method type not supported'),
  ],
  [
    'payment_data_mismatch',
    'the data of one wallet under the type of another',
    withWallet('paypal', { ali_pay_redirect: {} }),
    refused(
      400,
      'IR_07',
      'Invalid value provided: payment_method_data, payment_method_type and payment_experience does not match',
    ),
  ],
  [
    'no_eligible_connector',
    'a payment method that no connector of the profile supports',
    async () => payment({ allowed_payment_method_types: ['klarna'] })(await ruleContext()),
    refused(
      400,
      'IR_39',
      'No eligible connector was found for the current payment method configuration',
    ),
  ],
  [
    'access_forbidden',
    'an embedded payment link in a domain that is not allowed',
    async (context) => {
      const { payment_id } = await context.done('payments.create', {
        body: { ...sale, payment_link: true, return_url: 'https://shop.example/' },
      });
      const params = { merchant_id: context.merchant.id, payment_id };
      return context.world.ask('payment-links.show-embedded', {
        params,
        query: await linkQueryAt(context.world.services, params),
        headers: { 'sec-fetch-dest': 'iframe', referer: 'https://another.example/' },
      });
    },
    refused(403, 'IR_22', 'Access forbidden. Not authorized to access this resource payment_link'),
  ],
];
