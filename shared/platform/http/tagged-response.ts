import { createHash } from 'node:crypto';
import { zlib } from '../zlib.ts';
import { type RawResponse, rawResponse } from './raw-response.ts';

/**
 * A JSON answer that a browser may keep and has to ask about each time. A browser that has it
 * already gets 304 and no body.
 *
 * @param headers of the request, with names in lower case
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match
 */
export function taggedResponse(
  body: unknown,
  headers: Readonly<Record<string, string>>,
): RawResponse {
  const text = JSON.stringify(body);
  // Weak, since it is the same for a compressed answer.
  const etag = `W/"${createHash('sha256').update(text).digest('base64url')}"`;
  const kept = {
    etag,
    'cache-control': 'private, no-cache',
    // The same address answers each key with its own.
    vary: 'api-key, authorization, accept-encoding',
  };
  const known = (headers['if-none-match'] ?? '').split(',').map((one) => one.trim());
  if (known.includes(etag) || known.includes('*'))
    return rawResponse({ status: 304, headers: kept, body: '' });
  const whole = { ...kept, 'content-type': 'application/json' };
  if (!takesGzip(headers['accept-encoding']))
    return rawResponse({ status: 200, headers: whole, body: text });
  return rawResponse({
    status: 200,
    headers: { ...whole, 'content-encoding': 'gzip' },
    body: zlib.gzipSync(text).toString('base64'),
    isBase64: true,
  });
}

/** Whether the browser takes an answer that is compressed so; the gateway compresses none. */
const takesGzip = (accepted = ''): boolean =>
  accepted.split(',').some((one) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0+)?\s*$)|$)/.test(one));
