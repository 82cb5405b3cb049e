import * as v from 'valibot';
import { columnOf } from '#platform/column-of.ts';
import { passedOnField } from '#platform/passed-on.ts';
import { JsonObject, Metadata, text } from '#platform/schema.ts';

/**
 * The merchant's notes on a refund: stored and returned as stated, and changed by an update. A new
 * one is a row here, with its schemas in requests and in responses, and its words in
 * `descriptions.ts`: requests, responses and stored refunds follow.
 */
const passedOnFields = {
  reason: passedOnField(
    () => text(255),
    () => v.string(),
    {},
  ),
  metadata: passedOnField(
    () => Metadata,
    () => JsonObject,
    {},
  ),
};

export const passedOnInRequests = columnOf(passedOnFields, 'request');
export const passedOnInResponses = columnOf(passedOnFields, 'response');
export const passedOnInItems = columnOf(passedOnFields, 'stored');
export const passedOnWithoutValue = columnOf(passedOnFields, 'noValue');
