import * as v from 'valibot';
import type { NextAction } from '#vocabulary/next-action.ts';
import { stripeAmounts } from './amounts.ts';

/** Seconds since 1970. */
const Seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const Url = v.pipe(v.string(), v.regex(/^https?:\/\//));
const text = v.nullish(v.string());

const Address = v.object({
  type: v.string(),
  aba: v.nullish(v.object({ account_number: text, bank_name: text, routing_number: text })),
  swift: v.nullish(v.object({ swift_code: text })),
  iban: v.nullish(
    v.object({ account_holder_name: text, bic: text, country: text, iban: v.string() }),
  ),
  sort_code: v.nullish(
    v.object({ account_holder_name: text, account_number: text, sort_code: text }),
  ),
});

/**
 * The customer's next action; only Stripe's own library can show a type that is not listed.
 *
 * @see https://docs.stripe.com/api/payment_intents/object#payment_intent_object-next_action
 */
export const NextActionOfStripe = v.object({
  type: v.string(),
  redirect_to_url: v.nullish(v.object({ url: Url })),
  alipay_handle_redirect: v.nullish(v.object({ url: Url })),
  verify_with_microdeposits: v.nullish(v.object({ hosted_verification_url: Url })),
  wechat_pay_display_qr_code: v.nullish(
    v.object({ data: v.string(), image_data_url: text, image_url_png: v.nullish(Url) }),
  ),
  cashapp_handle_redirect_or_display_qr_code: v.nullish(
    v.object({
      mobile_auth_url: v.nullish(Url),
      qr_code: v.object({ expires_at: v.nullish(Seconds), image_url_png: Url }),
    }),
  ),
  display_bank_transfer_instructions: v.nullish(
    v.object({
      amount_remaining: v.nullish(v.pipe(v.number(), v.safeInteger())),
      financial_addresses: v.nullish(v.array(Address)),
      reference: text,
    }),
  ),
  multibanco_display_details: v.nullish(v.object({ entity: v.string(), reference: v.string() })),
});
type NextActionOfStripe = v.InferOutput<typeof NextActionOfStripe>;

interface Challenged {
  readonly next_action?: NextActionOfStripe | null | undefined;
  readonly created?: number | undefined;
  /** In Stripe's minor units. */
  readonly amount?: number;
  readonly currency?: string;
}

type Challenge = { readonly redirectUrl: string } | { readonly nextAction: NextAction } | undefined;

/** The customer's challenge; undefined where it has nothing that we can show. */
export function challengeIn(intent: Challenged): Challenge {
  const { next_action: action } = intent;
  if (!action) return undefined;
  const redirectUrl =
    action.redirect_to_url?.url ??
    action.alipay_handle_redirect?.url ??
    action.verify_with_microdeposits?.hosted_verification_url;
  if (redirectUrl !== undefined) return { redirectUrl };
  const nextAction = shownIn(action, intent);
  return nextAction && { nextAction };
}

/** The longest picture that is stored with a payment, in characters; its data have the code too. */
const maxPicture = 4_000;

function shownIn(action: NextActionOfStripe, intent: Challenged): NextAction | undefined {
  const weChat = action.wechat_pay_display_qr_code;
  if (weChat) {
    const picture = weChat.image_data_url;
    return {
      type: 'qr_code_information',
      ...(picture && picture.length <= maxPicture && { image_data_url: picture }),
      ...(weChat.image_url_png && { qr_code_url: weChat.image_url_png }),
      raw_qr_data: weChat.data,
    };
  }
  const cashApp = action.cashapp_handle_redirect_or_display_qr_code;
  if (cashApp) {
    const { expires_at: expiresAt, image_url_png: code } = cashApp.qr_code;
    return {
      type: 'qr_code_information',
      qr_code_url: code,
      ...(expiresAt && { display_to_timestamp: expiresAt * 1_000 }),
      ...(cashApp.mobile_auth_url && { raw_qr_data: cashApp.mobile_auth_url }),
    };
  }
  if (action.type === 'blik_authorize') {
    // The customer confirms in the bank's app, within a minute.
    const from = (intent.created ?? 0) * 1_000;
    return {
      type: 'wait_screen_information',
      display_from_timestamp: from,
      display_to_timestamp: from + 60_000,
      poll_config: { delay_in_secs: 5, frequency: 12 },
    };
  }
  const details = transferDetails(action);
  return (
    details && {
      type: 'display_bank_transfer_information',
      bank_transfer_steps_and_charges_details: {
        ...details,
        receiver: receiverOf(action, intent),
      },
    }
  );
}

function receiverOf(action: NextActionOfStripe, { amount = 0, currency = '' }: Challenged) {
  const ours = (theirs: number) => stripeAmounts.fromMinor(theirs, currency.toUpperCase());
  const remaining = action.display_bank_transfer_instructions?.amount_remaining ?? amount;
  return {
    amount_received: ours(amount - remaining),
    amount_charged: ours(amount),
    amount_remaining: ours(remaining),
  };
}

/** The account to which the customer transfers the money. */
function transferDetails(action: NextActionOfStripe): Record<string, unknown> | undefined {
  if (action.multibanco_display_details) {
    const { entity, reference } = action.multibanco_display_details;
    return { multibanco: { entity, reference } };
  }
  const instructions = action.display_bank_transfer_instructions;
  const addresses = instructions?.financial_addresses ?? [];
  const find = <K extends 'aba' | 'swift' | 'iban' | 'sort_code'>(name: K) =>
    addresses.find((address) => address[name])?.[name];
  const aba = find('aba');
  if (aba) {
    return {
      ach_credit_transfer: {
        account_number: aba.account_number,
        bank_name: aba.bank_name,
        routing_number: aba.routing_number,
        swift_code: find('swift')?.swift_code,
      },
    };
  }
  const iban = find('iban');
  if (iban) return { sepa_bank_instructions: { ...iban, reference: instructions?.reference } };
  const sortCode = find('sort_code');
  return sortCode ? { bacs_bank_instructions: { ...sortCode } } : undefined;
}
