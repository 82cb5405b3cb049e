import * as v from 'valibot';
import { given, JsonObject, text } from '#platform/schema.ts';

/** Whether the customer uses an app with a 3-D Secure SDK, or a browser. */
export const DeviceChannel = v.picklist(['APP', 'BRW']);

/** Whether the 3-D Secure method ran in the customer's browser. */
export const MethodCompletion = v.picklist(['Y', 'N', 'U']);

/** The 3-D Secure SDK data of a customer's app. */
export const SdkInformation = v.object({
  sdk_app_id: text(64),
  sdk_enc_data: text(8_192),
  sdk_ephem_pub_key: given(v.union([JsonObject, v.record(v.string(), v.string())])),
  sdk_trans_id: text(64),
  sdk_reference_number: text(64),
  sdk_max_timeout: given(v.number()),
  sdk_type: given(text(16)),
  device_details: given(JsonObject),
});
