import { thisYear } from '../../scenarios/lists.ts';
import { takesDebits } from '../../scenarios/payments.ts';
import { about, cards, created, paid } from '../../scenarios/steps.ts';
import { otherMethods } from '../requests/other-methods.ts';
import { wholePayment } from './every-scenario.ts';
import { type FieldContext, fieldContext } from './field-context.ts';
import { anAddress, aPayment, aStatedCard, installment_options } from './full-payments.ts';
import type { ObservedAnswers } from './observed-answers.ts';

/** Payments with all that can be stated, their failures, and every payment method. */
export async function paymentsScenario(observed: ObservedAnswers): Promise<void> {
  const context = await fieldContext(observed);
  await statedFields(context);
  await failures(context);
  await changes(context);
  await lists(context);
  await otherPaymentMethods(context);
}

/** The latest hundred of them: nothing lists more at once. */
async function lists({ list }: FieldContext) {
  await list('payments.list', { query: { limit: '100' } });
  for (const offset of [0, 20, 40]) await list('payments.filter', { body: { limit: 20, offset } });
}

async function statedFields({ good, shop }: FieldContext) {
  const { payment_id } = await paid(shop, undefined, {
    ...aPayment,
    payment_method_data: {
      card: { ...aStatedCard, bank_code: 'EXAMPLE' },
      billing: anAddress,
    },
  });
  await wholePayment(shop, payment_id);
  await good('payments.update-metadata', {
    params: { payment_id },
    body: { metadata: { order_id: '10018' }, feature_metadata: aPayment.feature_metadata },
  });
  await created(shop, { installment_options });
  await paid(shop, undefined, {
    off_session: true,
    split_payments: {
      stripe_split_payment: {
        charge_type: { Stripe: 'direct' },
        application_fees: 1,
        transfer_account_id: 'acct_1',
      },
    },
  });
}

/** The operator's texts for a declined card, with every word. */
export const aRule = {
  connector: 'stripe_test',
  flow: 'Payment',
  sub_flow: 'Authorize',
  code: 'DC_08',
  message: 'Payment declined: Card declined',
  status: 'Failure',
  router_error: 'declined',
  decision: 'do_default',
  step_up_possible: false,
  clear_pan_possible: false,
  unified_code: 'UE_1000',
  unified_message: 'The card was declined',
  error_category: 'issue_with_payment_method',
  feature: 'retry',
  feature_data: {
    retry: {
      step_up_possible: false,
      clear_pan_possible: false,
      alternate_network_possible: false,
      decision: 'do_default',
    },
  },
  standardised_code: 'do_not_honor',
  description: 'The bank said no',
  user_guidance_message: 'Try another card',
};

async function failures({ dependencies, good, pass, shop }: FieldContext) {
  await good('gsm.create', { body: aRule });
  await pass();
  await paid(shop, cards.declined);
  const { hooks } = dependencies.processor;
  // The answer says why a capture failed; a webhook that overtakes the answer does not.
  hooks.holdNotifications = true;
  const manual = await paid(shop, cards.failsCaptures, { capture_method: 'manual_multiple' });
  const params = { payment_id: manual.payment_id };
  await good('payments.capture', { params, body: { amount_to_capture: 600 } });
  await wholePayment(shop, manual.payment_id);
  hooks.holdNotifications = false;
  for (const number of [undefined, cards.refusesVoids]) {
    const request = await about(paid(shop, number));
    await good('payments.cancel-post-capture', { ...request, body: {} });
  }
}

async function changes({ good, shop }: FieldContext) {
  const held = await paid(shop, undefined, { capture_method: 'manual' });
  await good('payments.cancel', {
    params: { payment_id: held.payment_id },
    body: { cancellation_reason: 'requested_by_customer' },
  });
  await wholePayment(shop, held.payment_id);
  const { params } = await about(
    paid(shop, cards.refusesRaises, {
      capture_method: 'manual',
      request_incremental_authorization: true,
      request_extended_authorization: true,
      enable_overcapture: true,
    }),
  );
  await good('payments.incremental-authorization', { params, body: { amount: 7_000 } });
  await good('payments.extend-authorization', { params, body: {} });
  await paid(shop, cards.challenged, { is_iframe_redirection_enabled: true });
}

/** With every payment method, and the pages, codes and accounts that belong to it. */
async function otherPaymentMethods(context: FieldContext) {
  const { list, pass, shop } = context;
  await takesDebits(shop);
  await pass();
  await paid(shop, undefined, {
    payment_method: 'wallet',
    payment_method_type: 'amazon_pay',
    payment_method_data: { wallet: { amazon_pay: {} } },
  });
  for (const [index, [method]] of otherMethods.entries()) {
    await paid(shop, undefined, method);
    // Payments of one moment are listed in any order.
    await pass(1);
    if (index % 50 === 49) await lists(context);
  }
  await lists(context);
  await list('payments.filter-values', { body: thisYear });
  await list('payments.filters');
}
