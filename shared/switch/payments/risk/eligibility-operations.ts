import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { given, Identifier, text } from '#platform/schema.ts';
import { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { CardNumber } from '../payment-method-data/card.ts';
import { BrowserInfo } from '../request/browser-info.ts';
import { SurchargeResponse } from '../response/surcharge-response.ts';

/** A payment method before its confirm; of a card, only the number is required. */
export const EligibilityRequest = v.object({
  /** The payment method; the published API calls it a type. */
  payment_method_type: PaymentMethod,
  payment_method_subtype: given(PaymentMethodType),
  payment_method_data: given(
    v.object({ card: given(v.object({ card_number: CardNumber })), billing: given(v.unknown()) }),
  ),
  payment_token: given(text(255)),
  browser_info: given(BrowserInfo),
  client_secret: given(text(255)),
});
export type EligibilityRequest = v.InferOutput<typeof EligibilityRequest>;

const NextAction = v.object({
  next_action: v.union([
    v.literal('confirm'),
    v.object({ deny: v.object({ message: v.string() }) }),
  ]),
  should_block_confirm: v.nullable(v.boolean()),
});

export const EligibilityCheckResponse = v.object({
  payment_id: v.string(),
  sdk_next_action: NextAction,
});

export const EligibilityResponse = v.object({
  ...EligibilityCheckResponse.entries,
  surcharge_details: v.nullable(SurchargeResponse),
});

const checks = {
  method: 'POST',
  auth: 'secret key or client secret',
  params: v.object({ payment_id: Identifier }),
  body: EligibilityRequest,
  errors: [
    'payment_not_found',
    'client_secret_mismatch',
    'client_secret_expired',
    'missing_param',
    'precondition_failed',
    'token_expired',
    'temporarily_unavailable',
  ],
  notFound: 'payment_not_found',
  repeats: 'only read',
  access: {
    table: ['GetItem', 'Query', 'BatchGetItem'],
    vault: ['recognize cards', 'describe cards'],
  },
  impact: 'Pages cannot check in advance whether a card is accepted; confirms still check it.',
  example: {
    params: { payment_id: 'pay_example' },
    body: {
      payment_method_type: 'card',
      payment_method_data: { card: { card_number: '4242424242424242' } },
    },
  },
} as const;

export const checkEligibility = defineOperation({
  ...checks,
  name: 'payments.eligibility-check',
  path: '/payments/{payment_id}/eligibility_check',
  summary: 'Check the eligibility of a payment method',
  about: {
    description:
      'Checks a payment method against the blocklist and the rules of the profile. Nothing is charged.',
  },
  response: EligibilityCheckResponse,
});

export const eligibility = defineOperation({
  ...checks,
  name: 'payments.eligibility',
  path: '/payments/{payment_id}/eligibility',
  summary: 'Check the eligibility of a payment method, with its surcharge',
  about: {
    description:
      'Checks a payment method, and answers with the surcharge that it would bring. Nothing is charged.',
    differs:
      'The surcharge is shown and not stored: the confirm decides it for the card that pays: [programs about payments](decisions/0040-programs-about-payments.md).',
  },
  response: EligibilityResponse,
});
