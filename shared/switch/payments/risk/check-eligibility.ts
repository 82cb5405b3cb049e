import type { ConfigurationReads } from '#merchants/accounts/configuration-store.ts';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { withCurrent } from '#merchants/accounts/with-current.ts';
import { SwitchError } from '#platform/errors.ts';
import type { EarlyRequest, Request } from '#platform/http/operation/implement.ts';
import type { CardVault } from '#vault/cards/card-vault.ts';
import {
  fingerprintsOf,
  rulesOf,
  runScreening,
  type ScreenedCard,
} from '../../blocklist/screening.ts';
import type { ScreeningStore } from '../../blocklist/screening-store.ts';
import type { CardServices } from '../card-services.ts';
import { checkClientSecret, checkProfile, type Payment } from '../payment.ts';
import { findStoredCard } from '../payment-source/stored-card.ts';
import type { PaymentStore } from '../payment-store.ts';
import { suspiciousMessage } from './card-blocking.ts';
import type { checkEligibility } from './eligibility-operations.ts';

export interface EligibilityServices {
  readonly payments: Pick<PaymentStore, 'get'>;
  readonly configurations: ConfigurationReads;
  readonly screening: ScreeningStore;
  readonly vault: CardVault;
  readonly paymentMethods: CardServices['paymentMethods'];
}

type EligibilityInput = Pick<
  Request<typeof checkEligibility>,
  'body' | 'caller' | 'now' | 'params' | 'sourceIp'
>;

/** The payment, with the merchant's current configuration. */
export const loadEligibility = (
  { merchantId, params }: Pick<EarlyRequest<typeof checkEligibility>, 'merchantId' | 'params'>,
  { payments, configurations }: EligibilityServices,
) => withCurrent(payments.get(merchantId, params.payment_id), configurations.current(merchantId));

/**
 * Whether a page may confirm a payment method, with the reason if not. It makes the same check as a
 * confirm, and saves nothing.
 *
 * @throws SwitchError `missing_param`, `client_secret_mismatch`, `client_secret_expired`,
 * `token_expired`, `precondition_failed`, `temporarily_unavailable`
 */
export async function evaluateEligibility(
  { body, caller, now, sourceIp }: EligibilityInput,
  [payment, configuration]: readonly [Payment, Configuration],
  services: EligibilityServices,
) {
  checkProfile(payment, caller);
  if (caller.kind === 'client') checkClientSecret(payment, caller.clientSecret, now);
  if (!body.payment_token && !body.payment_method_data) {
    throw new SwitchError('missing_param', {
      field: 'Either payment_token or payment_method_data',
    });
  }
  const { merchantId, profileId, customer } = payment;
  const rules = rulesOf(configuration, payment);
  const ipAddress =
    caller.kind === 'client' ? sourceIp : (body.browser_info?.ip_address ?? undefined);
  const payer = { merchantId, profileId, customerId: customer?.id, ipAddress };
  const card = rules && (await cardOf({ body, now }, payment, services));
  if (!rules || !card) return answer(payment, 'confirm');
  const { declineMessage, isSuspicious } = await runScreening(
    rules,
    { ...payer, ...card, now },
    services,
  );
  return answer(payment, declineMessage ?? (isSuspicious ? suspiciousMessage : 'confirm'));
}

/**
 * The card's facts for the rules: from its number if the request has it, else from the stored card.
 */
async function cardOf(
  { body, now }: Pick<EligibilityInput, 'body' | 'now'>,
  payment: Payment,
  services: EligibilityServices,
): Promise<Pick<ScreenedCard, 'firstDigits' | 'fingerprints'> | undefined> {
  if (body.payment_method_type !== 'card') return undefined;
  const { merchantId, customer } = payment;
  const typed = body.payment_method_data?.card?.card_number;
  if (typed) {
    const number = Buffer.from(typed, 'latin1');
    const fingerprints = fingerprintsOf({ merchantId, number, now }, services.vault);
    return { firstDigits: typed.slice(0, 8), fingerprints };
  }
  const request = {
    payment_method: body.payment_method_type,
    payment_token: body.payment_token,
    customer_id: customer?.id,
  };
  const stored = await findStoredCard(request, { merchantId, now }, services);
  const { fingerprint } = stored ?? {};
  return {
    firstDigits: stored?.described.card_isin ?? '',
    fingerprints: async () => (fingerprint === undefined ? [] : [fingerprint]),
  };
}

const answer = ({ id }: Payment, next: string) => ({
  payment_id: id,
  sdk_next_action: {
    next_action: next === 'confirm' ? ('confirm' as const) : { deny: { message: next } },
    should_block_confirm: null,
  },
});
