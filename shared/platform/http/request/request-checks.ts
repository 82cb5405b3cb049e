import * as v from 'valibot';
import { SwitchError } from '../../errors.ts';
import type { EdgeServices, HttpEvent, Incoming } from '../edge/edge-policy.ts';
import type { Route } from '../operation/route.ts';
import { bytesOf, charsetProblem, compressionOf } from './body-encoding.ts';
import { duplicateMember } from './duplicate-member.ts';
import { checkJsonLimits } from './json-limits.ts';
import { roundedNumber } from './rounded-number.ts';

// The checks of a request that policies put into their order. Each throws a SwitchError, which a
// service with errors of its own translates.

type Sent = Incoming<Route, EdgeServices>;
type Facts = Pick<Sent, 'operation' | 'event'>;

/** Whether a body is JSON. A text stays as it was sent, and a body that is not read may be anything. */
export const takesJson = ({ body, bodyAs = 'json' }: Pick<Route, 'body' | 'bodyAs'>): boolean =>
  body !== undefined && bodyAs === 'json';

/** Whether an optional body is missing. */
export const isBodyOmitted = ({ operation: { body }, event }: Facts): boolean =>
  body?.type === 'optional' && textOf(event).trim() === '';

export const textOf = (event: HttpEvent): string => bytesOf(event).toString('utf8');

/** Throws `body_too_large` above the operation's own limit, or that of its service. Both in bytes. */
export const size =
  (limitOf: (isForm: boolean) => number, sizeOf: (event: HttpEvent, isForm: boolean) => number) =>
  ({ operation: { bodyAs, bodyLimit }, event }: Facts): void => {
    const isForm = bodyAs === 'form';
    const size = sizeOf(event, isForm);
    const limit = bodyLimit ?? limitOf(isForm);
    if (size > limit) throw new SwitchError('body_too_large', { size, limit });
  };

/** Throws `unsupported_encoding` for a compressed body that would be read. */
export function encoding({ operation: { body, bodyAs }, event }: Facts): void {
  const encoding = (body || bodyAs === 'bytes') && compressionOf(event);
  if (encoding) throw new SwitchError('unsupported_encoding', { encoding });
}

/** Throws `invalid_body` for a text of JSON that is not UTF-8. */
export function charset({ operation, event }: Facts): void {
  const detail = takesJson(operation) && charsetProblem(event);
  if (detail) throw new SwitchError('invalid_body', { detail });
}

/** Throws `invalid_body` for JSON that two readers may read in two ways. */
export function ambiguity({ operation, event }: Facts): void {
  if (!takesJson(operation)) return;
  const text = textOf(event);
  const duplicate = duplicateMember(text);
  const detail = duplicate
    ? `duplicate field \`${duplicate.slice(0, 64)}\``
    : roundedNumber(text) !== undefined && 'number out of range';
  if (detail) throw new SwitchError('invalid_body', { detail });
}

/** Throws `invalid_content_type` for a body of JSON whose media type is another. */
export const mediaType =
  (json: RegExp, isMissing: (facts: Facts) => boolean) =>
  (incoming: Sent): void => {
    const { operation, headers } = incoming;
    if (!takesJson(operation) || isMissing(incoming)) return;
    if (!json.test(headers['content-type'] ?? '')) throw new SwitchError('invalid_content_type');
  };

/** Reads a body of JSON. Throws `invalid_body`. */
export const json =
  (reviver?: (name: string, value: unknown) => unknown) =>
  (incoming: Sent): void => {
    if (!takesJson(incoming.operation)) return;
    const { event, sent } = incoming;
    if (isBodyOmitted(incoming)) {
      sent.body = undefined;
      return;
    }
    try {
      sent.body = JSON.parse(textOf(event), reviver);
    } catch (error) {
      if (error instanceof SwitchError) throw error;
      throw new SwitchError('invalid_body', { detail: 'expected value' });
    }
  };

/** Throws `invalid_body` for JSON that DynamoDB cannot store unchanged. */
export function jsonLimits({ operation, sent }: Pick<Sent, 'operation' | 'sent'>): void {
  if (takesJson(operation)) checkJsonLimits(sent.body);
}

type Issues = readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]];

/**
 * The check that parses one part of a request by its schema.
 *
 * @param limited the schema with the limits of the service
 */
export const parsedBy =
  <O extends Route>(
    limited: (schema: v.GenericSchema) => v.GenericSchema,
    config?: { readonly abortEarly: boolean },
  ) =>
  (
    part: 'params' | 'query' | 'body',
    refusal: (issues: Issues, schema: v.GenericSchema, operation: O, sent: unknown) => Error,
  ) =>
  ({ operation, sent, parsed }: Incoming<O, EdgeServices>): void => {
    const schema = operation[part];
    if (!schema) return;
    const result = v.safeParse(limited(schema), sent[part], config);
    if (!result.success) throw refusal(result.issues, schema, operation, sent[part]);
    parsed[part] = result.output;
  };
