import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { SwitchError } from '../errors.ts';
import { bytesOf, charsetProblem, compressionOf } from './body-encoding.ts';
import { checkNoCardNumbers } from './card-numbers-in-body.ts';
import { duplicateMember } from './duplicate-member.ts';
import { formLimit, readForm } from './form.ts';
import { checkJsonLimits } from './json-limits.ts';
import type { Operation } from './operation.ts';
import { roundedNumber } from './rounded-number.ts';

/** The largest accepted body, in bytes. */
export const bodyLimit = 32_768;

/**
 * A text stays as it was sent. A body that the operation does not read may be anything, such as a
 * form.
 */
export const takesJson = ({ body, bodyAs = 'json' }: Operation) =>
  body !== undefined && bodyAs === 'json';

/** Whether an optional body is missing. */
export const isBodyOmitted = ({ body }: Operation, event: APIGatewayProxyEventV2) =>
  body?.type === 'optional' && textOf(event).trim() === '';

/**
 * Checks a body before it is parsed. Throws `body_too_large`, `unsupported_encoding`,
 * `invalid_body`.
 */
export function checkBodyText(operation: Operation, event: APIGatewayProxyEventV2): void {
  const isForm = operation.bodyAs === 'form';
  const text = isForm ? '' : textOf(event);
  const size = isForm ? bytesOf(event).length : Buffer.byteLength(text);
  const limit = isForm ? formLimit : (operation.bodyLimit ?? bodyLimit);
  if (size > limit) throw new SwitchError('body_too_large', { size, limit });
  const encoding = operation.body && compressionOf(event);
  if (encoding) throw new SwitchError('unsupported_encoding', { encoding });
  if (!takesJson(operation)) return;
  const wrongCharset = charsetProblem(event);
  if (wrongCharset) throw new SwitchError('invalid_body', { detail: wrongCharset });
  const duplicate = duplicateMember(text);
  if (duplicate)
    throw new SwitchError('invalid_body', {
      detail: `duplicate field \`${duplicate.slice(0, 64)}\``,
    });
  if (roundedNumber(text) !== undefined) {
    throw new SwitchError('invalid_body', { detail: 'number out of range' });
  }
}

/**
 * The body in the form that the operation takes, before its schema parses it. JSON is parsed
 * already. Throws `invalid_body`.
 */
export async function readBody(
  operation: Operation,
  event: APIGatewayProxyEventV2,
  contentType: string | undefined,
): Promise<unknown> {
  if (takesJson(operation)) checkJson(event.body, operation);
  if (operation.bodyAs === 'form') return readForm(bytesOf(event), contentType);
  return operation.bodyAs === 'text' ? textOf(event) : event.body;
}

/** Checks a parsed JSON body. */
function checkJson(body: unknown, operation: Operation) {
  if (Array.isArray(body) && operation.body?.type !== 'array') {
    throw new SwitchError('invalid_body', { detail: 'invalid type: sequence, expected a map' });
  }
  checkJsonLimits(body);
  checkNoCardNumbers(body);
}

/** The error of a request whose JSON cannot be parsed: the parser throws HTTP statuses. */
export function parserError(error: unknown): unknown {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 415) return new SwitchError('invalid_content_type');
  if (status === 422) {
    return new SwitchError('invalid_body', { detail: forbiddenMember(error) ?? 'expected value' });
  }
  return error;
}

/** A member whose name would change an object's prototype, which the body parser refuses. */
function forbiddenMember(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.message !== 'Forbidden key in JSON body') return undefined;
  const name: unknown = Reflect.get(Object(error.cause), 'data');
  return typeof name === 'string' && name ? `a member is called \`${name}\`` : undefined;
}

const textOf = (event: APIGatewayProxyEventV2) => bytesOf(event).toString('utf8');
