import { byCard } from '../support/switch/payments-in-memory.ts';
import { type ErrorRow, exists, notFound, repeatedly, unknown } from './error-row.ts';
import {
  asking,
  byAdmin,
  type RuleContext,
  type RuleRequest,
  refused,
  ruleContext,
} from './rule.ts';

const redacted =
  (operation: string): RuleRequest =>
  async ({ done, ask }) => {
    const { customer_id } = await done('customers.create', { body: {} });
    const params = { customer_id };
    await done('customers.delete', { params });
    return ask(operation, { params, ...(operation === 'customers.update' && { body: {} }) });
  };

const consent = {
  confirm: true,
  customer_id: 'joseph',
  setup_future_usage: 'off_session',
  mandate_data: {
    customer_acceptance: { acceptance_type: 'offline' },
    mandate_type: { multi_use: { amount: 5_000, currency: 'EUR' } },
  },
  amount: 1_000,
  currency: 'EUR',
  ...byCard(),
};

/** A mandate of up to 50 EUR that Joseph gave. */
const consented = async ({ done }: Pick<RuleContext, 'done'>): Promise<string> =>
  (await done('payments.create', { body: consent })).mandate_id;

const charged =
  (changes: object): RuleRequest =>
  async () => {
    const context = await ruleContext();
    const data = await consented(context);
    const body = {
      amount: 1_000,
      currency: 'EUR',
      confirm: true,
      off_session: true,
      customer_id: 'joseph',
      recurring_details: { type: 'mandate_id', data },
      ...changes,
    };
    return context.ask('payments.create', { body });
  };

const mandateInvalid = (reason: string) => ({
  status: 400,
  body: {
    error: { type: 'invalid_request', code: 'HE_03', message: 'Mandate Validation Failed', reason },
  },
});

/** A saved card whose vault has forgotten it. */
const cardWithoutData: RuleRequest = async () => {
  const context = await ruleContext();
  const { done, ask, world } = context;
  const { customer_id } = await done('customers.create', { body: {} });
  const { payment_method_id: method_id } = await done('payment-methods.create', {
    body: {
      customer_id,
      payment_method: 'card',
      card: { card_number: '4242424242424242', card_exp_month: '12', card_exp_year: '2039' },
    },
  });
  const { ports } = world.dependencies.vault;
  for (const { pk, sk } of ports.cards.items()) {
    await ports.cards.delete({ pk, sk }, { attribute: 'sk', is: sk });
  }
  return ask('payment-methods.update', {
    params: { method_id },
    body: { card: { card_exp_year: '2041' } },
  });
};

const setAsDefault =
  (
    prepare: (context: RuleContext) => Promise<{ customer_id: string; payment_method_id: string }>,
  ): RuleRequest =>
  async (context) => {
    const params = await prepare(context);
    return context.ask('payment-methods.set-default', { params });
  };

async function savedCard({ done }: Pick<RuleContext, 'done'>) {
  const { customer_id } = await done('customers.create', { body: {} });
  const { payment_method_id } = await done('payment-methods.create', {
    body: {
      customer_id,
      payment_method: 'card',
      card: { card_number: '4242424242424242', card_exp_month: '12', card_exp_year: '2039' },
    },
  });
  return { customer_id: String(customer_id), payment_method_id: String(payment_method_id) };
}

