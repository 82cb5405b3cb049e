import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { environment } from '../../stage.ts';
import { acceptedKeyKinds, kindOfKey } from '../callers/authenticate.ts';
import { isOperatorKey } from '../callers/operator-key.ts';
import { type Auth, mayBeAdmin, type Operation } from '../operation/operation.ts';
import { headersOf } from '../request/request-headers.ts';
import type { Hint } from './hint.ts';

/** The keys that an operation takes, in the words of a hint. */
const takenKeys: Readonly<Partial<Record<Auth, string>>> = {
  'admin key': "the operator's admin key",
  'merchant of the path': "a secret key of the merchant in the path, or the operator's admin key",
  'secret key': "the merchant's secret key",
  'secret key or client secret':
    "the merchant's secret key, or its publishable key with the `client_secret` of the payment",
  'client secret': 'the publishable key, with the `client_secret` of the payment',
  'publishable key': 'the publishable key',
  'secret key or ephemeral key': "the merchant's secret key, or an ephemeral key of the customer",
  'secret key, client secret or ephemeral key':
    "the merchant's secret key, its publishable key with a `client_secret`, or an ephemeral key",
};

/** Which key to send, and where, after a request whose key was refused. Never repeats the key. */
export function keyHint({ auth }: Pick<Operation, 'auth'>, event: APIGatewayProxyEventV2): Hint {
  const headers = headersOf(event);
  const key = headers['api-key']?.trim() ?? '';
  const taken = takenKeys[auth] ?? 'a key';
  const hint =
    key === ''
      ? `Send ${taken} in the header \`api-key\`${headers.authorization ? ', and not in `Authorization`' : ''}.`
      : `Send ${taken}: ${faultOf(key, auth)}.`;
  return { param: 'api-key', hint };
}

/** The probable fault of a key that was refused. */
function faultOf(key: string, auth: Auth): string {
  const kinds = acceptedKeyKinds[auth] ?? [];
  const kind = kindOfKey(key);
  const begin = `${environment()}_`;
  const isNamed = isOperatorKey(key);
  // Operators choose the key that they share, which has no such beginning.
  const isOperators = isNamed || (kind === 'secret' && !/^[a-z]{3}_/.test(key));
  if (isOperators && !mayBeAdmin(auth)) {
    return `an admin key is not taken here; a secret key begins with \`${begin}\` and comes from \`POST /api_keys/{merchant_id}\``;
  }
  if (!isOperators && !kinds.includes(kind)) return `the sent key is of the kind ${kind} key`;
  const wanted = isNamed ? `opk_${begin}` : begin;
  if ((isNamed || (!isOperators && kind === 'secret')) && !key.startsWith(wanted)) {
    return `the sent key is of another environment, and a key of this one begins with \`${wanted}\``;
  }
  return 'the sent key is unknown, expired, revoked, or belongs to another merchant or profile';
}
