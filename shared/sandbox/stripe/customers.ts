import * as v from 'valibot';
import { JsonObject } from '#platform/schema.ts';
import { noSuch, unknownReference } from './errors.ts';
import { formMetadata, formObject, optionalText, readForm } from './form-fields.ts';
import { StripeMetadata } from './intent.ts';
import { readObject } from './objects.ts';
import { presentAddress } from './payment-sources.ts';
import { seconds, type WireHandler, type WireRequest, type WireServices } from './wire.ts';
import { ok } from './wire-answer.ts';

const Customer = v.object({
  id: v.string(),
  created: v.string(),
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  description: v.nullable(v.string()),
  address: v.nullable(JsonObject),
  metadata: StripeMetadata,
});
type Customer = v.InferOutput<typeof Customer>;

const CustomerForm = v.looseObject({
  name: optionalText(256),
  email: optionalText(512),
  phone: optionalText(20),
  description: optionalText(),
  address: v.optional(formObject),
  metadata: v.optional(formMetadata, {}),
});

const present = ({ created, ...customer }: Customer) => ({
  ...customer,
  object: 'customer',
  balance: 0,
  created: seconds(created),
  currency: null,
  default_source: null,
  delinquent: false,
  discount: null,
  livemode: false,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
});

export const createCustomer: WireHandler = async (request, { objects }) => {
  const { keyHash, form, now } = request;
  const { name, email, phone, description, address, metadata } = readForm(CustomerForm, form);
  const customer: Customer = {
    id: `cus_${request.idSuffix('cus').slice(0, 14)}`,
    created: now.toISOString(),
    name: name ?? null,
    email: email ?? null,
    phone: phone ?? null,
    description: description ?? null,
    address: presentAddress(address),
    metadata,
  };
  await objects.putNew(keyHash, customer.id, customer);
  return ok(present(customer));
};

export const retrieveCustomer: WireHandler = async ({ keyHash }, { objects }, id) => {
  const customer = readObject(Customer, await objects.find(keyHash, id));
  if (!customer) throw noSuch('customer', id, 'id');
  return ok(present(customer));
};

/** Throws a StripeError 400 when the key has no such customer. */
export async function requireCustomer(
  id: string,
  { keyHash }: Pick<WireRequest, 'keyHash'>,
  { objects }: Pick<WireServices, 'objects'>,
): Promise<void> {
  if (!readObject(Customer, await objects.find(keyHash, id))) {
    throw unknownReference('customer', id, 'customer');
  }
}
