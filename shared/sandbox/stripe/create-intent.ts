import * as v from 'valibot';
import type { DecodedForm } from '#platform/formats/bracketed-form.ts';
import { newId } from '#platform/ids.ts';
import { ownMember } from '#platform/own-member.ts';
import type { Currency } from '#vocabulary/currencies.ts';
import { challengeUrls } from '../challenge-url.ts';
import { enterRuling, type Ruling } from '../ledger.ts';
import { notificationsOf } from '../notification.ts';
import { cardRuling } from './card-ruling.ts';
import { type IntentPayment, isIntentPayment } from './charges.ts';
import { requireCustomer } from './customers.ts';
import { describeFailure, invalidRequest, StripeError } from './errors.ts';
import {
  formBoolean,
  formList,
  formMetadata,
  formObject,
  formText,
  optionalText,
} from './form-fields.ts';
import type { StripeIntent } from './intent.ts';
import { generatedDebitOf, methodRuling, stripeMethods } from './methods.ts';
import { requireMethod, type StoredMethod, storeMethod } from './payment-methods.ts';
import { publishedSource, type StripeSource, sourceOf } from './payment-sources.ts';
import { presentIntent } from './present-intent.ts';
import { tokenSource } from './tokens.ts';
import type { WireRequest, WireServices } from './wire.ts';
import { ok, type WireAnswer } from './wire-answer.ts';

/** The customer's consent to a debit. */
const MandateData = v.object({
  customer_acceptance: v.variant('type', [
    v.looseObject({ type: v.literal('offline') }),
    v.looseObject({
      type: v.literal('online'),
      online: v.object({ ip_address: formText(), user_agent: formText() }),
    }),
  ]),
});

/** The members of a form that payment intents and setup intents share. */
export const intentFields = {
  confirm: v.optional(formBoolean, 'false'),
  customer: optionalText(64),
  description: optionalText(1_000),
  error_on_requires_action: v.optional(formBoolean),
  expand: v.optional(formList, []),
  mandate_data: v.optional(MandateData),
  metadata: v.optional(formMetadata, {}),
  on_behalf_of: optionalText(),
  off_session: v.optional(v.union([formBoolean, v.picklist(['one_off', 'recurring'])])),
  payment_method: optionalText(64),
  payment_method_data: v.optional(formObject),
  payment_method_options: v.optional(formObject, {}),
  payment_method_types: v.optional(formList),
  return_url: optionalText(2_048),
  use_stripe_sdk: v.optional(formBoolean),
};

/** An intent as it was asked for. */
export interface WantedIntent {
  readonly object: StripeIntent['object'];
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly manualCapture: boolean;
  readonly futureUsage: StripeIntent['futureUsage'];
  readonly confirm: boolean;
  readonly customer?: string | undefined;
  readonly description?: string | undefined;
  readonly error_on_requires_action?: boolean | undefined;
  readonly expand: readonly string[];
  readonly mandate_data?: object | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  readonly off_session?: boolean | string | undefined;
  readonly payment_method?: string | undefined;
  readonly payment_method_data?: Readonly<Record<string, unknown>> | undefined;
  readonly payment_method_options: Readonly<Record<string, unknown>>;
  readonly payment_method_types?: readonly string[] | undefined;
  readonly return_url?: string | undefined;
  /** Attributes that only payment intents have. */
  readonly shown?: Partial<StripeIntent>;
}

/** The words before the ids of each object's intents, and of the parameter that names one. */
const prefixes = { payment_intent: 'pi', setup_intent: 'seti' } as const;

/**
 * Makes a confirmed intent: decides, stores it in the ledger and answers with it, or with 402 for a
 * declined one. The ledger takes an id once, so a repeat under the same idempotency key makes none.
 */
export async function createIntent(
  wanted: WantedIntent,
  request: WireRequest,
  services: WireServices,
): Promise<WireAnswer> {
  const { keyHash, now } = request;
  checkWanted(wanted);
  if (wanted.customer !== undefined) await requireCustomer(wanted.customer, request, services);
  const { source, stored } = await chargedBy(wanted, request, services);
  checkMethod(wanted, source);
  if (!stored?.offSession) checkConsent(wanted, source);
  const ruling = rulingOn(wanted, source, stored);
  if (source.card?.behaviour.throttled) throw tooMany();

  const suffix = request.idSuffix('intent');
  const id = `${prefixes[wanted.object]}_${suffix}`;
  const ids = { id, challengeId: newId('ch') };
  const terms = termsOf(wanted, { request, services, source, stored, ids });
  const payment = enterRuling(ruling, terms, ids, now);
  const { intent } = terms;
  if (intent.metadata.order_id !== undefined) {
    await services.objects.putOrder(keyHash, intent.metadata.order_id, id);
  }
  if (intent.futureUsage !== undefined && !stored) {
    const debit = generatedDebitOf(intent);
    await storeMethod(request, services, {
      id: debit ?? intent.paymentMethod,
      source: debit ? { ...source, type: 'sepa_debit' } : source,
      customer: wanted.customer ?? null,
      intent: id,
      offSession: intent.futureUsage === 'off_session',
      created: now.toISOString(),
    });
  }
  const entered = await services.ledger.enter(payment);
  if (!isIntentPayment(entered)) throw new Error('An intent has its own fields.');
  if (entered === payment) {
    await services.notifications.send(notificationsOf(entered, () => newId('evt'), now));
  }
  return answerWith(entered, request, wanted.expand);
}

