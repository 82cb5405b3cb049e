import * as v from 'valibot';
import { columnOf } from '#platform/column-of.ts';
import { passedOnField } from '#platform/passed-on.ts';
import { JsonObject, Metadata, text } from '#platform/schema.ts';

/**
 * A row: the schema in requests, the schema in responses, the rule for the customer's own device
 * that reads the field with an ephemeral key, and the effect of a deletion: texts about a person
 * are overwritten.
 */
const passedOnAs = <
  S extends v.GenericSchema,
  R extends v.GenericSchema,
  const Read extends 'shown' | 'hidden',
>(
  stated: () => S,
  returned: () => R,
  read: Read,
  deletion: 'overwritten' | 'stays',
) => passedOnField(stated, returned, { read, deletion });

/**
 * The merchant's notes on a customer: stored and returned as stated, and changed by an update. A
 * new one is a row here, with its schemas in requests and in responses, and its words in
 * `descriptions.ts`: requests, responses, stored customers, deletion and the rights of devices follow.
 */
const passedOnFields = {
  description: passedOnAs(
    () => v.pipe(v.string(), v.trim(), text(255, 1)),
    () => v.string(),
    'hidden',
    'overwritten',
  ),
  metadata: passedOnAs(
    () => Metadata,
    () => JsonObject,
    'hidden',
    'stays',
  ),
};

export const passedOnInRequests = columnOf(passedOnFields, 'request');
export const passedOnInResponses = columnOf(passedOnFields, 'response');
export const passedOnInItems = columnOf(passedOnFields, 'stored');
export const passedOnWithoutValue = columnOf(passedOnFields, 'noValue');
export const passedOnReadRules = columnOf(passedOnFields, 'read');
export const passedOnAtDeletion = columnOf(passedOnFields, 'deletion');
