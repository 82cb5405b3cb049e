import * as v from 'valibot';
import { SwitchError } from '../errors.ts';
import { JsonObject, text } from '../schema.ts';
import { orNull } from '../vocabulary/or-null.ts';
import { PaymentMethod, PaymentMethodType } from '../vocabulary/payment-methods.ts';

/** How a page that we host looks, and under which domain. */
const linkFields = {
  logo: orNull(text(255)),
  merchant_name: orNull(text(255)),
  theme: orNull(text(255)),
  domain_name: orNull(v.string()),
  allowed_domains: v.array(v.string()),
};

/** The page on which a payment method is collected for a payout. */
export const CollectLinkConfig = v.object({
  ...linkFields,
  enabled_payment_methods: v.array(
    v.object({ payment_method: PaymentMethod, payment_method_types: v.array(PaymentMethodType) }),
  ),
});
export type CollectLinkConfig = v.InferOutput<typeof CollectLinkConfig>;

/** The page on which a payout is asked for. */
export const PayoutLinkConfig = v.object({
  ...linkFields,
  form_layout: orNull(v.picklist(['tabs', 'journey'])),
  payout_test_mode: orNull(v.boolean()),
});
export type PayoutLinkConfig = v.InferOutput<typeof PayoutLinkConfig>;

const StyleRules = v.record(v.string(), v.record(v.string(), v.string()));

const paymentLinkFields = {
  theme: orNull(text(255)),
  logo: orNull(text(255)),
  seller_name: orNull(text(255)),
  sdk_layout: orNull(text(255)),
  display_sdk_only: orNull(v.boolean()),
  enabled_saved_payment_method: orNull(v.boolean()),
  hide_card_nickname_field: orNull(v.boolean()),
  show_card_form_by_default: orNull(v.boolean()),
  transaction_details: orNull(
    v.array(
      v.object({
        key: text(255),
        value: text(255),
        ui_configuration: orNull(
          v.object({
            position: orNull(v.pipe(v.number(), v.safeInteger())),
            is_key_bold: orNull(v.boolean()),
            is_value_bold: orNull(v.boolean()),
          }),
        ),
      }),
    ),
  ),
  background_image: orNull(
    v.object({
      url: v.string(),
      position: orNull(
        v.picklist([
          'left',
          'top left',
          'top',
          'top right',
          'right',
          'bottom right',
          'bottom',
          'bottom left',
          'center',
        ]),
      ),
      size: orNull(v.unknown()),
    }),
  ),
  details_layout: orNull(v.picklist(['layout1', 'layout2'])),
  payment_button_text: orNull(v.string()),
  payment_button_colour: orNull(v.string()),
  payment_button_text_colour: orNull(v.string()),
  custom_message_for_card_terms: orNull(v.string()),
  custom_message_for_payment_method_types: orNull(v.array(JsonObject)),
  skip_status_screen: orNull(v.boolean()),
  background_colour: orNull(v.string()),
  sdk_ui_rules: orNull(StyleRules),
  payment_link_ui_rules: orNull(StyleRules),
  enable_button_only_on_form_ready: orNull(v.boolean()),
  payment_form_header_text: orNull(v.string()),
  payment_form_label_type: orNull(v.picklist(['above', 'floating', 'never'])),
  show_card_terms: orNull(v.picklist(['always', 'auto', 'never'])),
  is_setup_mandate_flow: orNull(v.boolean()),
  color_icon_card_cvc_error: orNull(v.string()),
  show_merchant_name: orNull(v.boolean()),
};

/** The page on which a payment is made, with variants by name. */
export const PaymentLinkConfig = v.object({
  ...paymentLinkFields,
  domain_name: orNull(v.string()),
  allowed_domains: orNull(v.array(v.string())),
  business_specific_configs: orNull(v.record(v.string(), v.object(paymentLinkFields))),
  branding_visibility: orNull(v.boolean()),
});
export type PaymentLinkConfig = v.InferOutput<typeof PaymentLinkConfig>;

/**
 * Refuses domains that are none, and a domain of its own without the domains that may show the page.
 * Throws `invalid_request`, which names the field the configuration stands in.
 */
export function checkLinkDomains(
  field: 'payment_link_config' | 'payout_link_config' | 'pm_collect_link_config',
  config: Pick<PaymentLinkConfig, 'domain_name' | 'allowed_domains'>,
) {
  const refuse = (what: string): never => {
    throw new SwitchError('invalid_request', { message: `Invalid ${what} received in ${field}` });
  };
  const { domain_name, allowed_domains } = config;
  if (domain_name !== null && !host.test(domain_name)) refuse('host domain name');
  if (domain_name !== null && allowed_domains === null) refuse('allowed domain names');
  if (allowed_domains?.some((pattern) => !hostPattern.test(pattern))) {
    refuse('allowed domain names');
  }
}

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const host = new RegExp(`^(?=.{1,253}$)${label}(?:\\.${label})+$`);

/** A host, each label of which may be `*`, with an optional scheme and port. */
const hostPattern = new RegExp(
  `^(?=.{1,270}$)(?:https?://)?(?:\\*|${label})(?:\\.(?:\\*|${label}))*(?::\\d{1,5})?$`,
);
