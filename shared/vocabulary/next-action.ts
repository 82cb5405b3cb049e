import * as v from 'valibot';
import { given, JsonObject } from '#platform/schema.ts';

const milliseconds = v.number();
const optionalMilliseconds = given(milliseconds);
const poll_config = given(v.object({ delay_in_secs: v.number(), frequency: v.number() }));

/** The next step of a payment that awaits its customer. */
export const NextAction = v.variant('type', [
  v.object({ type: v.literal('redirect_to_url'), redirect_to_url: v.string() }),
  v.object({
    type: v.literal('redirect_inside_popup'),
    popup_url: v.string(),
    redirect_response_url: v.string(),
  }),
  v.object({
    type: v.literal('display_bank_transfer_information'),
    bank_transfer_steps_and_charges_details: JsonObject,
  }),
  v.object({ type: v.literal('third_party_sdk_session_token'), session_token: given(JsonObject) }),
  v.object({
    type: v.literal('qr_code_information'),
    image_data_url: given(v.string()),
    display_to_timestamp: optionalMilliseconds,
    qr_code_url: given(v.string()),
    display_text: given(v.string()),
    border_color: given(v.string()),
    raw_qr_data: given(v.string()),
  }),
  v.object({ type: v.literal('fetch_qr_code_information'), qr_code_fetch_url: v.string() }),
  v.object({
    type: v.literal('invoke_upi_intent_sdk'),
    sdk_uri: v.string(),
    display_from_timestamp: milliseconds,
    display_to_timestamp: optionalMilliseconds,
    poll_config,
  }),
  v.object({
    type: v.literal('invoke_upi_qr_flow'),
    qr_code_url: v.string(),
    display_from_timestamp: milliseconds,
    display_to_timestamp: optionalMilliseconds,
    poll_config,
  }),
  v.object({ type: v.literal('display_voucher_information'), voucher_details: v.unknown() }),
  v.object({
    type: v.literal('wait_screen_information'),
    display_from_timestamp: milliseconds,
    display_to_timestamp: optionalMilliseconds,
    poll_config,
  }),
  v.object({ type: v.literal('three_ds_invoke'), three_ds_data: JsonObject }),
  v.object({
    type: v.literal('invoke_sdk_client'),
    next_action_data: v.object({ next_action: v.unknown(), order_id: given(v.string()) }),
  }),
  v.object({
    type: v.literal('collect_otp'),
    consent_data_required: v.picklist([
      'consent_required',
      'consent_not_required',
      'consent_optional',
    ]),
  }),
  v.object({ type: v.literal('invoke_hidden_iframe'), iframe_data: JsonObject }),
  v.object({
    type: v.literal('invoke_ddc'),
    ddc_data: v.object({ iframe_url: v.string(), timeout_ms: v.number() }),
  }),
]);
export type NextAction = v.InferOutput<typeof NextAction>;
