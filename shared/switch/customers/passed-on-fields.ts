import * as v from 'valibot';
import { columnOf } from '#platform/column-of.ts';
import { passedOnField } from '#platform/passed-on.ts';
import { JsonObject, Metadata, text } from '#platform/schema.ts';

/** What a deletion does: texts about a person are overwritten. */
type Redaction = 'overwritten' | 'stays';

const passedOnAs = <S extends v.GenericSchema, R extends v.GenericSchema>(
  stated: () => S,
  returned: () => R,
  redaction: Redaction,
) => passedOnField(stated, returned, { redaction });

/**
 * The merchant's notes on a customer: stored and returned as stated, and changed by an update. A
 * new one is a row here, with its schemas in requests and in responses, and its words in
 * `descriptions.ts`: requests, responses, stored customers and deletion follow.
 */
const passedOnFields = {
  description: passedOnAs(
    () => v.pipe(v.string(), v.trim(), text(255, 1)),
    () => v.string(),
    'overwritten',
  ),
  metadata: passedOnAs(
    () => Metadata,
    () => JsonObject,
    'stays',
  ),
};

export const passedOnInRequests = columnOf(passedOnFields, 'request');
export const passedOnInResponses = columnOf(passedOnFields, 'response');
export const passedOnInItems = columnOf(passedOnFields, 'stored');
export const passedOnWithoutValue = columnOf(passedOnFields, 'noValue');
export const passedOnRedaction = columnOf(passedOnFields, 'redaction');
