import { type Descriptions, describeSchema } from '#platform/http/descriptions.ts';
import {
  AuthenticateRequest,
  CreateAuthenticationRequest,
  SyncAuthenticationResponse,
} from './operations.ts';

export const descriptions: Descriptions = {
  groups: {
    authentications:
      'Customers who are authenticated by 3-D Secure without a payment; a later payment states the proof.',
  },
  operations: {
    'POST /authentication':
      'Creates an authentication. The 3-D Secure server is asked by its eligibility.',
    'POST /authentication/{authentication_id}/eligibility':
      'Sends the card to the 3-D Secure server, which learns whether the bank takes part. The card is stored nowhere. Until the bank has decided, another card may follow.',
    'POST /authentication/{authentication_id}/authenticate':
      'Answers with the result of the bank, or with its page for the challenge. Only the secret key gets the cryptogram.',
    'POST /authentication/{merchant_id}/{authentication_id}/sync':
      'Answers with the authentication, and asks the 3-D Secure server first until the bank has decided. Only the secret key gets the proof, in the form of `three_ds_data` of a payment.',
    'GET /authentication/{merchant_id}/{authentication_id}/redirect':
      "The bank's page returns the customer here. The result comes from the 3-D Secure server.",
    'POST /authentication/{merchant_id}/{authentication_id}/redirect':
      'The same, for banks that return the customer by a form.',
    'POST /authentication/{authentication_id}/eligibility-check':
      'A page states which networks of Click to Pay know its customer, for 15 minutes.',
    'GET /authentication/{authentication_id}/eligibility-check':
      'Answers which networks of Click to Pay know the customer, as the page has stated.',
    'POST /authentication/{authentication_id}/enabled_authn_methods_token':
      'Answers with the data to open the wallets that the profile has enabled: an empty list without Click to Pay.',
  },
  properties: {
    acquirer_bin: "The acquirer's number with the card network.",
    acquirer_details: 'The acquirer of the later payment, for the bank.',
    acquirer_merchant_id: 'The merchant’s number with the acquirer.',
    acs_reference_number: "The reference of the bank's server.",
    acs_signed_content: 'What the bank signed, for an app.',
    acs_trans_id: "The bank's identifier of the authentication.",
    acs_url: "The bank's page for the challenge.",
    authentication_connector: 'The 3-D Secure server.',
    authentication_cryptogram: 'The proof of the bank.',
    authentication_details: 'The result with its proof: to the secret key alone.',
    authentication_id: 'The authentication.',
    authentication_value: 'The cryptogram: to the secret key alone.',
    browser_information: "The payer's browser.",
    card_brands: 'The networks whose cards Click to Pay offers.',
    cavv: 'The cardholder authentication verification value.',
    challenge_request: 'The message that opens the challenge at `acs_url`, as `creq`.',
    click_to_pay: 'The networks of Click to Pay.',
    click_to_pay_enrollment_status: 'Whether each network knows the customer.',
    connector_authentication_id: "The switch's identifier of the authentication at the server.",
    connector_metadata: 'Data of the 3-D Secure server.',
    consumerPresent: 'Whether the network knows the customer.',
    customer_details: 'The customer.',
    device_channel: 'Whether the customer uses a browser or an app.',
    directory_server_id: 'The directory server of the card network.',
    dpa_client_id: "The merchant's identifier at Visa.",
    dpa_id: "The merchant's identifier at the network.",
    dpa_name: "The merchant's name at the network.",
    ds_trans_id: 'The identifier of the authentication at the card network.',
    eci: 'Electronic commerce indicator: to the secret key alone.',
    eligibility_check_data: 'What the page found out about its customer.',
    eligibility_response_params: 'What the page needs for the 3-D Secure method.',
    force_3ds_challenge: 'Whether the bank shall ask its customer.',
    http_method: 'The method of the next request.',
    locale: "The language of the network's pages.",
    mastercard: 'Mastercard.',
    maximum_supported_3ds_version: 'The version of 3-D Secure that the server speaks.',
    merchant_category_code: "The merchant's category.",
    merchant_country_code: "The merchant's country.",
    message_version: 'The version of the messages.',
    next_action: 'The next request of the page.',
    payment_method_details: 'The result of Click to Pay, which is refused with 501.',
    phone_number: 'The phone number of the customer.',
    profile_acquirer_id: 'An acquirer of the profile, where no acquirer is stated.',
    provider: 'The network that runs Click to Pay.',
    psd2_sca_exemption_type: 'The exemption from strong authentication that is asked for.',
    sdk_next_action: 'What the page does next.',
    sdk_information: 'The app, where the customer uses one.',
    session_token: 'The wallets.',
    three_ds_data: 'The proof, as a payment takes it.',
    three_ds_method_data: 'The data of the 3-D Secure method.',
    three_ds_method_url: 'The address of the 3-D Secure method.',
    three_ds_requestor_app_url: "The merchant's app.",
    three_ds_requestor_url: "The merchant's page about 3-D Secure.",
    three_ds_server_transaction_id: "The server's identifier of the authentication.",
    ThreeDsData: 'The data of the 3-D Secure server.',
    threeds_method_comp_ind: "Whether the 3-D Secure method ran in the customer's browser.",
    threeds_server_transaction_id: "The server's identifier of the authentication.",
    trans_status: 'The result in the words of EMV 3-D Secure.',
    transaction_amount: 'The amount in major units.',
    transaction_currency_code: 'The currency.',
    transaction_status: 'The result in the words of EMV 3-D Secure.',
    vault_token_data: 'Always `null`: the switch stores no card of an authentication.',
    version: 'The version of 3-D Secure.',
    visa: 'Visa.',
    wallet_name: 'The wallet.',
  },
  schemas: [
    describeSchema(CreateAuthenticationRequest, {
      amount: 'The amount of the later payment, in minor units: the most that the proof covers.',
      currency: 'The currency of the later payment.',
    }),
    describeSchema(AuthenticateRequest, {}, 'How the customer is authenticated.'),
    describeSchema(SyncAuthenticationResponse, {
      payment_method_data: 'Always `null`: the switch stores no card of an authentication.',
    }),
  ],
};
