import type { NextAction } from '#vocabulary/next-action.ts';
import { terminalStatuses } from '#vocabulary/payment-statuses.ts';
import { isRedirected, type Payment } from '../payment.ts';
import { redirectUrlsOf } from '../redirect/redirect-urls.ts';
import { qrCodeImage } from './qr-code.ts';

/** The payment's next action; null when it is final, or when only the processor has to act. */
export function presentNextAction(payment: Payment): NextAction | null {
  if (terminalStatuses.has(payment.status)) return null;
  const { nextAction } = payment.attempt;
  return firstOf([
    redirectAction(payment),
    ...(nextAction ? [withToken(withImages(nextAction), payment)] : []),
  ]);
}

/** With several possible actions, the first of these is presented. */
const precedence: readonly NextAction['type'][] = [
  'invoke_ddc',
  'redirect_to_url',
  'redirect_inside_popup',
  'display_bank_transfer_information',
  'display_voucher_information',
  'collect_otp',
  'qr_code_information',
  'fetch_qr_code_information',
  'third_party_sdk_session_token',
  'invoke_sdk_client',
  'invoke_upi_intent_sdk',
  'invoke_upi_qr_flow',
  'wait_screen_information',
  'three_ds_invoke',
  'invoke_hidden_iframe',
];

/** The action with the highest precedence; null when there is none. */
export function firstOf(actions: readonly (NextAction | undefined)[]): NextAction | null {
  const rank = ({ type }: NextAction) => precedence.indexOf(type);
  const [first = null] = actions
    .filter((action) => action !== undefined)
    .toSorted((one, other) => rank(one) - rank(other));
  return first;
}

/** The redirect to the processor's page, by way of our own page. */
function redirectAction(payment: Payment): NextAction | undefined {
  const { attempt, requestFields } = payment;
  if (!isRedirected(payment)) return undefined;
  const { start, back } = redirectUrlsOf(payment) ?? {};
  // A form can only be posted by our own page.
  const address = start ?? attempt.redirectUrl;
  if (address === undefined) return undefined;
  return start && back && requestFields.is_iframe_redirection_enabled === true
    ? { type: 'redirect_inside_popup', popup_url: start, redirect_response_url: back }
    : { type: 'redirect_to_url', redirect_to_url: address };
}

/** Adds the return address with its page token to the 3-D Secure action. */
function withToken(action: NextAction, payment: Payment): NextAction {
  if (action.type !== 'three_ds_invoke') return action;
  const three_ds_authorize_url = redirectUrlsOf(payment)?.authorize;
  return three_ds_authorize_url === undefined
    ? action
    : { ...action, three_ds_data: { ...action.three_ds_data, three_ds_authorize_url } };
}

/** Adds the image of a QR code. A payment stores only the code's text. */
function withImages(action: NextAction): NextAction {
  switch (action.type) {
    case 'qr_code_information':
      return action.image_data_url || !action.raw_qr_data
        ? action
        : { ...action, image_data_url: qrCodeImage(action.raw_qr_data) };
    case 'invoke_upi_qr_flow':
      return action.qr_code_url.startsWith('upi:')
        ? { ...action, qr_code_url: qrCodeImage(action.qr_code_url) }
        : action;
    default:
      return action;
  }
}