/** The intent, or the error of a payment that was declined at once. */
function answerWith(
  payment: IntentPayment,
  { now }: WireRequest,
  expand: readonly string[],
): WireAnswer {
  const { manner, failure, intent, id } = payment;
  if (!failure) return { ...ok(presentIntent(payment, now, expand)), manner };
  const { body } = new StripeError(402, describeFailure(payment), {
    ...(intent.object === 'payment_intent' && { charge: `ch_${id.slice('pi_'.length)}` }),
    [intent.object]: presentIntent(payment, now),
  });
  return { status: 402, text: JSON.stringify(body) };
}

function checkWanted({
  confirm,
  payment_method,
  payment_method_data,
  expand,
  object,
}: WantedIntent) {
  if (!confirm) {
    throw invalidRequest({
      message: 'The sandbox takes intents that are confirmed at once.',
      param: 'confirm',
    });
  }
  if ((payment_method === undefined) === (payment_method_data === undefined)) {
    throw invalidRequest({
      code: payment_method === undefined ? 'parameter_missing' : 'parameter_unknown',
      message: 'Give either payment_method or payment_method_data.',
      param: 'payment_method',
    });
  }
  const expandable = object === 'payment_intent' ? 'latest_charge' : 'latest_attempt';
  checkExpand(expand, expandable);
}

/** Throws a StripeError 400 for a member that the sandbox does not expand. */
export function checkExpand(expand: readonly string[], expandable: string) {
  const other = expand.find((one) => one !== expandable);
  if (other !== undefined) {
    throw invalidRequest({ message: 'This property cannot be expanded.', param: 'expand' });
  }
}

const TokenData = v.looseObject({ card: v.looseObject({ token: v.string() }) });

/** The payment source, and the stored payment method if there is one. */
async function chargedBy(
  wanted: WantedIntent,
  request: WireRequest,
  services: WireServices,
): Promise<{ readonly source: StripeSource; readonly stored?: StoredMethod }> {
  const { payment_method: id, payment_method_data: data, customer } = wanted;
  if (id === undefined) {
    // The schema read the form's members, which are a form again.
    const form = data as DecodedForm;
    const token = v.safeParse(TokenData, form);
    return token.success
      ? { source: await tokenSource(token.output.card.token, form, request, services) }
      : { source: sourceOf(form, request.now) };
  }
  const published = publishedSource(id, request.now);
  if (published) return { source: published };
  const stored = await requireMethod(id, customer, request, services);
  return { source: stored.source, stored };
}

function checkMethod(
  { payment_method_types: types, manualCapture }: WantedIntent,
  source: StripeSource,
) {
  const { type } = source;
  if (types && !types.includes(type)) {
    throw invalidRequest({
      message: `The PaymentMethod provided (${type}) is not allowed for this PaymentIntent.`,
      param: 'payment_method',
    });
  }
  if (manualCapture && type !== 'card' && !ownMember(stripeMethods, type)?.manual) {
    throw invalidRequest({
      code: 'payment_intent_invalid_parameter',
      message: `The payment method type ${type} cannot be captured later.`,
      param: 'capture_method',
    });
  }
}

/**
 * Refuses a debit that its customer has not agreed to. A stored payment method has the mandate of
 * the payment that stored it.
 *
 * @see https://docs.stripe.com/payments/payment-methods/bank-debits#mandates
 */
function checkConsent({ mandate_data, futureUsage, object }: WantedIntent, { type }: StripeSource) {
  if (mandate_data !== undefined || !ownMember(stripeMethods, type)?.needsMandate) return;
  const intent = object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent';
  throw invalidRequest({
    message:
      futureUsage === undefined
        ? `This ${intent} requires a mandate, but no existing mandate was found. Collect mandate acceptance from the customer and try again, providing acceptance data in the mandate_data parameter.`
        : `When confirming a ${intent} with a \`${type}\` PaymentMethod and \`setup_future_usage\`, \`mandate_data\` is required.`,
    ...(futureUsage !== undefined && { param: 'mandate_data' }),
  });
}

