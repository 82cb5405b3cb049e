import * as v from 'valibot';
import { ownMember } from '#platform/own-member.ts';
import type { Customer } from './customer.ts';
import { CustomerDocument } from './document.ts';
import { redacted } from './redacted.ts';

/**
 * A payment's or payout's copy of its customer: the data of its requests, completed from the
 * customer's record. Later changes of the record do not reach it.
 */
export const CustomerCopy = v.looseObject({
  id: v.optional(v.string()),
  name: v.optional(v.string()),
  email: v.optional(v.string()),
  phone: v.optional(v.string()),
  phone_country_code: v.optional(v.string()),
  tax_registration_id: v.optional(v.string()),
  document_details: v.optional(CustomerDocument),
  /** The members that no request stated: they are the record's. */
  ofRecord: v.optional(v.array(v.string())),
  /** When the customer was forgotten, and this copy with it. */
  redactedAt: v.optional(v.string()),
});
export type CustomerCopy = v.InferOutput<typeof CustomerCopy>;

/** The members of a record that are copied, in the words of the API. */
export const factsOfRecord = (record: Customer) => ({
  name: record.name,
  email: record.email,
  phone: record.phone,
  phone_country_code: record.phoneCountryCode,
  tax_registration_id: record.taxRegistrationId,
  document_details: record.documentDetails,
});

/**
 * The copy, changed by the data that a request states of the customer; undefined when no request
 * stated any. Of another customer, only the data of requests stays.
 */
export function statedCopy(
  before: CustomerCopy | undefined,
  stated: Partial<CustomerCopy>,
): CustomerCopy | undefined {
  const isAnother = before?.id !== undefined && stated.id !== undefined && stated.id !== before.id;
  const { ofRecord = [], ...members } = before ?? {};
  const stays = ofRecord.filter((name) => !isAnother && !Object.hasOwn(stated, name));
  const kept = Object.entries(members).filter(([name]) => !isAnother || !ofRecord.includes(name));
  const copy = {
    ...Object.fromEntries(kept),
    ...stated,
    ...(stays.length > 0 && { ofRecord: stays }),
  };
  return Object.keys(copy).length > 0 ? copy : undefined;
}

/** The payment or payout, completed with the customer's data that only the record has. */
export function withRecord<T extends { readonly customer?: CustomerCopy | undefined }>(
  thing: T,
  record: Customer | undefined,
): T {
  const { customer: copy } = thing;
  if (!copy || !record || record.id !== copy.id) return thing;
  const missing = Object.entries(factsOfRecord(record)).filter(
    ([name, value]) => value !== undefined && ownMember(copy, name) === undefined,
  );
  if (missing.length === 0) return thing;
  const ofRecord = [...(copy.ofRecord ?? []), ...missing.map(([name]) => name)];
  return { ...thing, customer: { ...copy, ...Object.fromEntries(missing), ofRecord } };
}

/**
 * The copy without personal data: the identifier stays. Texts are replaced where there were some.
 */
export function redactedCopy({ id, document_details: _, ...copy }: CustomerCopy, now: Date) {
  const texts = Object.keys(copy).filter((name) => typeof ownMember(copy, name) === 'string');
  return {
    ...(id !== undefined && { id }),
    ...Object.fromEntries(texts.map((name) => [name, redacted])),
    // Another customer of the same payment gets none of these.
    ofRecord: [...texts, 'redactedAt'],
    redactedAt: now.toISOString(),
  };
}