export const errorsOfCustomers: readonly ErrorRow[] = [
  [
    'customer_not_found',
    'a customer that does not exist',
    unknown('customers.retrieve', { customer_id: 'nobody' }),
    notFound('Customer does not exist in our records'),
  ],
  [
    'customer_exists',
    'a second customer under one customer_id',
    repeatedly(asking('customers.create', { customer_id: 'known' })),
    exists('Customer with the given `customer_id` already exists', 'IR_12'),
  ],
  [
    'collect_link_exists',
    'a second link to save a card under one pm_collect_link_id',
    async (context) => {
      await context.done('customers.create', { body: { customer_id: 'collected' } });
      const body = { customer_id: 'collected', pm_collect_link_id: 'link_known' };
      return repeatedly(asking('collect-links.create', body))(context);
    },
    exists('payment method collect link already exists'),
  ],
  [
    'customer_redacted',
    'an update of a deleted customer',
    redacted('customers.update'),
    refused(400, 'IR_11', 'Customer has already been redacted'),
  ],
  [
    'customer_redacted',
    'a second deletion of a customer',
    redacted('customers.delete'),
    refused(400, 'IR_11', 'Customer has already been redacted'),
  ],
  [
    'customer_has_mandates',
    'the deletion of a customer with an active mandate',
    async () => {
      const context = await ruleContext();
      await consented(context);
      return context.ask('customers.delete', { params: { customer_id: 'joseph' } });
    },
    refused(400, 'IR_10', 'Customer has active mandate/subsciption'),
  ],
  [
    'ephemeral_key_not_found',
    'an ephemeral key that does not exist',
    unknown('ephemeral-keys.delete', { key_id: 'eki_unknown', ephemeral_key_id: 'eki_unknown' }),
    notFound('Ephemeral key does not exist in our records', 'IR_37'),
  ],
  [
    'card_bin_not_found',
    'the first digits of cards without a record',
    unknown('card-bins.retrieve', { bin: '999999' }),
    refused(400, 'IR_31', 'The provided card IIN does not exist'),
  ],
  [
    'card_issuer_not_found',
    'an issuer that does not exist',
    byAdmin('card-issuers.update', { issuer_name: 'Any' }, { id: 'card_issuer_unknown' }),
    notFound('Card issuer with the given id does not exist in our records', 'IR_37'),
  ],
  [
    'exchange_rates_not_found',
    'exchange rates that no operator has set',
    asking('forex.retrieve-rates'),
    notFound('Unable to fetch forex rates', 'IR_37'),
  ],
  [
    'card_issuer_exists',
    'a second issuer of the same name',
    repeatedly(byAdmin('card-issuers.create', { issuer_name: 'EXAMPLE BANK' })),
    refused(400, 'IR_38', 'A card issuer with this name already exists'),
  ],
  [
    'card_bin_exists',
    'a second record for the same first digits of cards',
    repeatedly(byAdmin('card-bins.create', { card_iin: '400055' })),
    exists('CardInfo with given id 400055 already exists in our records', 'IR_38'),
  ],
  [
    'blocklist_entry_exists',
    'first digits of cards that are blocked already',
    repeatedly(asking('blocklist.create', { type: 'card_bin', data: '400055' })),
    refused(400, 'IR_16', 'provided bin is already blocked'),
  ],
  [
    'blocklist_entry_exists',
    'a fingerprint that is blocked already',
    repeatedly(asking('blocklist.create', { type: 'fingerprint', data: 'fingerprint' })),
    refused(400, 'IR_16', 'data associated with the given fingerprint is already blocked'),
  ],
  [
    'blocklist_entry_not_found',
    'first digits of cards that are not blocked',
    asking('blocklist.delete', { type: 'card_bin', data: '400056' }),
    notFound('could not find a blocklist entry for the given bin', 'IR_37'),
  ],
  [
    'blocklist_entry_not_found',
    'a fingerprint that is not blocked',
    asking('blocklist.delete', { type: 'fingerprint', data: 'unknown' }),
    notFound('no blocklist record for the given fingerprint id was found', 'IR_37'),
  ],
  [
    'blocklist_rows_invalid',
    'a file for the blocklist with a bad row',
    asking('blocklist.create-batch', undefined, {
      form: { file: new File(['type,data\ncard_bin,4\n'], 'cards.csv') },
    }),
    refused(422, 'IR_06', '1 of 1 rows are invalid, so none was taken'),
  ],
  [
    'blocklist_job_not_found',
    'a blocklist job that does not exist',
    asking('blocklist.retrieve-batch', undefined, { params: { job_id: 'blkbatch_unknown' } }),
    notFound('could not find a blocklist job with the given id', 'IR_37'),
  ],
  [
    'payment_method_not_found',
    'a payment method that does not exist',
    unknown('payment-methods.retrieve', { method_id: 'pm_unknown' }),
    notFound('Payment method does not exist in our records'),
  ],
  [
    'payment_method_data_not_found',
    'a payment method whose card is gone from the vault',
    cardWithoutData,
    notFound('payment_method_data not found', 'IR_37'),
  ],
  [
    'precondition_failed',
    'the default payment method set as default again',
    setAsDefault(savedCard),
    refused(400, 'IR_16', 'Payment Method is already set as default'),
  ],
  [
    'precondition_failed',
    'a payment method of another customer',
    setAsDefault(async (context) => ({
      ...(await savedCard(context)),
      customer_id: (await savedCard(context)).customer_id,
    })),
    refused(400, 'IR_16', 'The payment_method_id is not valid'),
  ],
  [
    'mandate_not_found',
    'a mandate that does not exist',
    unknown('mandates.retrieve', { mandate_id: 'man_unknown' }),
    notFound('Mandate does not exist in our records'),
  ],
  [
    'mandate_validation_failed',
    'a charge of more than the mandate allows',
    charged({ amount: 5_001 }),
    mandateInvalid('request amount is greater than mandate amount'),
  ],
  [
    'mandate_validation_failed',
    'a charge in another currency than the mandate’s',
    charged({ currency: 'USD' }),
    mandateInvalid('cross currency mandates not supported'),
  ],
  [
    'precondition_failed',
    'a charge by the mandate of another customer',
    charged({ customer_id: 'mary' }),
    refused(400, 'IR_16', 'customer_id must match mandate customer_id'),
  ],
  [
    'precondition_failed',
    'a mandate charge with off_session false',
    charged({ off_session: false }),
    refused(400, 'IR_16', '`off_session` should be `true` for mandates'),
  ],
  [
    'precondition_failed',
    'a mandate charge with confirm false',
    charged({ confirm: false }),
    refused(400, 'IR_16', '`confirm` must be `true` for mandates'),
  ],
  [
    'mandate_validation_failed',
    'a second revocation of a mandate',
    async () => {
      const context = await ruleContext();
      const params = { mandate_id: await consented(context) };
      await context.done('mandates.revoke', { params });
      return context.ask('mandates.revoke', { params });
    },
    mandateInvalid('Mandate has already been revoked'),
  ],
];
