import * as v from 'valibot';
import { ownMember } from '#platform/own-member.ts';
import { ProfileLinkConfig } from './link-config.ts';
import { PaymentLinkConfig } from './payment-link-config.ts';

/** A profile's settings for all its payment links; empty without any. */
export function linkSettings(
  profileSettings: Readonly<Record<string, unknown>>,
): Partial<ProfileLinkConfig> {
  // Stored from a parsed request. Settings that an older version stored in another form are
  // ignored.
  const parsed = v.safeParse(ProfileLinkConfig, profileSettings.payment_link_config ?? {});
  return parsed.success ? parsed.output : {};
}

/**
 * The configuration of one payment's page. Each field comes from the payment, else from the variant
 * that it names, else from the profile. An unknown variant is ignored.
 */
export function linkConfigOf(
  profileSettings: Readonly<Record<string, unknown>>,
  terms: Readonly<Record<string, unknown>>,
): Partial<PaymentLinkConfig & Pick<ProfileLinkConfig, 'branding_visibility' | 'debit_creditor'>> {
  const profile = linkSettings(profileSettings);
  const { payment_link_config_id: name } = terms;
  const variants = profile.business_specific_configs ?? {};
  const variant =
    typeof name === 'string' && Object.hasOwn(variants, name)
      ? ownMember(variants, name)
      : undefined;
  const own = v.safeParse(PaymentLinkConfig, terms.payment_link_config ?? {});
  return {
    ...withoutNulls(profile),
    ...withoutNulls(variant),
    ...withoutNulls(own.success ? own.output : undefined),
  };
}

const withoutNulls = (config: object = {}) =>
  Object.fromEntries(Object.entries(config).filter(([, value]) => value != null));
