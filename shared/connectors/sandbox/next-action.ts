import * as v from 'valibot';
import { ownMember } from '#platform/own-member.ts';
import type { NextAction } from '#vocabulary/next-action.ts';
import { ways } from './published/methods.ts';

/** The sandbox processor's next action: data to show the customer, or a URL for a redirect. */
export const NextActionResponse = v.union([
  v.object({ redirect_to_url: v.string() }),
  v.object({
    show: v.picklist(ways),
    page: v.string(),
    reference: v.string(),
    name: v.string(),
    from: v.string(),
    until: v.string(),
    details: v.record(v.string(), v.string()),
  }),
]);
type DisplayAction = Extract<v.InferOutput<typeof NextActionResponse>, { readonly show: unknown }>;

/** The amount of a payment, in minor units. */
interface PaymentAmount {
  readonly amount: number;
}

/**
 * The next action in the words of the Hyperswitch v1 API. Throws for an action without display
 * data, and when the processor left that data out.
 */
export function nextActionOf(action: DisplayAction, { amount }: PaymentAmount): NextAction {
  const { show, page, reference, name } = action;
  const times = timesOf(action);
  const polling = { ...times, poll_config: { delay_in_secs: 5, frequency: 5 } };
  const detail = (field: string) => {
    const value = ownMember(action.details, field);
    if (value === undefined) throw new Error(`The processor does not say it: ${field}.`);
    return value;
  };
  switch (show) {
    case 'qr code':
      return {
        type: 'qr_code_information',
        display_to_timestamp: times.display_to_timestamp,
        qr_code_url: page,
        display_text: `Scan the code to pay with ${name}`,
        raw_qr_data: page,
      };
    case 'voucher':
      return {
        type: 'display_voucher_information',
        // The API publishes it as a JSON text.
        voucher_details: JSON.stringify({
          reference,
          expires_at: times.display_to_timestamp,
          expiry_date: action.until,
          download_url: page,
          instructions_url: page,
        }),
      };
    case 'wait screen':
      return { type: 'wait_screen_information', ...polling };
    case 'upi intent':
      return { type: 'invoke_upi_intent_sdk', sdk_uri: detail('uri'), ...polling };
    case 'upi qr':
      return { type: 'invoke_upi_qr_flow', qr_code_url: detail('uri'), ...polling };
    case 'one-time password':
      return { type: 'collect_otp', consent_data_required: 'consent_required' };
    case 'app':
      return isThirdPartySdk(detail('type'))
        ? sdkSession({
            wallet_name: detail('type'),
            delayed_session_token: true,
            connector: detail('connector'),
            sdk_next_action: { next_action: 'sync' },
          })
        : {
            type: 'invoke_sdk_client',
            next_action_data: { next_action: 'sync', order_id: reference },
          };
    case 'open banking app':
      return sdkSession({
        wallet_name: 'open_banking',
        open_banking_session_token: detail('token'),
      });
    case 'ach transfer':
      return bankTransfer(amount, {
        ach_credit_transfer: {
          account_number: detail('account_number'),
          bank_name: detail('bank_name'),
          routing_number: detail('routing_number'),
          swift_code: detail('swift_code'),
        },
      });
    case 'bacs transfer':
      return bankTransfer(amount, {
        bacs_bank_instructions: {
          account_holder_name: detail('account_holder_name'),
          account_number: detail('account_number'),
          sort_code: detail('sort_code'),
        },
      });
    case 'sepa transfer':
      return bankTransfer(amount, {
        sepa_bank_instructions: {
          account_holder_name: detail('account_holder_name'),
          bic: detail('bic'),
          country: detail('country'),
          iban: detail('iban'),
          reference,
        },
      });
    case 'multibanco transfer':
      return bankTransfer(amount, { multibanco: { reference, entity: detail('entity') } });
    case 'virtual account':
      return bankTransfer(amount, {
        doku_bank_transfer_instructions: {
          expires_at: String(times.display_to_timestamp),
          reference,
          instructions_url: page,
        },
      });
    case 'at once':
    case 'later':
    case 'redirect':
      throw new Error('There is nothing to show.');
  }
}

const timesOf = ({ from, until }: DisplayAction) => ({
  display_from_timestamp: Date.parse(from),
  display_to_timestamp: Date.parse(until),
});

/** Wallets whose app the processor's own library opens. */
const isThirdPartySdk = (type: string) => type === 'google_pay' || type === 'apple_pay';

const sdkSession = (session_token: Record<string, unknown>): NextAction => ({
  type: 'third_party_sdk_session_token',
  session_token,
});

const bankTransfer = (amountMinor: number, instructions: Record<string, unknown>): NextAction => ({
  type: 'display_bank_transfer_information',
  bank_transfer_steps_and_charges_details: {
    ...instructions,
    receiver: { amount_received: 0, amount_charged: amountMinor, amount_remaining: amountMinor },
  },
});
