import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { given, Identifier } from '#platform/schema.ts';
import {
  DeviceChannel,
  MethodCompletion,
  SdkInformation,
} from '../authentication/customer-device.ts';

export const AuthenticatePaymentRequest = v.object({
  client_secret: given(v.string()),
  device_channel: DeviceChannel,
  threeds_method_comp_ind: MethodCompletion,
  sdk_information: given(SdkInformation),
});
export type AuthenticatePaymentRequest = v.InferOutput<typeof AuthenticatePaymentRequest>;

const optionalText = v.nullable(v.string());

export const AuthenticatePaymentResponse = v.object({
  /**
   * The transaction status of EMV 3-D Secure: authenticated, not authenticated, challenge and
   * others.
   */
  trans_status: v.picklist(['Y', 'N', 'U', 'A', 'R', 'C', 'D', 'I']),
  /** The bank's challenge page. */
  acs_url: optionalText,
  challenge_request: optionalText,
  challenge_request_key: optionalText,
  acs_reference_number: optionalText,
  acs_trans_id: optionalText,
  three_dsserver_trans_id: optionalText,
  acs_signed_content: optionalText,
  three_ds_requestor_url: v.string(),
  three_ds_requestor_app_url: optionalText,
  error_message: optionalText,
});
export type AuthenticatePaymentResponse = v.InferOutput<typeof AuthenticatePaymentResponse>;

export const authenticatePayment = defineOperation({
  name: 'payments.authenticate',
  method: 'POST',
  path: '/payments/{payment_id}/3ds/authentication',
  summary: 'Authenticate the customer of a payment',
  about: {
    description:
      'Starts 3-D Secure outside of the processor. The answer says whether the customer must be challenged, and where.',
    differs: 'Authenticates in a browser.',
    accepted: ['device_channel', 'sdk_information'],
  },
  auth: 'client secret',
  params: v.object({ payment_id: Identifier }),
  body: AuthenticatePaymentRequest,
  response: AuthenticatePaymentResponse,
  errors: [
    'payment_not_found',
    'precondition_failed',
    'payment_unexpected_state',
    'connector_account_not_found',
    'client_secret_mismatch',
    'client_secret_expired',
  ],
  notFound: 'payment_not_found',
  access: {
    table: ['GetItem', 'PutItem', 'UpdateItem', 'Query'],
    connectors: true,
    secrets: ['use key'],
  },
  impact: 'Customers cannot start external 3-D Secure.',
  example: {
    params: { payment_id: 'pay_authenticated' },
    body: {
      client_secret: 'pay_authenticated_secret_0123456789abcdefghij',
      device_channel: 'BRW',
      threeds_method_comp_ind: 'U',
    },
  },
});
