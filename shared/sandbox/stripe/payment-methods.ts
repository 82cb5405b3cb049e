import * as v from 'valibot';
import { presentCard } from './charges.ts';
import { requireCustomer } from './customers.ts';
import { invalidRequest, noSuch, unknownReference } from './errors.ts';
import { formText, readForm } from './form-fields.ts';
import { readObject } from './objects.ts';
import { StripeSource, sourceOf } from './payment-sources.ts';
import { seconds, type WireHandler, type WireRequest, type WireServices } from './wire.ts';
import { ok } from './wire-answer.ts';

/** A stored payment method. */
export const StoredMethod = v.object({
  id: v.string(),
  source: StripeSource,
  customer: v.nullable(v.string()),
  /** The intent that stores it; it can be charged when that one succeeded. */
  intent: v.optional(v.string()),
  /** Whether the customer agreed to charges in the customer's absence. */
  offSession: v.boolean(),
  /** Whether it was taken from its customer, so that it is never charged again. */
  detached: v.optional(v.boolean()),
  created: v.string(),
});
export type StoredMethod = v.InferOutput<typeof StoredMethod>;

const parse = (found: unknown) => readObject(StoredMethod, found);

/** Stores the payment method of an intent that is about to be created. */
export const storeMethod = (
  { keyHash }: Pick<WireRequest, 'keyHash'>,
  { objects }: Pick<WireServices, 'objects'>,
  stored: StoredMethod,
) => objects.putNew(keyHash, stored.id, stored);

const storedBy: ReadonlySet<string> = new Set(['succeeded', 'authorized', 'voided']);

/**
 * A stored payment method that may be charged.
 *
 * @throws StripeError 400 for one that does not exist, or belongs to another customer
 */
export async function requireMethod(
  id: string,
  customer: string | undefined,
  { keyHash }: Pick<WireRequest, 'keyHash'>,
  { objects, ledger }: Pick<WireServices, 'objects' | 'ledger'>,
): Promise<StoredMethod> {
  const stored = parse(await objects.find(keyHash, id));
  if (!stored) throw unknownReference('PaymentMethod', id, 'payment_method');
  if (stored.detached) {
    throw invalidRequest({
      message:
        'The provided PaymentMethod was detached from its Customer. It may not be used again.',
      param: 'payment_method',
    });
  }
  if (stored.customer !== null && stored.customer !== customer) {
    throw invalidRequest({
      message:
        'The provided PaymentMethod cannot be used by this Customer: it belongs to another Customer.',
      param: 'payment_method',
    });
  }
  if (stored.intent !== undefined) {
    const holder = await ledger.find(keyHash, stored.intent);
    if (!holder || !storedBy.has(holder.state)) {
      throw unknownReference('PaymentMethod', id, 'payment_method');
    }
  }
  return stored;
}

const present = (keyHash: string, { id, source, customer, created }: StoredMethod) => ({
  id,
  object: 'payment_method',
  billing_details: source.billing,
  [source.type]: source.card
    ? {
        ...presentCard(keyHash, source.card.shown),
        generated_from: null,
        networks: {
          available: source.card.shown.networks ?? [source.card.shown.brand],
          preferred: null,
        },
        three_d_secure_usage: { supported: true },
        wallet: null,
      }
    : {},
  created: seconds(created),
  customer,
  livemode: false,
  metadata: {},
  type: source.type,
});

export const createPaymentMethod: WireHandler = async (request, { objects }) => {
  const { keyHash, form, now } = request;
  const { expand: _, metadata: __, customer: ___, ...data } = form;
  const stored: StoredMethod = {
    id: `pm_${request.idSuffix('pm')}`,
    source: sourceOf(data, now),
    customer: null,
    offSession: false,
    created: now.toISOString(),
  };
  await objects.putNew(keyHash, stored.id, stored);
  return ok(present(keyHash, stored));
};

export const retrievePaymentMethod: WireHandler = async ({ keyHash }, { objects }, id) => {
  const stored = parse(await objects.find(keyHash, id));
  if (!stored) throw noSuch('PaymentMethod', id, 'payment_method');
  return ok(present(keyHash, stored));
};

export const attachPaymentMethod: WireHandler = async (request, services, id) => {
  const { keyHash, form } = request;
  const { customer } = readForm(v.looseObject({ customer: formText(64) }), form);
  await requireCustomer(customer, request, services);
  const { detached } = parse(await services.objects.find(keyHash, id)) ?? {};
  if (detached) {
    throw invalidRequest({
      message:
        'The provided PaymentMethod was detached from its Customer. It may not be used again.',
    });
  }
  return ok(present(keyHash, await assign(request, services, id, customer)));
};

export const detachPaymentMethod: WireHandler = async (request, services, id) =>
  ok(present(request.keyHash, await assign(request, services, id, null)));

const assign = (
  { keyHash }: WireRequest,
  { objects }: WireServices,
  id: string,
  customer: string | null,
) =>
  objects.change(keyHash, id, (found): StoredMethod => {
    const stored = parse(found);
    if (!stored) throw noSuch('PaymentMethod', id, 'payment_method');
    return { ...stored, customer, ...(customer === null && { detached: true }) };
  });
