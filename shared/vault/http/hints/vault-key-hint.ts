import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Hint } from '#platform/http/hints/hint.ts';
import { headersOf } from '#platform/http/request/request-headers.ts';
import type { VaultOperation } from '../vault-operation.ts';

/**
 * Which credential to send, and where, after a request without a valid one. It follows from the form
 * of the sent key and from nothing that is stored. Never repeats the key.
 */
export function vaultKeyHint(
  { auth }: Pick<VaultOperation, 'auth'>,
  event: APIGatewayProxyEventV2,
): Hint {
  const headers = headersOf(event);
  if (auth === 'session token') {
    return {
      param: 'authorization',
      hint: 'Send the header `Authorization: Bearer`, followed by the session token.',
    };
  }
  const queryKey = event.queryStringParameters?.api_key;
  const key = queryKey ?? headers['api-key']?.trim() ?? '';
  const taken =
    auth === 'api key or admin key'
      ? "an API key of the vault, or the operator's admin key"
      : 'an API key of the vault';
  const hint =
    key === ''
      ? `Send ${taken} in the header \`api-key\`${headers.authorization ? ', and not in `Authorization`' : ''}.`
      : `Send ${taken}: ${faultOf(key)}.`;
  return { param: queryKey === undefined ? 'api-key' : 'api_key', hint };
}

/** Beginnings of other credentials, with their names. */
const otherKeys: readonly (readonly [RegExp, string])[] = [
  [/^pk_/, "a publishable key of the switch's API"],
  [/^epk_/, "an ephemeral key of the switch's API"],
  [/^(?:snd|prd|dev|integ)_/, "a secret key of the switch's API"],
  [/^stk_/, 'a session token, which opens only pages'],
];

/** The probable fault of a key that was refused. */
function faultOf(key: string): string {
  const other = otherKeys.find(([form]) => form.test(key));
  if (other) return `the sent key is ${other[1]}, and a key of the vault begins with \`vk_\``;
  if (!key.startsWith('vk_')) {
    return 'the sent key is unknown; a key of the vault begins with `vk_`, and an admin key is taken only in the header of `POST /api/v1/api_keys`';
  }
  return /^vk_[\w-]{43}$/.test(key)
    ? 'the sent key is unknown, revoked, or of another environment'
    : 'the sent key has a wrong length, because 43 characters follow `vk_`';
}
