import * as v from 'valibot';
import { newId } from '#platform/ids.ts';
import { ownMember } from '#platform/own-member.ts';
import { toMajorString } from '#vocabulary/amounts.ts';
import { refund } from '../changes.ts';
import { capturedMinor, refundingMinor } from '../ledger.ts';
import { chargedBackMinor } from '../ledger-disputes.ts';
import { readAmount } from './amounts.ts';
import { type IntentPayment, isIntentPayment } from './charges.ts';
import { invalidRequest, noSuch, unknownReference } from './errors.ts';
import {
  formBoolean,
  formInteger,
  formList,
  formMetadata,
  optionalText,
  readForm,
} from './form-fields.ts';
import { refundNotifications } from './intent-notifications.ts';
import { standingPaymentIntent } from './payment-intents.ts';
import { presentRefund } from './present-refund.ts';
import { suffixOf, type WireHandler, type WireRequest, type WireServices } from './wire.ts';
import { ok, type WireAnswer } from './wire-answer.ts';

const CreateForm = v.strictObject({
  amount: v.optional(formInteger),
  charge: optionalText(64),
  expand: v.optional(formList, []),
  instructions_email: optionalText(),
  metadata: v.optional(formMetadata, {}),
  payment_intent: optionalText(64),
  reason: v.optional(v.picklist(['duplicate', 'fraudulent', 'requested_by_customer'])),
  refund_application_fee: v.optional(formBoolean),
  reverse_transfer: v.optional(formBoolean),
});

/** Refunds a charge. The refund's id begins with the letters of the intent's, and leads to it. */
export const createRefund: WireHandler = async (request, services) => {
  const { amount, charge, payment_intent, metadata, reason } = readForm(CreateForm, request.form);
  const intentId = payment_intent ?? (charge && `pi_${suffixOf(charge)}`);
  if (intentId === undefined) {
    throw invalidRequest({
      code: 'parameter_missing',
      message:
        'One of the following params should be provided for this request: payment_intent or charge.',
    });
  }
  const { keyHash, now } = request;
  const missing = payment_intent
    ? unknownReference('payment_intent', payment_intent, 'payment_intent')
    : unknownReference('charge', charge ?? '', 'charge');
  const id = `re_${suffixOf(intentId)}${request.idSuffix('refund').slice(0, 8)}`;
  const place = { keyHash, reference: intentId };
  const changed = await services.ledger.change(place, now, (payment) => {
    if (!isIntentPayment(payment) || payment.intent.object !== 'payment_intent') throw missing;
    const isRepeat = payment.refunds.some(({ reference }) => reference === id);
    const amountMinor = isRepeat ? amountOf(payment, id) : refundableMinor(payment, amount);
    const asked: IntentPayment = isRepeat
      ? payment
      : withRefundFields(payment, id, { metadata, reason: reason ?? null });
    const decision = refund(asked, { id, reference: id, amountMinor }, now);
    // A repeat is the stored payment itself.
    return 'payment' in decision && isRepeat ? { payment } : decision;
  });
  if ('refused' in changed) throw missing;
  const { payment, isNew } = changed;
  if (!isIntentPayment(payment)) throw missing;
  if (isNew) {
    const messages = refundNotifications(payment, id, () => newId('evt'), now);
    await services.notifications.send(messages);
  }
  const made = presentRefund(payment, id, now);
  if (!made) throw new Error('A refund that was entered is not there.');
  return ok(made);
};

const amountOf = ({ refunds }: IntentPayment, id: string) =>
  refunds.find(({ reference }) => reference === id)?.amountMinor ?? 0;

const withRefundFields = (
  payment: IntentPayment,
  id: string,
  fields: NonNullable<IntentPayment['intent']['refunds']>[string],
): IntentPayment => ({
  ...payment,
  intent: { ...payment.intent, refunds: { ...payment.intent.refunds, [id]: fields } },
});

/**
 * The amount to refund, in minor units: all that is left unless stated.
 *
 * @throws StripeError 400 when nothing or less is left
 */
