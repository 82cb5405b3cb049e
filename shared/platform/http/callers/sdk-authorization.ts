import { SwitchError } from '../../errors.ts';

/**
 * The credentials that a client library may send instead of a key and a client secret: one text
 * with both.
 */
export interface SdkAuthorization {
  readonly profileId: string;
  readonly publishableKey: string;
  readonly clientSecret: string;
}

/** Base64 of `name=value` pairs, joined by commas, which client libraries send back to us. */
export const sdkAuthorization = ({ profileId, publishableKey, clientSecret }: SdkAuthorization) =>
  Buffer.from(
    `profile_id=${profileId},publishable_key=${publishableKey},client_secret=${clientSecret}`,
  ).toString('base64');

/** Reads a text of `sdkAuthorization`. Throws `not_authenticated` for anything else. */
export function readSdkAuthorization(header: string): SdkAuthorization {
  const text = Buffer.from(header, 'base64').toString('utf8');
  const pairs = new URLSearchParams(text.replaceAll(',', '&'));
  const [profileId, publishableKey, clientSecret] = [
    pairs.get('profile_id'),
    pairs.get('publishable_key'),
    pairs.get('client_secret'),
  ];
  if (pairs.size !== 3 || !profileId || !publishableKey || !clientSecret)
    throw new SwitchError('not_authenticated');
  return { profileId, publishableKey, clientSecret };
}
