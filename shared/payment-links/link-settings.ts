import * as v from 'valibot';
import { PaymentLinkConfig } from '../payments/request/payment-link-config.ts';
import { ProfileLinkConfig } from '../profiles/link-config.ts';

/** What a profile says of all its payment links; nothing of it where it says nothing. */
export function linkSettings(
  profileSettings: Readonly<Record<string, unknown>>,
): Partial<ProfileLinkConfig> {
  // Stored from a parsed request; what an older switch stored otherwise counts for nothing.
  const parsed = v.safeParse(ProfileLinkConfig, profileSettings.payment_link_config ?? {});
  return parsed.success ? parsed.output : {};
}

/**
 * How the page of one payment looks. For each field the payment's own word counts before that of the
 * variant it names, and that before the profile's; a variant that is not there is passed over.
 */
export function linkConfigOf(
  profileSettings: Readonly<Record<string, unknown>>,
  terms: Readonly<Record<string, unknown>>,
): Partial<PaymentLinkConfig & Pick<ProfileLinkConfig, 'branding_visibility'>> {
  const profile = linkSettings(profileSettings);
  const { payment_link_config_id: name } = terms;
  const variants = profile.business_specific_configs ?? {};
  const variant =
    typeof name === 'string' && Object.hasOwn(variants, name) ? variants[name] : undefined;
  const own = v.safeParse(PaymentLinkConfig, terms.payment_link_config ?? {});
  return {
    ...withoutNulls(profile),
    ...withoutNulls(variant),
    ...withoutNulls(own.success ? own.output : undefined),
  };
}

const withoutNulls = (config: object = {}) =>
  Object.fromEntries(Object.entries(config).filter(([, value]) => value != null));
