import * as v from 'valibot';
import { integer, JsonObject, text } from '#platform/schema.ts';
import { appearanceSchema } from '#vocabulary/appearance-schema.ts';
import { orNull } from '#vocabulary/or-null.ts';
import { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';

const optionalText = orNull(v.string());
const flag = orNull(v.boolean());
/** CSS by selector, then by property. */
const UiRules = orNull(v.record(v.string(), v.record(v.string(), v.string())));

/** The look and behaviour of payment link pages. A profile may state it for all its payments. */
export const PaymentLinkConfig = v.object({
  theme: orNull(text(255)),
  logo: orNull(text(255)),
  seller_name: orNull(text(255)),
  sdk_layout: orNull(text(255)),
  display_sdk_only: flag,
  enabled_saved_payment_method: flag,
  hide_card_nickname_field: flag,
  show_card_form_by_default: flag,
  enable_button_only_on_form_ready: flag,
  show_merchant_name: flag,
  transaction_details: orNull(
    v.array(
      v.object({
        key: text(255),
        value: text(255),
        ui_configuration: orNull(
          v.object({
            position: orNull(integer(-128, 127)),
            is_key_bold: flag,
            is_value_bold: flag,
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
      size: orNull(v.union([v.picklist(['cover', 'contain']), JsonObject])),
    }),
  ),
  details_layout: orNull(v.picklist(['layout1', 'layout2'])),
  payment_button_text: optionalText,
  payment_button_colour: optionalText,
  payment_button_text_colour: optionalText,
  background_colour: optionalText,
  payment_form_header_text: optionalText,
  custom_message_for_card_terms: optionalText,
  color_icon_card_cvc_error: optionalText,
  payment_form_label_type: orNull(v.picklist(['above', 'floating', 'never'])),
  show_card_terms: orNull(v.picklist(['always', 'auto', 'never'])),
  skip_status_screen: flag,
  appearance: v.optional(v.nullable(v.lazy(appearanceSchema))),
  is_setup_mandate_flow: flag,
  sdk_ui_rules: UiRules,
  payment_link_ui_rules: UiRules,
  custom_message_for_payment_method_types: orNull(
    v.array(
      v.object({
        payment_method: PaymentMethod,
        payment_method_types: v.array(
          v.object({
            payment_method_type: PaymentMethodType,
            message: v.object({
              value: v.string(),
              display_mode: orNull(v.picklist(['default_sdk_message', 'custom_message', 'hidden'])),
            }),
          }),
        ),
      }),
    ),
  ),
});
export type PaymentLinkConfig = v.InferOutput<typeof PaymentLinkConfig>;
