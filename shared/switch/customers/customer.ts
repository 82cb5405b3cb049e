import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import { statedMembers } from '#platform/passed-on.ts';
import { compact } from '#platform/schema.ts';
import { AddressDetails, presentAddressDetails } from '#vocabulary/address.ts';
import { checkDocument } from './document-number.ts';
import {
  type CreateCustomerRequest,
  type CustomerResponse,
  DocumentDetails,
  type UpdateCustomerRequest,
} from './operations.ts';
import { passedOnAtDeletion, passedOnInItems, passedOnWithoutValue } from './passed-on-fields.ts';
import { redacted } from './redacted.ts';

/** A person or company that pays a merchant. Unknown attributes stay. */
export const Customer = v.looseObject({
  merchantId: v.string(),
  id: v.string(),
  name: v.optional(v.string()),
  email: v.optional(v.string()),
  phone: v.optional(v.string()),
  phoneCountryCode: v.optional(v.string()),
  address: v.optional(AddressDetails),
  ...passedOnInItems,
  taxRegistrationId: v.optional(v.string()),
  documentDetails: v.optional(DocumentDetails),
  defaultPaymentMethodId: v.optional(v.string()),
  createdAt: v.string(),
  modifiedAt: v.string(),
  /**
   * A hash of the create request under its caller's secret; present when it had an idempotency key.
   */
  requestFingerprint: v.optional(v.string()),
  /** When all personal data was overwritten. A redacted customer never changes again. */
  redactedAt: v.optional(v.string()),
  version: v.number(),
});
export type Customer = v.InferOutput<typeof Customer>;

/**
 * The customer that a request creates, under its own identifier or a new one. Throws
 * `invalid_value` for an invalid document number.
 */
export function newCustomer(
  merchantId: string,
  request: CreateCustomerRequest,
  now: Date,
  newId: () => string,
): Customer {
  return {
    merchantId,
    id: request.customer_id ?? newId(),
    ...fieldsOf(request),
    createdAt: now.toISOString(),
    modifiedAt: now.toISOString(),
    version: 1,
  };
}

/**
 * Applies an update: absent members stay, the address changes member by member, metadata as a
 * whole. Throws `customer_redacted`, and `invalid_value` for an invalid document number.
 */
export function updatedCustomer(
  customer: Customer,
  request: UpdateCustomerRequest,
  now: Date,
): Customer {
  if (customer.redactedAt !== undefined) throw new SwitchError('customer_redacted');
  const changes = fieldsOf(request);
  return {
    ...customer,
    ...changes,
    ...(changes.address && { address: { ...customer.address, ...changes.address } }),
    modifiedAt: now.toISOString(),
  };
}

/**
 * Overwrites all personal data, including members that were not set; the country stays. Throws
 * `customer_redacted` when the customer is redacted already.
 */
export function redactedCustomer(customer: Customer, now: Date): Customer {
  if (customer.redactedAt !== undefined) throw new SwitchError('customer_redacted');
  // The fingerprint goes too: with it, guesses about the personal data could be tested.
  const { address, requestFingerprint: _, ...rest } = customer;
  const at = now.toISOString();
  return {
    ...rest,
    name: redacted,
    email: redacted,
    phone: redacted,
    phoneCountryCode: redacted,
    ...overwrittenNotes(),
    taxRegistrationId: redacted,
    ...(address && {
      address: {
        ...Object.fromEntries(addressMembers.map((member) => [member, redacted])),
        ...compact({ country: address.country }),
      },
    }),
    modifiedAt: at,
    redactedAt: at,
  };
}

// biome-ignore format: names read better in rows.
const addressMembers = [
  'city', 'line1', 'line2', 'line3', 'zip', 'state', 'first_name', 'last_name', 'origin_zip',
] as const satisfies readonly (keyof AddressDetails)[];

const overwrittenNotes = () =>
  Object.fromEntries(
    Object.entries(passedOnAtDeletion).flatMap(([field, deletion]) =>
      deletion === 'overwritten' ? [[field, redacted]] : [],
    ),
  );

/** Presents a customer to its merchant; unknown members are `null`. */
export function presentCustomer(customer: Customer): CustomerResponse {
  const stated = statedMembers(passedOnWithoutValue, customer);
  const { description, ...passedOn } = { ...passedOnWithoutValue, ...stated };
  return {
    customer_id: customer.id,
    name: customer.name ?? null,
    email: customer.email ?? null,
    phone: customer.phone ?? null,
    phone_country_code: customer.phoneCountryCode ?? null,
    description,
    address: customer.address ? presentAddressDetails(customer.address) : null,
    created_at: customer.createdAt,
    ...passedOn,
    default_payment_method_id: customer.defaultPaymentMethodId ?? null,
    tax_registration_id: customer.taxRegistrationId ?? null,
    document_details: customer.documentDetails ?? null,
  };
}

function fieldsOf(request: UpdateCustomerRequest) {
  if (request.document_details) checkDocument(request.document_details);
  return {
    ...statedMembers(passedOnWithoutValue, request),
    ...compact({
      name: request.name,
      email: request.email,
      phone: request.phone,
      phoneCountryCode: request.phone_country_code,
      address: request.address && compact(request.address),
      taxRegistrationId: request.tax_registration_id,
      documentDetails: request.document_details,
    }),
  };
}
