import { noSuch } from './errors.ts';
import { standingPaymentIntent } from './payment-intents.ts';
import { suffixOf, type WireHandler } from './wire.ts';
import { ok } from './wire-answer.ts';

/** The types of payment methods whose mandates have a reference for bank statements. */
const referring: ReadonlySet<string> = new Set(['sepa_debit', 'bacs_debit']);

/** The mandate of a debit that a payment intent made. */
export const retrieveMandate: WireHandler = async (request, services, id) => {
  const payment = await standingPaymentIntent(`pi_${suffixOf(id)}`, request, services);
  const { mandate, type, paymentMethod, futureUsage } = payment?.intent ?? {};
  if (mandate !== id || type === undefined) throw noSuch('mandate', id, 'mandate');
  const reference = suffixOf(id).slice(0, 16).toUpperCase();
  return ok({
    id,
    object: 'mandate',
    livemode: false,
    payment_method: paymentMethod,
    payment_method_details: { type, [type]: referring.has(type) ? { reference } : {} },
    status: 'active',
    type: futureUsage === 'off_session' ? 'multi_use' : 'single_use',
  });
};
