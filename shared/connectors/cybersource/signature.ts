import { createHash, createHmac } from 'node:crypto';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import type { ExchangeAccount } from '../interface/exchange.ts';

/**
 * The headers that name the sender of a request, and prove that nothing in it was changed: method,
 * host, path, time, merchant and, of a request with a body, its bytes. Throws for credentials that
 * are no key id, merchant id and shared secret in base64.
 */
export function signedHeaders(
  { method, url, body }: Pick<HttpRequest, 'method' | 'url' | 'body'>,
  { credentials }: Pick<ExchangeAccount, 'credentials'>,
  now: Date,
): Readonly<Record<string, string>> {
  if (credentials.auth_type !== 'SignatureKey') throw new Error('Cybersource takes SignatureKey.');
  const { api_key: keyId, key1: merchantId, api_secret: secret } = credentials;
  const { host, pathname, search } = new URL(url);
  const digest = body === undefined ? undefined : `SHA-256=${sha256(body)}`;
  const signed: readonly (readonly [string, string])[] = [
    ['host', host],
    ['date', now.toUTCString()],
    ['(request-target)', `${method.toLowerCase()} ${pathname}${search}`],
    ...(digest === undefined ? [] : ([['digest', digest]] as const)),
    ['v-c-merchant-id', merchantId],
  ];
  const text = signed.map(([name, value]) => `${name}: ${value}`).join('\n');
  const signature = createHmac('sha256', Buffer.from(secret, 'base64')).update(text, 'utf8');
  return {
    date: now.toUTCString(),
    ...(digest !== undefined && { digest }),
    'v-c-merchant-id': merchantId,
    signature: [
      `keyid="${keyId}"`,
      'algorithm="HmacSHA256"',
      `headers="${signed.map(([name]) => name).join(' ')}"`,
      `signature="${signature.digest('base64')}"`,
    ].join(', '),
  };
}

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('base64');
