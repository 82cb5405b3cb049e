import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { environment } from '../../stage.ts';
import { isEphemeralKey, isPublishableKey } from '../authenticate.ts';
import type { Auth, Operation } from '../operation.ts';
import { headersOf } from '../request-headers.ts';
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
export function keyHint({ auth }: Operation, event: APIGatewayProxyEventV2): Hint {
  const headers = headersOf(event);
  const key = headers['api-key']?.trim() ?? '';
  const taken = takenKeys[auth] ?? 'a key';
  const param = 'api-key';
  if (key === '') {
    const from = headers.authorization ? ', and not in `Authorization`' : '';
    return { param, hint: `Send ${taken} in the header \`api-key\`${from}.` };
  }
  const sentKind = kindOf(key);
  if (sentKind !== undefined && !taken.includes(sentKind)) {
    return { param, hint: `Send ${taken}: the key that was sent is of the kind ${sentKind}.` };
  }
  const begin = `${environment()}_`;
  const isSecret = sentKind === 'secret key';
  if (isSecret && !key.startsWith(begin)) {
    return {
      param,
      hint: `Send a key of this environment, which begins with \`${begin}\`: the key that was sent is of another one.`,
    };
  }
  if (sentKind === undefined && taken.includes('secret key')) {
    const isForOperator = taken.includes('admin key');
    return {
      param,
      hint: isForOperator
        ? `Send ${taken}: the key that was sent is neither.`
        : `Send ${taken}, which begins with \`${begin}\` and comes from \`POST /api_keys/{merchant_id}\`; an admin key is not taken here.`,
    };
  }
  return {
    param,
    hint: `Send ${taken}: the key that was sent is unknown, expired, revoked, or belongs to another merchant or profile.`,
  };
}

/** The kind of a key by its beginning; undefined for a key such as the operator's. */
function kindOf(key: string) {
  if (isPublishableKey(key)) return 'publishable key';
  if (isEphemeralKey(key)) return 'ephemeral key';
  return /^[a-z]{3}_/.test(key) ? 'secret key' : undefined;
}
