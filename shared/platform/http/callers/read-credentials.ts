import type { SwitchRequest } from '../edge/switch-request.ts';
import type { Operation } from '../operation/operation.ts';
import { checkPairing, isForBrowsers, sdkAuthorizationOf } from './authenticate.ts';
import type { PresentedCredentials } from './presented-credentials.ts';

/**
 * The credentials that a request presents, before they are verified. Throws `not_authenticated`,
 * `missing_param`, `invalid_request` where they do not fit each other.
 */
export function readCredentials(
  operation: Operation,
  { params, query, body, headers }: SwitchRequest['parsed'] & Pick<SwitchRequest, 'headers'>,
  clock: () => Date,
): PresentedCredentials {
  const sdk = isForBrowsers(operation) ? sdkAuthorizationOf(headers) : undefined;
  const presented: PresentedCredentials = {
    apiKey: sdk?.publishableKey ?? (headers['api-key']?.trim() || undefined),
    clientSecret:
      sdk?.clientSecret ?? textMember(query, 'client_secret') ?? textMember(body, 'client_secret'),
    profileId: headers['x-profile-id']?.trim(),
    pathMerchantId: textMember(params, 'account_id') ?? textMember(params, 'merchant_id'),
    pathCustomerId: textMember(params, 'customer_id'),
    clock,
  };
  checkPairing(operation.auth, presented);
  return presented;
}

function textMember(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const member: unknown = Reflect.get(value, name);
  return typeof member === 'string' ? member : undefined;
}
