import * as v from 'valibot';
import { columnOf } from '#platform/column-of.ts';
import { passedOnField } from '#platform/passed-on.ts';
import { chosenName, JsonObject, text, url } from '#platform/schema.ts';
import { Country } from '#vocabulary/countries.ts';
import type { ChangeRule, ReadRule } from '../callers/access-rules.ts';

/** @public */
export const PayoutPriority = v.picklist([
  'instant',
  'fast',
  'regular',
  'wire',
  'cross_border',
  'internal',
]);

/**
 * A row: the schema in requests, the schema in responses, the rule for recipients that state the
 * field in a confirm, and the rule for recipients that read it.
 */
const passedOnAs = <
  S extends v.GenericSchema,
  R extends v.GenericSchema,
  const Change extends ChangeRule,
  const Read extends ReadRule,
>(
  stated: () => S,
  returned: () => R,
  change: Change,
  read: Read,
) => passedOnField(stated, returned, { change, read });

const anyText = () => v.string();
const name = () => chosenName(255);
const priority = () => PayoutPriority;
const country = () => Country;
const json = () => JsonObject;

/**
 * The fields of a payout that the switch passes on: stored as the request states them, and
 * returned. A new one is a row here and its words in `descriptions.ts`: requests, responses, stored
 * payouts and the rights of recipients follow.
 */
const passedOnFields = {
  merchant_order_reference_id: passedOnAs(name, anyText, "merchant's", 'shown'),
  return_url: passedOnAs(() => url(2_048), anyText, 'where open', 'shown'),
  business_country: passedOnAs(country, country, "merchant's", 'hidden'),
  business_label: passedOnAs(name, anyText, "merchant's", 'hidden'),
  description: passedOnAs(() => text(8_192), anyText, "merchant's", 'shown'),
  metadata: passedOnAs(json, json, "merchant's", 'hidden'),
  priority: passedOnAs(priority, priority, "merchant's", 'hidden'),
};

export const passedOnInRequests = columnOf(passedOnFields, 'request');
export const passedOnInResponses = columnOf(passedOnFields, 'response');
export const passedOnWithoutValue = columnOf(passedOnFields, 'noValue');
export const passedOnChangeRules = columnOf(passedOnFields, 'change');
export const passedOnReadRules = columnOf(passedOnFields, 'read');
