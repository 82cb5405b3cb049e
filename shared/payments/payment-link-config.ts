import * as v from 'valibot';
import { given, integer, JsonObject, text } from '../schema.ts';
import { PaymentMethod, PaymentMethodType } from '../vocabulary/payment-methods.ts';

const optionalText = given(v.string());
const flag = given(v.boolean());
/** CSS by selector, then by property. */
const UiRules = given(v.record(v.string(), v.record(v.string(), v.string())));

/** How the page of a payment link looks and behaves. */
export const PaymentLinkConfig = v.object({
  theme: given(text(255)),
  logo: given(text(255)),
  seller_name: given(text(255)),
  sdk_layout: given(text(255)),
  display_sdk_only: flag,
  enabled_saved_payment_method: flag,
  hide_card_nickname_field: flag,
  show_card_form_by_default: flag,
  enable_button_only_on_form_ready: flag,
  show_merchant_name: flag,
  transaction_details: given(
    v.array(
      v.object({
        key: text(255),
        value: text(255),
        ui_configuration: given(
          v.object({
            position: given(integer(-128, 127)),
            is_key_bold: flag,
            is_value_bold: flag,
          }),
        ),
      }),
    ),
  ),
  background_image: given(
    v.object({
      url: v.string(),
      position: given(
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
      size: given(v.union([v.picklist(['cover', 'contain']), JsonObject])),
    }),
  ),
  details_layout: given(v.picklist(['layout1', 'layout2'])),
  payment_button_text: optionalText,
  payment_button_colour: optionalText,
  payment_button_text_colour: optionalText,
  background_colour: optionalText,
  payment_form_header_text: optionalText,
  custom_message_for_card_terms: optionalText,
  color_icon_card_cvc_error: optionalText,
  payment_form_label_type: given(v.picklist(['above', 'floating', 'never'])),
  show_card_terms: given(v.picklist(['always', 'auto', 'never'])),
  skip_status_screen: flag,
  is_setup_mandate_flow: flag,
  sdk_ui_rules: UiRules,
  payment_link_ui_rules: UiRules,
  custom_message_for_payment_method_types: given(
    v.array(
      v.object({
        payment_method: PaymentMethod,
        payment_method_types: v.array(
          v.object({
            payment_method_type: PaymentMethodType,
            message: v.object({
              value: v.string(),
              display_mode: given(v.picklist(['default_sdk_message', 'custom_message', 'hidden'])),
            }),
          }),
        ),
      }),
    ),
  ),
});
export type PaymentLinkConfig = v.InferOutput<typeof PaymentLinkConfig>;