/**
 * Whether the merchant charges in the customer's absence. A payment method is stored with the
 * customer, whatever the request states about later charges.
 */
const isAbsent = ({ off_session, futureUsage, mandate_data }: WantedIntent) =>
  off_session !== undefined &&
  off_session !== false &&
  futureUsage === undefined &&
  mandate_data === undefined;

function rulingOn(
  wanted: WantedIntent,
  source: StripeSource,
  stored: StoredMethod | undefined,
): Ruling {
  const card = optionsOf(wanted, 'card');
  if (source.card) {
    return cardRuling(source.card, {
      isAbsent: isAbsent(wanted),
      wantsAuthentication: card.request_three_d_secure === 'any',
      isAuthenticated: hasProof(card),
      isSetUp: stored?.offSession ?? false,
      declinesQuestions: wanted.error_on_requires_action ?? false,
      isSetup: wanted.object === 'setup_intent',
    });
  }
  const method = ownMember(stripeMethods, source.type);
  if (!method || !source.method) throw new Error('A source is a card or a known method.');
  const isVerified = optionsOf(wanted, source.type).verification_method === 'skip';
  return methodRuling(method, source.method, (stored?.offSession ?? false) || isVerified);
}

const optionsOf = (
  { payment_method_options: options }: WantedIntent,
  type: string,
): Readonly<Record<string, unknown>> => {
  const found = v.safeParse(formObject, ownMember(options, type));
  return found.success ? found.output : {};
};

/** Whether an external authentication is sent along. */
const hasProof = ({ three_d_secure: proof }: Readonly<Record<string, unknown>>) =>
  v.is(v.looseObject({ cryptogram: v.string() }), proof);

interface Made {
  readonly request: WireRequest;
  readonly services: WireServices;
  readonly source: StripeSource;
  readonly stored?: StoredMethod | undefined;
  readonly ids: { readonly id: string; readonly challengeId: string };
}

function termsOf(wanted: WantedIntent, { request, services, source, stored, ids }: Made) {
  const { keyHash } = request;
  const { object, manualCapture, futureUsage, customer, description } = wanted;
  const card = optionsOf(wanted, 'card');
  const suffix = ids.id.slice(prefixes[object].length + 1);
  const intent: StripeIntent = {
    object,
    paymentMethod: stored?.id ?? `pm_${suffix}`,
    type: source.type,
    types: [...(wanted.payment_method_types ?? [source.type])],
    ...(source.card && { card: source.card.shown }),
    ...(source.card?.behaviour.riskLevel && { riskLevel: source.card.behaviour.riskLevel }),
    billing: source.billing,
    metadata: { ...wanted.metadata },
    ...(customer !== undefined && { customer }),
    ...(description !== undefined && { description }),
    ...(futureUsage && { futureUsage }),
    ...((wanted.mandate_data || object === 'setup_intent') && { mandate: `mandate_${suffix}` }),
    options: source.type === 'card' ? { card: shownOptions(card) } : {},
    pageUrl: challengeUrls(services.sandboxUrl)(ids.challengeId),
    ...(hasProof(card) && { authenticatedElsewhere: true }),
    ...wanted.shown,
  };
  return {
    keyHash,
    reference: ids.id,
    processor: 'stripe' as const,
    amountMinor: wanted.amountMinor,
    currency: wanted.currency,
    manualCapture,
    ...(manualCapture && {
      incrementable: card.request_incremental_authorization === 'if_available',
      ...(card.request_extended_authorization === 'if_available' && {
        extendedAuthorization: true,
      }),
      ...(source.card && card.request_multicapture === 'if_available' && { severalCaptures: true }),
    }),
    ...(object === 'setup_intent' && { isVerification: true }),
    ...(wanted.return_url !== undefined && { returnUrl: wanted.return_url }),
    intent,
  };
}

/** The options of a card that Stripe shows again. */
const shownOptions = ({
  request_multicapture: several,
  request_three_d_secure: asked,
  network,
}: Readonly<Record<string, unknown>>) => ({
  ...(several === 'if_available' && { request_multicapture: several }),
  request_three_d_secure: asked === 'any' ? 'any' : 'automatic',
  ...(typeof network === 'string' && { network }),
});

const tooMany = () =>
  new StripeError(429, {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message: 'Request rate limit exceeded.',
  });