function refundableMinor(payment: IntentPayment, wanted: number | undefined): number {
  const charge = `ch_${suffixOf(payment.id)}`;
  const captured = capturedMinor(payment);
  if (captured === 0) {
    throw invalidRequest({
      message: `This PaymentIntent (${payment.id}) does not have a successful charge to refund.`,
      param: 'payment_intent',
    });
  }
  const left = captured - refundingMinor(payment) - chargedBackMinor(payment);
  if (left <= 0 && chargedBackMinor(payment) > 0) {
    throw invalidRequest({
      code: 'charge_disputed',
      message: `Charge ${charge} has been charged back; cannot issue a refund.`,
    });
  }
  if (left <= 0) {
    throw invalidRequest({
      code: 'charge_already_refunded',
      message: `Charge ${charge} has already been refunded.`,
    });
  }
  const amountMinor = wanted === undefined ? left : readAmount(wanted, payment.currency, 'amount');
  if (amountMinor < 1) {
    throw invalidRequest({
      code: 'parameter_invalid_integer',
      message: 'Invalid positive integer',
      param: 'amount',
    });
  }
  if (amountMinor > left) {
    const inMajor = (minor: number) =>
      `${toMajorString(minor, payment.currency)} ${payment.currency.toLowerCase()}`;
    throw invalidRequest({
      message: `Refund amount (${inMajor(amountMinor)}) is greater than unrefunded amount on charge (${inMajor(left)})`,
      param: 'amount',
    });
  }
  return amountMinor;
}

async function answerWith(
  id: string,
  request: WireRequest,
  services: WireServices,
): Promise<WireAnswer> {
  const intentId = /^re_(\w{20})\w{8}$/.exec(id)?.[1];
  const payment = intentId && (await standingPaymentIntent(`pi_${intentId}`, request, services));
  const found = payment && presentRefund(payment, id, request.now);
  if (!found) throw noSuch('refund', id, 'refund');
  return ok(found);
}

export const retrieveRefund: WireHandler = (request, services, id) =>
  answerWith(id, request, services);

const UpdateForm = v.strictObject({
  expand: v.optional(formList, []),
  metadata: v.optional(formMetadata),
});

/** Changes the metadata; an empty form changes nothing and answers with the refund. */
export const updateRefund: WireHandler = async (request, services, id) => {
  const { metadata } = readForm(UpdateForm, request.form);
  const answer = await answerWith(id, request, services);
  if (!metadata) return answer;
  const place = { keyHash: request.keyHash, reference: `pi_${id.slice(3, 23)}` };
  await services.ledger.change(place, request.now, (payment) => {
    const before = ownMember(payment.intent?.refunds, id);
    if (!isIntentPayment(payment) || !before) throw noSuch('refund', id, 'refund');
    const fields = { ...before, metadata: { ...before.metadata, ...metadata } };
    return { payment: withRefundFields(payment, id, fields) };
  });
  return answerWith(id, request, services);
};

const ListForm = v.looseObject({
  charge: optionalText(64),
  limit: v.optional(formInteger, '10'),
  payment_intent: optionalText(64),
  starting_after: optionalText(64),
});

/**
 * The refunds of one payment, the newest first: a page of at most a hundred, after the named one.
 */
export const listRefunds: WireHandler = async (request, services) => {
  const { charge, payment_intent, limit, starting_after } = readForm(ListForm, request.form);
  const id = payment_intent ?? (charge && `pi_${suffixOf(charge)}`);
  if (id === undefined) {
    throw invalidRequest({
      message: 'The sandbox lists the refunds of one payment_intent or charge.',
      param: 'payment_intent',
    });
  }
  const payment = await standingPaymentIntent(id, request, services);
  if (!payment) throw unknownReference('payment_intent', id, 'payment_intent');
  const all = payment.refunds
    .map(({ reference }) => presentRefund(payment, reference, request.now))
    .reverse();
  const from = all.findIndex((one) => one?.id === starting_after) + 1;
  if (starting_after !== undefined && from === 0) {
    throw unknownReference('refund', starting_after, 'starting_after');
  }
  const data = all.slice(from, from + Math.min(limit, 100));
  const hasMore = from + data.length < all.length;
  return ok({ object: 'list', data, has_more: hasMore, url: '/v1/refunds' });
};
