import * as v from 'valibot';
import { capture, type Decision, type Part } from '../changes.ts';
import { capturedMinor, withMovement } from '../ledger.ts';
import type { LedgerPayment } from '../ledger-payment.ts';
import { readAmount } from './amounts.ts';
import type { IntentPayment } from './charges.ts';
import { checkExpand } from './create-intent.ts';
import { invalidRequest } from './errors.ts';
import {
  formBoolean,
  formInteger,
  formList,
  formMetadata,
  formObject,
  optionalText,
  readForm,
} from './form-fields.ts';
import { changeIntent, unexpectedState } from './payment-intents.ts';
import { presentIntent, statusOf } from './present-intent.ts';
import type { WireHandler } from './wire.ts';

const CaptureForm = v.strictObject({
  amount_to_capture: v.optional(formInteger),
  application_fee_amount: v.optional(formInteger),
  expand: v.optional(formList, []),
  final_capture: v.optional(formBoolean, 'true'),
  metadata: v.optional(formMetadata),
  statement_descriptor: optionalText(22),
  statement_descriptor_suffix: optionalText(22),
  transfer_data: v.optional(formObject),
});

export const capturePaymentIntent: WireHandler = async (request, services, id) => {
  const {
    amount_to_capture: wanted,
    final_capture: isFinal,
    expand,
  } = readForm(CaptureForm, request.form);
  checkExpand(expand, 'latest_charge');
  const { now } = request;
  const reference = `cap_${request.idSuffix(`capture ${id}`)}`;
  return changeIntent({ id, request, services, expand }, (payment) => {
    const isRepeat = payment.captures.some((one) => one.reference === reference);
    const openMinor = payment.amountMinor - capturedMinor(payment);
    if (isFinal && wanted === 0 && payment.severalCaptures) return releaseRest(payment, now);
    if (!isRepeat && payment.state !== 'authorized') {
      throw unexpectedState(payment, now, notCapturable(payment));
    }
    if (!isFinal && !payment.severalCaptures) {
      throw invalidRequest(
        {
          message: 'This PaymentIntent cannot be captured several times.',
          param: 'final_capture',
        },
        { payment_intent: presentIntent(payment, now) },
      );
    }
    const wantedMinor =
      wanted === undefined ? undefined : readAmount(wanted, payment.currency, 'amount_to_capture');
    const amountMinor = wantedMinor ?? (isRepeat ? capturedMinor(payment) : openMinor);
    if (!isRepeat && amountMinor > openMinor) {
      throw invalidRequest(
        {
          code: 'amount_too_large',
          message:
            'The requested capture amount is greater than the amount you can capture for this charge.',
          param: 'amount_to_capture',
        },
        { payment_intent: presentIntent(payment, now) },
      );
    }
    if (amountMinor === 0) {
      throw invalidRequest({
        code: 'parameter_invalid_integer',
        message: 'This value must be greater than or equal to 1.',
        param: 'amount_to_capture',
      });
    }
    if (payment.manner === 'refuses captures') {
      throw invalidRequest({
        code: 'charge_expired_for_capture',
        message: 'The charge cannot be captured because the authorization has expired.',
      });
    }
    const part = { id: reference, reference, amountMinor };
    return isRepeat ? capture(payment, part, now) : capturePart(payment, part, isFinal, now);
  });
};

/** A capture of a part: the rest stays authorized until the final one, also a rest of nothing. */
function capturePart(payment: IntentPayment, part: Part, isFinal: boolean, now: Date): Decision {
  const decision = capture(payment, part, now);
  if ('refused' in decision) return decision;
  const state = isFinal ? 'succeeded' : 'authorized';
  return { payment: { ...decision.payment, state } };
}

/** A final capture of nothing, which releases the rest. Once it is released, nothing changes. */
function releaseRest(payment: IntentPayment, now: Date): Decision {
  const takenMinor = capturedMinor(payment);
  if (takenMinor > 0 && payment.state === 'succeeded') return { payment };
  if (takenMinor === 0 || payment.state !== 'authorized') {
    throw unexpectedState(payment, now, notCapturable(payment));
  }
  const amountMinor = payment.amountMinor - takenMinor;
  const released = { ...payment, state: 'succeeded' as const };
  return {
    payment: withMovement(released, { kind: 'released', amountMinor, at: now.toISOString() }),
  };
}

const notCapturable = (payment: LedgerPayment) =>
  payment.state === 'succeeded'
    ? 'This PaymentIntent could not be captured because it has already been captured.'
    : `This PaymentIntent could not be captured because it has a status of ${statusOf(payment)}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`;
