import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import { chosenName, given, text } from '#platform/schema.ts';
import { orNull } from '#vocabulary/or-null.ts';
import { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { debitCreditorSchema } from './debit-creditor-schema.ts';
import { PaymentLinkConfig } from './payment-link-config.ts';

/** The look and the domain of a page that the switch hosts. */
const linkFields = {
  logo: orNull(text(255)),
  merchant_name: orNull(chosenName(255)),
  theme: orNull(text(255)),
  domain_name: orNull(v.string()),
  allowed_domains: v.array(v.string()),
};

/** The page that collects a payment method for a payout. */
export const CollectLinkConfig = v.object({
  ...linkFields,
  enabled_payment_methods: v.array(
    v.object({ payment_method: PaymentMethod, payment_method_types: v.array(PaymentMethodType) }),
  ),
});
export type CollectLinkConfig = v.InferOutput<typeof CollectLinkConfig>;

/** The page on which a recipient requests a payout. */
export const PayoutLinkConfig = v.object({
  ...linkFields,
  form_layout: orNull(v.picklist(['tabs', 'journey'])),
  payout_test_mode: orNull(v.boolean()),
});
export type PayoutLinkConfig = v.InferOutput<typeof PayoutLinkConfig>;

/** The payment page, with named variants. */
export const ProfileLinkConfig = v.object({
  ...PaymentLinkConfig.entries,
  domain_name: orNull(v.string()),
  allowed_domains: orNull(v.array(v.string())),
  business_specific_configs: orNull(v.record(v.string(), PaymentLinkConfig)),
  branding_visibility: orNull(v.boolean()),
  debit_creditor: given(v.lazy(debitCreditorSchema)),
});
export type ProfileLinkConfig = v.InferOutput<typeof ProfileLinkConfig>;

/**
 * Refuses invalid domains, and a `domain_name` without the `allowed_domains` that may embed the
 * page. Throws `invalid_request` with the field that contains the configuration.
 */
export function checkLinkDomains(
  field: 'payment_link_config' | 'payout_link_config' | 'pm_collect_link_config',
  config: Pick<ProfileLinkConfig, 'domain_name' | 'allowed_domains'>,
) {
  const refuse = (what: string): never => {
    throw new SwitchError('invalid_request', { message: `Invalid ${what} received in ${field}` });
  };
  const { domain_name, allowed_domains } = config;
  if (domain_name !== null && !host().test(domain_name)) refuse('host domain name');
  if (domain_name !== null && allowed_domains === null) refuse('allowed domain names');
  if (allowed_domains?.some((pattern) => !hostPattern().test(pattern))) {
    refuse('allowed domain names');
  }
}

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const host = () => new RegExp(`^(?=.{1,253}$)${label}(?:\\.${label})+$`);

/** A host, each label of which may be `*`, with an optional scheme and port. */
const hostPattern = () =>
  new RegExp(`^(?=.{1,270}$)(?:https?://)?(?:\\*|${label})(?:\\.(?:\\*|${label}))*(?::\\d{1,5})?$`);
