import type { ApiRequest } from './http-event.ts';

/**
 * The longest body of a request, in bytes:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
 */
export const maxBodyBytes = 10 * 1024 * 1024;

/**
 * The largest event of a function that is invoked for an answer, and the largest answer, in bytes
 * of JSON: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const maxPayloadBytes = 6 * 1024 * 1024;

export const isTooLarge = (payload: string) => Buffer.byteLength(payload) > maxPayloadBytes;

/**
 * The request line and the values of all headers together, in bytes; their names do not count:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
 */
const maxHeadBytes = 10_240;

export function isHeadTooLarge({ method, url, httpVersion, rawHeaders }: ApiRequest): boolean {
  const line = `${method} ${url} HTTP/${httpVersion}`;
  // Raw headers alternate between names and values. Node.js reads each byte as one character.
  const values = rawHeaders.filter((_, index) => index % 2 === 1).map(({ length }) => length);
  return values.reduce((sum, length) => sum + length, line.length) > maxHeadBytes;
}

/** Node.js refuses larger heads itself, without a body and with the end of the connection. */
export const maxReadableHeadBytes = 64 * 1024;
