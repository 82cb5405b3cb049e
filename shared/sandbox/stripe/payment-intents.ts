import * as v from 'valibot';
import { newId } from '#platform/ids.ts';
import { incrementAuthorization } from '../authorization-changes.ts';
import { type Decision, voidAuthorized } from '../changes.ts';
import type { LedgerPayment } from '../ledger-payment.ts';
import { notificationsOf } from '../notification.ts';
import { readAmount, readPaymentAmount } from './amounts.ts';
import { type IntentPayment, isIntentPayment } from './charges.ts';
import { checkExpand, createIntent, intentFields } from './create-intent.ts';
import { invalidRequest, noSuch, StripeError } from './errors.ts';
import {
  formCurrency,
  formInteger,
  formList,
  formMetadata,
  formObject,
  optionalText,
  readForm,
} from './form-fields.ts';
import { checkLevel3, Level3 } from './level3.ts';
import { presentAddress } from './payment-sources.ts';
import { presentIntent, standingIntent, statusOf } from './present-intent.ts';
import { seconds, type WireHandler, type WireRequest, type WireServices } from './wire.ts';
import { ok } from './wire-answer.ts';

const Shipping = v.looseObject({
  address: v.optional(formObject),
  name: optionalText(),
  phone: optionalText(),
});

const CreateForm = v.strictObject({
  ...intentFields,
  amount: formInteger,
  application_fee_amount: v.optional(formInteger),
  capture_method: v.optional(v.picklist(['automatic', 'automatic_async', 'manual']), 'automatic'),
  currency: formCurrency,
  level3: v.optional(Level3),
  mandate: optionalText(),
  receipt_email: optionalText(),
  setup_future_usage: v.optional(v.picklist(['on_session', 'off_session'])),
  shipping: v.optional(Shipping),
  statement_descriptor: optionalText(22),
  statement_descriptor_suffix: optionalText(22),
  transfer_data: v.optional(formObject),
  transfer_group: optionalText(),
});

export const createPaymentIntent: WireHandler = async (request, services) => {
  const { amount, currency, capture_method, level3, setup_future_usage, ...wanted } = readForm(
    CreateForm,
    request.form,
  );
  checkLevel3(level3, amount);
  const { receipt_email, statement_descriptor, statement_descriptor_suffix, shipping } = wanted;
  return createIntent(
    {
      ...wanted,
      object: 'payment_intent',
      amountMinor: readPaymentAmount(amount, currency),
      currency,
      manualCapture: capture_method === 'manual',
      futureUsage: setup_future_usage,
      shown: {
        ...(receipt_email !== undefined && { receiptEmail: receipt_email }),
        ...(statement_descriptor !== undefined && { statementDescriptor: statement_descriptor }),
        ...(statement_descriptor_suffix !== undefined && {
          statementDescriptorSuffix: statement_descriptor_suffix,
        }),
        ...(shipping && { shipping: presentShipping(shipping) }),
      },
    },
    request,
    services,
  );
};

const presentShipping = ({ address, name, phone }: v.InferOutput<typeof Shipping>) => ({
  address: presentAddress(address) ?? {},
  carrier: null,
  name: name ?? null,
  phone: phone ?? null,
  tracking_number: null,
});

/** The intent of a payment or setup intent's id; undefined when this key has none. */
export async function findIntent(
  object: IntentPayment['intent']['object'],
  id: string,
  { keyHash }: Pick<WireRequest, 'keyHash'>,
  { ledger }: Pick<WireServices, 'ledger'>,
): Promise<IntentPayment | undefined> {
  const found = await ledger.find(keyHash, id);
  return found && isIntentPayment(found) && found.intent.object === object ? found : undefined;
}

const ExpandForm = v.looseObject({ expand: v.optional(formList, []) });

export const retrievePaymentIntent: WireHandler = async (request, services, id) => {
  const { expand } = readForm(ExpandForm, request.form);
  checkExpand(expand, 'latest_charge');
  const found = await findIntent('payment_intent', id, request, services);
  if (!found) throw noSuch('payment_intent', id, 'intent');
  return ok(presentIntent(found, request.now, expand));
};

