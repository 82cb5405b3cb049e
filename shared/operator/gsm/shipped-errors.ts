import type { InferOutput } from 'valibot';
import type { DeclineKind } from '#vocabulary/decline-kinds.ts';
import type { StandardisedCode } from './gsm-rule.ts';
import { unnamedError } from './unnamed-error.ts';

/** The unified error of a kind of declines. */
interface ShippedError {
  readonly code: string;
  readonly message: string;
  /**
   * A code that leads back to the kind. A browser reads it with the client secret, so that of
   * `call_issuer` does not distinguish a stolen card from any other decline of the bank.
   */
  readonly standardisedCode: InferOutput<typeof StandardisedCode>;
  /** The reason, for the merchant. */
  readonly description: string;
}

/**
 * The unified errors that the switch ships. Their codes are the families of Hyperswitch: `UE_1000`
 * an issue with the payment method, which is no fault of the processor, also where a risk rule
 * refused it; `UE_2000` an issue with configurations; `UE_3000` a technical issue with the
 * processor; `UE_4000` an issue in the integration, which no kind of declines is; `UE_9000` others.
 *
 * @see https://api-reference.hyperswitch.io/essentials/error_codes
 */
export const shippedErrors: Readonly<Record<DeclineKind, ShippedError>> = {
  insufficient_funds: {
    code: 'UE_1000',
    message: 'Insufficient funds',
    standardisedCode: 'insufficient_funds',
    description: 'The card or account does not have enough money or credit.',
  },
  expired_card: {
    code: 'UE_1000',
    message: 'Expired card or wrong expiry date',
    standardisedCode: 'invalid_expiry_date',
    description: 'The card has expired, or its expiry date is wrong.',
  },
  incorrect_cvc: {
    code: 'UE_1000',
    message: 'Incorrect security code',
    standardisedCode: 'invalid_cvv',
    description: 'The security code of the card is wrong.',
  },
  incorrect_number: {
    code: 'UE_1000',
    message: 'Incorrect card number',
    standardisedCode: 'invalid_card_number',
    description: 'The number of the card or account is wrong.',
  },
  limit_exceeded: {
    code: 'UE_1000',
    message: 'Limit of the card exceeded',
    standardisedCode: 'velocity_limit_exceeded',
    description: 'The amount, or the number of payments, is above a limit of the card or account.',
  },
  call_issuer: {
    code: 'UE_1000',
    message: 'Declined by the bank',
    standardisedCode: 'do_not_honor',
    description: 'The bank declined, and gives its reason only to its customer.',
  },
  not_supported: {
    code: 'UE_2000',
    message: 'Card or payment method not supported',
    standardisedCode: 'cfg_pm_not_enabled_or_misconfigured',
    description: 'The account at the processor cannot take this card, method, currency or amount.',
  },
  authentication_failed: {
    code: 'UE_1000',
    message: 'Authentication failed',
    standardisedCode: 'authentication_failed',
    description: 'The bank could not authenticate the payer, or needs an authentication.',
  },
  try_again_later: {
    code: 'UE_3000',
    message: 'Bank or processor unavailable',
    standardisedCode: 'downstream_technical_issue',
    description: 'The bank or the processor could not handle the request at that moment.',
  },
  blocked_by_merchant: {
    code: 'UE_1000',
    message: 'Not accepted by the merchant',
    standardisedCode: 'psp_fraud_engine_decline',
    description: "A rule or a list of the merchant, or of the processor's checks, refused it.",
  },
  use_another_card: {
    code: 'UE_1000',
    message: 'Card or account cannot be used',
    standardisedCode: 'payment_method_issue',
    description: 'The card or account is closed or inactive, or its address is another one.',
  },
  unknown: {
    ...unnamedError,
    standardisedCode: 'generic_unknown_error',
    description: "The processor's code names no reason.",
  },
};
