import { presentCharge } from './charges.ts';
import { noSuch } from './errors.ts';
import { standingPaymentIntent } from './payment-intents.ts';
import { suffixOf, type WireHandler } from './wire.ts';
import { ok } from './wire-answer.ts';

export const retrieveCharge: WireHandler = async (request, services, id) => {
  const payment = await standingPaymentIntent(`pi_${suffixOf(id)}`, request, services);
  const charge = payment && presentCharge(payment, request.now);
  if (charge?.id !== id) throw noSuch('charge', id, 'id');
  return ok(charge);
};