/** `metadata['order_id']:'pay_1_1'`, the one question that the sandbox's search answers. */
const orderQuery = /^metadata\[(['"])order_id\1\]:(['"])([^'"]{1,500})\2$/;

export const searchPaymentIntents: WireHandler = async (request, { objects, ledger }) => {
  const { query } = readForm(v.looseObject({ query: v.string() }), request.form);
  const orderId = orderQuery.exec(query)?.[3];
  if (orderId === undefined) {
    throw invalidRequest({
      message: "The sandbox searches by metadata['order_id'] alone.",
      param: 'query',
    });
  }
  const { keyHash, now } = request;
  const ids = await objects.findByOrder(keyHash, orderId);
  const found = await Promise.all(ids.map((id) => ledger.find(keyHash, id)));
  const intents = found.filter((one) => one !== undefined).filter(isIntentPayment);
  return ok({
    object: 'search_result',
    data: intents
      .filter(({ intent }) => intent.object === 'payment_intent')
      .map((one) => presentIntent(one, now)),
    has_more: false,
    next_page: null,
    url: '/v1/payment_intents/search',
  });
};

interface Changed {
  readonly id: string;
  readonly request: WireRequest;
  readonly services: WireServices;
  readonly expand?: readonly string[];
}

/** Changes a payment intent, sends its events, and answers with it. */
export async function changeIntent(
  { id, request, services, expand }: Changed,
  decide: (payment: IntentPayment) => Decision,
) {
  const { keyHash, now } = request;
  const { ledger, notifications } = services;
  const changed = await ledger.change({ keyHash, reference: id }, now, (payment) => {
    if (!isIntentPayment(payment) || payment.intent.object !== 'payment_intent') {
      throw noSuch('payment_intent', id, 'intent');
    }
    return decide(payment);
  });
  if ('refused' in changed) {
    if (changed.refused === 'DC_01') throw noSuch('payment_intent', id, 'intent');
    throw invalidRequest({
      code: 'payment_intent_unexpected_state',
      message: 'The PaymentIntent cannot be changed like this.',
    });
  }
  const { payment, isNew } = changed;
  if (!isIntentPayment(payment)) throw new Error('An intent has its own fields.');
  if (isNew) await notifications.send(notificationsOf(payment, () => newId('evt'), now));
  return ok(presentIntent(payment, now, expand));
}

export const unexpectedState = (payment: IntentPayment, now: Date, message: string) =>
  invalidRequest(
    { code: 'payment_intent_unexpected_state', message },
    { payment_intent: presentIntent(payment, now) },
  );

const CancelForm = v.strictObject({
  cancellation_reason: v.optional(
    v.picklist(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']),
  ),
  expand: v.optional(formList, []),
});

const cancelable: ReadonlySet<LedgerPayment['state']> = new Set([
  'authorized',
  'challenged',
  'failed',
]);

export const cancelPaymentIntent: WireHandler = async (request, services, id) => {
  const { cancellation_reason: reason, expand } = readForm(CancelForm, request.form);
  checkExpand(expand, 'latest_charge');
  const { now } = request;
  return changeIntent({ id, request, services, expand }, (payment) => {
    if (!cancelable.has(payment.state)) {
      throw unexpectedState(
        payment,
        now,
        `You cannot cancel this PaymentIntent because it has a status of ${statusOf(payment)}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
      );
    }
    const canceled = { at: seconds(now), reason: reason ?? null };
    const asked = { ...payment, intent: { ...payment.intent, canceled } };
    return payment.state === 'failed'
      ? { payment: { ...asked, state: 'voided' } }
      : voidAuthorized(asked, now);
  });
};

const IncrementForm = v.strictObject({
  amount: formInteger,
  application_fee_amount: v.optional(formInteger),
  description: optionalText(),
  expand: v.optional(formList, []),
  metadata: v.optional(formMetadata),
  statement_descriptor: optionalText(22),
  transfer_data: v.optional(formObject),
});

export const incrementPaymentIntent: WireHandler = async (request, services, id) => {
  const { amount, expand } = readForm(IncrementForm, request.form);
  checkExpand(expand, 'latest_charge');
  const { now } = request;
  const reference = `inc_${request.idSuffix(`increment ${id}`)}`;
  return changeIntent({ id, request, services, expand }, (payment) => {
    const { incrementable, increments = [], amountMinor, currency } = payment;
    const totalMinor = readAmount(amount, currency, 'amount');
    const isRepeat = increments.some((one) => one.reference === reference);
    if (!isRepeat && payment.state !== 'authorized') {
      throw unexpectedState(
        payment,
        now,
        `This PaymentIntent could not be incremented because it has a status of ${statusOf(payment)}.`,
      );
    }
    if (!incrementable) {
      throw invalidRequest({
        message: 'This PaymentIntent is not eligible for incremental authorization.',
      });
    }
    if (!isRepeat && totalMinor <= amountMinor) {
      throw invalidRequest({
        message: 'The amount must be greater than the amount of the PaymentIntent.',
        param: 'amount',
      });
    }
    if (!isRepeat && increments.length >= 10) {
      throw new StripeError(400, {
        type: 'invalid_request_error',
        message: 'A PaymentIntent can be incremented ten times at most.',
      });
    }
    return incrementAuthorization(payment, { reference, totalMinor }, now);
  });
};

/** The intent as it stands; for charges, refunds and disputes, whose ids follow from its id. */
export const standingPaymentIntent = async (
  id: string,
  request: Pick<WireRequest, 'keyHash' | 'now'>,
  services: Pick<WireServices, 'ledger'>,
): Promise<IntentPayment | undefined> => {
  const found = await findIntent('payment_intent', id, request, services);
  return found && standingIntent(found, request.now);
};
