import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { SwitchError } from '#platform/errors.ts';
import { log } from '#platform/log.ts';
import {
  fingerprintsOf,
  rulesOf,
  runScreening,
  type Screening,
} from '../../blocklist/screening.ts';
import { requestCustomerOf } from '../../customers/request-customer.ts';
import type { CardServices } from '../card-services.ts';
import { applyOutcome } from '../lifecycle/apply-outcome.ts';
import { withoutLearning } from '../lifecycle/attempts.ts';
import type { Payment } from '../payment.ts';
import type { PaymentServices } from '../payment-services.ts';
import type { LoadedPaymentSource } from '../payment-source/payment-source.ts';
import type { PaymentRequest } from '../request/payment-request.ts';

interface ScreeningInput {
  readonly configuration: Configuration;
  readonly payment: Pick<Payment, 'merchantId' | 'profileId' | 'customer' | 'link'>;
  /** The request, completed from the stored fields of the payment. */
  readonly whole: PaymentRequest;
  readonly now: Date;
  /** The IP address of the payer's device: for a client's request its source, which is certain. */
  readonly payerAddress?: string | undefined;
}

/**
 * Screens the card of a payment against its merchant's rules, before anything is saved. Undefined
 * when there is nothing to screen: no card, or no rules, and then nothing is read.
 *
 * @throws SwitchError `precondition_failed` when too many payments with this card or payer have
 * failed
 */
export async function screenCard(
  { configuration, payment, whole, now, payerAddress }: ScreeningInput,
  source: LoadedPaymentSource,
  services: Pick<PaymentServices, 'screening'> & Pick<CardServices, 'vault'>,
): Promise<Screening | undefined> {
  const rules = source.kind === 'card' ? rulesOf(configuration, payment) : undefined;
  if (!rules || source.kind !== 'card') return undefined;
  const { merchantId, profileId } = payment;
  const customerId = requestCustomerOf(whole).id ?? payment.customer?.id;
  const ipAddress = payerAddress ?? whole.browser_info?.ip_address ?? undefined;
  const { number } = source.card;
  const firstDigits = Buffer.from(number.subarray(0, 8)).toString('latin1');
  const fingerprints = fingerprintsOf({ merchantId, number, now }, services.vault);
  const payer = { merchantId, profileId, customerId, ipAddress };
  const card = { ...payer, firstDigits, fingerprints, now };
  const screening = await runScreening(rules, card, services);
  if (screening.isSuspicious) throw suspiciousError();
  return screening;
}

/** The message for a payer who is suspected of card testing. */
export const suspiciousMessage = 'Blocked due to suspicious activity';
const suspiciousError = () =>
  new SwitchError('precondition_failed', { message: suspiciousMessage });

/**
 * Fails a payment with a blocked card. It was saved as `processing`, so only one caller gets here.
 * No authorization was sent.
 */
export async function declineBlockedCard(
  processing: Payment,
  message: string,
  { payments, clock }: Pick<PaymentServices, 'payments' | 'clock'>,
): Promise<SwitchError> {
  const outcome = { result: 'declined', code: 'HE-03', message } as const;
  await payments.settle(processing, (current) =>
    applyOutcome(withoutLearning(current), { attemptId: processing.attempt.id, outcome }, clock()),
  );
  return new SwitchError('payment_blocked', { message, reason: 'Blocked' });
}

/**
 * Counts a failed payment, if the merchant enabled the card testing guard. Never throws, since the
 * payment is already decided.
 */
export async function countFailedPayment(
  { id: paymentId, status }: Payment,
  screened: Screening | undefined,
  { screening, clock }: Pick<PaymentServices, 'screening' | 'clock'>,
): Promise<void> {
  if (status !== 'failed' || !screened) return;
  try {
    await Promise.all(screened.counters.map((counter) => screening.count(counter, clock())));
  } catch (error) {
    log.error('failed payment not counted', error, { paymentId });
  }
}
