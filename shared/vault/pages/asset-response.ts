import { packed } from '#platform/http/response/content-coding.ts';
import { type RawResponse, rawResponse } from '#platform/http/response/raw-response.ts';
import type { BuiltFile } from './built-pages.ts';

/** The response with a file, which holds no secret, compressed when the browser accepts it. */
export function assetResponse(
  { contentType, text }: BuiltFile,
  requestHeaders: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
): RawResponse {
  const { isBase64Encoded, ...answer } = packed(requestHeaders['accept-encoding'], {
    headers: { 'content-type': contentType, ...headers },
    body: text,
    isBase64Encoded: false,
  });
  return rawResponse({ status: 200, ...answer, isBase64: isBase64Encoded });
}
