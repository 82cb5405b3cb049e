import { gzipSync } from 'node:zlib';
import { type RawResponse, rawResponse } from '#platform/http/raw-response.ts';
import type { BuiltFile } from './built-pages.ts';

/** The response with a file, compressed when the browser accepts it. */
export function assetResponse(
  { contentType, text }: BuiltFile,
  requestHeaders: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
): RawResponse {
  const isPacked = /\bgzip\b/.test(requestHeaders['accept-encoding'] ?? '');
  return rawResponse({
    status: 200,
    headers: {
      'content-type': contentType,
      vary: 'accept-encoding',
      ...(isPacked && { 'content-encoding': 'gzip' }),
      ...headers,
    },
    body: isPacked ? gzipSync(text).toString('base64') : text,
    ...(isPacked && { isBase64: true }),
  });
}
