import { SwitchError } from '../../errors.ts';
import { subjectIn, withSubject } from '../../log-subject.ts';
import { traceRequest } from '../../traces/trace.ts';
import { addressSubject, callerAddress } from '../callers/caller-address.ts';
import type { Operation } from '../operation/operation.ts';
import { bytesOf } from '../request/body-encoding.ts';
import { checkNoCardNumbers } from '../request/card-numbers-in-body.ts';
import { formLimit, readForm } from '../request/form.ts';
import * as checks from '../request/request-checks.ts';
import { withLimits } from '../request/with-limits.ts';
import { errorResponse } from '../response/error-response.ts';
import { describeIssue, schemaHint } from '../response/refusals.ts';
import { admit } from './admit-caller.ts';
import type { EdgePolicy } from './edge-policy.ts';
import { completeAnswer, requestIdOf } from './switch-answer.ts';
import type { SwitchEdge, SwitchRequest } from './switch-request.ts';

/** The largest accepted body, in bytes. */
export const bodyLimit = 32_768;

const parsed = checks.parsedBy<Operation>(withLimits, { abortEarly: true });

/** The edge of the switch, and of the sandbox processor: a request is parsed before its key is read. */
export const switchPolicy: EdgePolicy<Operation, SwitchEdge> = {
  requestId: requestIdOf,
  address: ({ requestContext }, headers) => callerAddress(requestContext, headers),
  within: ({ event, operation, sourceIp }, work) =>
    withSubject(addressSubject(sourceIp), () => traceRequest(operation.name, event.headers, work)),
  early: [
    checks.size(
      (isForm) => (isForm ? formLimit : bodyLimit),
      (event, isForm) => (isForm ? bytesOf(event).length : Buffer.byteLength(checks.textOf(event))),
    ),
    checks.encoding,
    checks.charset,
    checks.ambiguity,
    checks.mediaType(/^application\/([a-z0-9.+-]+\+)?json(;|$)/i, checks.isBodyOmitted),
    checks.json(refusePrototypes),
  ],
  checks: [
    // A path whose ids are malformed names no object.
    parsed(
      'params',
      (_, __, { notFound = 'unrecognized_route' }) => new SwitchError(notFound, { id: '' }),
    ),
    parsed('query', invalid('invalid_query')),
    list,
    checks.jsonLimits,
    cardNumbers,
    otherForms,
    parsed('body', invalid('invalid_body')),
    admit,
  ],
  subjectOf: subjectIn,
  refuse: errorResponse,
  complete: completeAnswer,
  logsColdStarts: true,
};

function invalid(kind: 'invalid_query' | 'invalid_body'): Parameters<typeof parsed>[1] {
  return ([issue], schema) =>
    new SwitchError(kind, { detail: describeIssue(issue), ...schemaHint(schema, issue) });
}

/** Refuses a member whose name would change an object's prototype. Throws `invalid_body`. */
function refusePrototypes(name: string, value: unknown): unknown {
  const isForbidden =
    name === '__proto__' || (name === 'constructor' && value && Object.hasOwn(value, 'prototype'));
  if (isForbidden)
    throw new SwitchError('invalid_body', { detail: `a member is called \`${name}\`` });
  return value;
}

/** Refuses a list where the operation takes an object. Throws `invalid_body`. */
function list({ operation, sent }: SwitchRequest): void {
  if (checks.takesJson(operation) && Array.isArray(sent.body) && operation.body?.type !== 'array') {
    throw new SwitchError('invalid_body', { detail: 'invalid type: sequence, expected a map' });
  }
}

function cardNumbers({ operation, sent }: SwitchRequest): void {
  if (checks.takesJson(operation)) checkNoCardNumbers(sent.body);
}

/** Reads a body that is no JSON in the form that the operation takes. Throws `invalid_body`. */
async function otherForms({ operation, event, headers, sent }: SwitchRequest): Promise<void> {
  const { bodyAs } = operation;
  if (bodyAs === 'form') sent.body = await readForm(bytesOf(event), headers['content-type']);
  if (bodyAs === 'text') sent.body = checks.textOf(event);
}
