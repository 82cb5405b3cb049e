import { createHash } from 'node:crypto';
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
  // The same address answers each key with its own.
  const vary = 'api-key, authorization';
  const kept = { etag, 'cache-control': 'private, no-cache', vary };
  const known = (headers['if-none-match'] ?? '').split(',').map((one) => one.trim());
  if (known.includes(etag) || known.includes('*')) {
    // The coding is that of the whole answer, which is packed once it is complete.
    const headers = { ...kept, vary: `${vary}, accept-encoding` };
    return rawResponse({ status: 304, headers, body: '' });
  }
  return rawResponse({
    status: 200,
    headers: { ...kept, 'content-type': 'application/json' },
    body: text,
  });
}
