/** Whether a published operation of Hyperswitch v1 works here. */
export type Verdict = 'works' | 'differs' | 'not offered';

/** Method and path as Hyperswitch v1 publishes them, such as `GET /payments/{payment_id}`. */
export type Route = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/** A published operation of Hyperswitch v1, with its verdict. */
export interface PublishedOperation {
  readonly route: Route;
  readonly verdict: Verdict;
  /** How it differs, or why it is not offered, in Markdown. Absent where it works. */
  readonly words?: string;
  /** The name of our operation, where that has another path. */
  readonly servedBy?: string;
}

const works = (...routes: readonly Route[]): readonly PublishedOperation[] =>
  routes.map((route) => ({ route, verdict: 'works' }));

const differs = (route: Route, words: string, servedBy?: string): readonly PublishedOperation[] => [
  { route, verdict: 'differs', words, ...(servedBy !== undefined && { servedBy }) },
];

const notOffered = (words: string, ...routes: readonly Route[]): readonly PublishedOperation[] =>
  routes.map((route) => ({ route, verdict: 'not offered', words }));

const decision = (text: string, page: string) => `[${text}](decisions/${page}.md)`;
const money = decision('safer money', '0010-safer-money');
const saved = decision('saved cards', '0013-saved-cards');
const programs = decision('routing configuration', '0016-routing-configuration');
const payouts = decision('payouts', '0017-payouts');
const checks = decision('checks beside the processor', '0019-checks-beside-the-processor');
const mandates = decision('mandates', '0020-mandates');
const browsers = decision(
  'the rights of a customer’s device',
  '0026-what-a-payer-may-say-and-read',
);
const surcharges = decision('programs about payments', '0040-programs-about-payments');
const inherited = decision('inherited settings', '0005-inherited-webhook-settings');
const blocking = decision('blocked cards', '0018-blocked-cards');
const evidence = decision('disputes and their files', '0021-disputes-and-their-files');

const credentials = `\`merchant_connector_details\` is refused with 501 \`IR_00\`: ${money}.`;
const masked = 'Webhook secrets and the credentials of wallets are masked in the answer.';
const payoutLink =
  '`payout_link` is stated at the creation: an update of a payout without a link refuses it with 422 `IR_06`, where Hyperswitch ignores it.';

/** Members that a contract takes and no code of the switch acts on, by the noun of the operation. */
export const membersWithoutEffect = {
  payments: [
    'discount_amount',
    'duty_amount',
    'enable_overcapture',
    'external_surcharge_strategy',
    'force_3ds_challenge',
    'installment_data',
    'order_date',
    'partner_merchant_identifier_details',
    'profile_acquirer_id',
    'psd2_sca_exemption_type',
    'shipping_amount_tax',
    'split_payments',
    'tax_status',
  ],
  captures: ['refund_uncaptured_amount', 'statement_descriptor_prefix'],
  refunds: ['split_refunds'],
  'external authentications': ['device_channel', 'sdk_information'],
  authentications: ['psd2_sca_exemption_type'],
  'connector accounts': ['additional_merchant_data'],
  profiles: [
    'always_enable_overcapture',
    'billing_processor_id',
    'dispute_polling_interval',
    'external_vault_connector_details',
    'is_clear_pan_retries_enabled',
    'is_debit_routing_enabled',
    'is_external_vault_enabled',
    'is_l2_l3_enabled',
    'is_network_tokenization_enabled',
    'is_pre_network_tokenization_enabled',
    'merchant_category_code',
    'merchant_country_code',
    'surcharge_connector_details',
    'use_billing_as_payment_method_billing',
  ],
  'GSM rules': ['clear_pan_possible', 'alternate_network_possible'],
} as const;
const listed = (members: readonly string[]) => members.map((one) => `\`${one}\``).join(', ');
const stored = (members: readonly string[]) =>
  `Stored and answered, without effect: ${listed(members)}.`;
const accepted = (members: readonly string[]) =>
  `Accepted without effect, and not sent to processors: ${listed(members)}.`;
const retryMembers = stored(membersWithoutEffect['GSM rules']);
const learning = stored([
  'current_block_threshold',
  'specificity_level',
  'shuffle_on_tie_during_exploitation',
  'defaultLatencyThreshold',
  'defaultLowerResetFactor',
  'defaultUpperResetFactor',
  'defaultGatewayExtraScore',
  'subLevelInputConfig',
]);

/**
 * Every published operation of Hyperswitch v1, by its published group. A test compares the table
 * with the published description and with our contracts.
 */
export const publishedOperations: Readonly<Record<string, readonly PublishedOperation[]>> = {
  Payments: [
    ...differs(
      'POST /payments',
      `\`merchant_connector_details\` and \`capture_method\` \`scheduled\` are refused with 501 \`IR_00\`, and an amount that the processor cannot express with 422 \`IR_05\`: ${money}. ${accepted(membersWithoutEffect.payments)}`,
    ),
    ...differs(
      'GET /payments/{payment_id}',
      `With a client secret, \`metadata\`, attempts, refunds, disputes and results of fraud checks are \`null\`: ${browsers}.`,
    ),
    ...differs(
      'POST /payments/{payment_id}',
      `Takes a secret key only, because a customer’s browser could replace the merchant’s values: ${browsers}. The differences of \`POST /payments\` apply.`,
    ),
    ...differs(
      'POST /payments/{payment_id}/confirm',
      `A customer’s browser that states a member of the merchant, such as \`metadata\`, gets 401 \`IR_18\`: ${browsers}. Its \`amount\` and \`currency\` have no effect. Listed connectors, a return at the merchant’s origin and corrections of the payer are accepted. The differences of \`POST /payments\` apply.`,
    ),
    ...differs(
      'POST /payments/{payment_id}/capture',
      `${credentials} ${accepted([...membersWithoutEffect.captures, 'statement_descriptor_suffix'])}`,
    ),
    ...differs('POST /payments/session_tokens', credentials),
    ...differs(
      'POST /payments/{payment_id}/cancel',
      `During a challenge the processor is asked for a void first. A payment that is captured in part for good, in conflict or expired is refused. ${credentials}`,
    ),
    ...works(
      'GET /payments/{payment_id}/cancel_post_capture',
      'POST /payments/{payment_id}/cancel_post_capture',
      'POST /payments/{payment_id}/extend_authorization',
    ),
    ...differs(
      'GET /payments/list',
      'Answers one page, as Hyperswitch itself does; the published description has a list of pages.',
    ),
    ...differs(
      'POST /payments/{payment_id}/incremental_authorization',
      `At most 20 for a payment. Captures, cancels and further increments are refused until the outcome of one is known: ${checks}.`,
    ),
    ...works('GET /payment_link/{payment_link_id}'),
    ...differs(
      'POST /payments/{payment_id}/3ds/authentication',
      `Authenticates in a browser. ${accepted(membersWithoutEffect['external authentications'])}`,
    ),
    ...differs(
      'POST /payments/{payment_id}/complete_authorize',
      `A customer’s browser states a shipping address only where the merchant stated none: ${browsers}.`,
    ),
    ...differs(
      'POST /payments/{payment_id}/post_session_tokens',
      'Refused from the confirm on. Hyperswitch refuses only failed and succeeded payments.',
    ),
    ...differs(
      'POST /payments/{payment_id}/update_metadata',
      'Stores the metadata. Hyperswitch sends it to some processors, too.',
    ),
    ...works('POST /payments/{payment_id}/eligibility_check'),
    ...differs(
      'POST /payments/{payment_id}/eligibility',
      `The surcharge is shown and not stored: the confirm decides it for the card that pays: ${surcharges}.`,
    ),
  ],
  Relay: [
    ...works('POST /relay'),
    ...differs('GET /relay/{relay_id}', 'Takes a secret key only, and no ephemeral key.'),
  ],
  Refunds: [
    ...differs(
      'POST /refunds',
      `A repeated \`refund_id\` with the same content gets the existing refund. A refund of the whole amount that the processor refuses before the settlement is made by a void. ${credentials} ${accepted(membersWithoutEffect.refunds)}`,
    ),
    ...works('GET /refunds/{refund_id}', 'POST /refunds/{refund_id}', 'POST /refunds/list'),
  ],
  Organization: works('POST /organization', 'GET /organization/{id}', 'PUT /organization/{id}'),
  'Merchant Account': [
    ...differs(
      'POST /accounts',
      '`merchant_account_type` `platform` and `connected` give no rights: no merchant acts for another. The header `X-Connected-Merchant-Id` is refused.',
    ),
    ...works('GET /accounts/{account_id}'),
    ...differs(
      'POST /accounts/{account_id}',
      `A change takes effect in all profiles that state no value of their own: ${inherited}.`,
    ),
    ...works('DELETE /accounts/{account_id}'),
    ...differs(
      'POST /accounts/{account_id}/kv',
      'The setting is stored and answered, without effect: the table is the only storage.',
    ),
  ],
  'Merchant Connector Account': [
    ...works('GET /account/{account_id}/connectors'),
    ...differs(
      'POST /account/{account_id}/connectors',
      `A connector without an adapter is refused with 501 \`IR_00\`: [connectors](connectors.md). ${masked} ${stored(membersWithoutEffect['connector accounts'])}`,
    ),
    ...differs('GET /account/{account_id}/connectors/{merchant_connector_id}', masked),
    ...differs(
      'POST /account/{account_id}/connectors/{merchant_connector_id}',
      `${masked} ${stored(membersWithoutEffect['connector accounts'])}`,
    ),
    ...works('DELETE /account/{account_id}/connectors/{merchant_connector_id}'),
    ...differs(
      'POST /account/{account_id}/webhooks/{merchant_connector_id}',
      'Registers for all events. A single event, or a connector whose webhooks are set up in its dashboard, is refused with 501 `IR_00`.',
    ),
  ],
  Gsm: [
    ...differs('POST /gsm', retryMembers),
    ...works('POST /gsm/get'),
    ...differs('POST /gsm/update', retryMembers),
    ...works('POST /gsm/delete'),
  ],
  Mandates: [
    ...works('GET /mandates/{mandate_id}'),
    ...differs(
      'POST /mandates/revoke/{mandate_id}',
      `A mandate whose processor cannot revoke is revoked here; Hyperswitch answers an error: ${mandates}.`,
    ),
    ...works('GET /customers/{customer_id}/mandates'),
  ],
  Customers: [
    ...works('POST /customers'),
    ...differs(
      'GET /customers/{customer_id}',
      `An ephemeral key reads its own customer only, without \`metadata\` and \`description\`: ${browsers}.`,
    ),
    ...works('POST /customers/{customer_id}'),
    ...differs(
      'DELETE /customers/{customer_id}',
      `Overwrites the customer’s data in payments and payouts, too: ${browsers}.`,
    ),
    ...works('GET /customers/list'),
  ],
  'Payment Methods': [
    ...differs(
      'POST /payment_methods',
      `Saves cards. Bank accounts and wallets are refused with 501 \`IR_00\`: ${saved}.`,
    ),
    ...works(
      'GET /account/payment_methods',
      'GET /customers/{customer_id}/payment_methods',
      'GET /customers/payment_methods',
      'POST /{customer_id}/payment_methods/{payment_method_id}/default',
      'GET /payment_methods/{method_id}',
      'DELETE /payment_methods/{method_id}',
    ),
    ...differs(
      'POST /payment_methods/{method_id}/update',
      `Changes cards; no wallet can be saved: ${saved}.`,
    ),
  ],
  Profile: [
    ...works('GET /account/{account_id}/business_profile'),
    ...differs(
      'POST /account/{account_id}/business_profile',
      `Unstated settings follow the merchant account, and are no copy of it: ${inherited}. ${stored(membersWithoutEffect.profiles)}`,
    ),
    ...works('GET /account/{account_id}/business_profile/{profile_id}'),
    ...differs(
      'POST /account/{account_id}/business_profile/{profile_id}',
      'The settings without effect are the same as at the create.',
    ),
    ...works('DELETE /account/{account_id}/business_profile/{profile_id}'),
  ],
  Disputes: [
    ...works(
      'GET /disputes/{dispute_id}',
      'GET /disputes/list',
      'GET /disputes/profile/list',
      'GET /disputes/filter',
      'GET /disputes/profile/filter',
      'POST /disputes/accept/{dispute_id}',
      'POST /disputes/evidence',
    ),
    ...differs(
      'PUT /disputes/evidence',
      `A file is a PDF, PNG or JPEG by its bytes, of at most 4 MiB: ${evidence}.`,
    ),
    ...works(
      'DELETE /disputes/evidence',
      'GET /disputes/evidence/{dispute_id}',
      'GET /disputes/aggregate',
      'GET /disputes/profile/aggregate',
    ),
  ],
  Routing: [
    ...works('GET /routing'),
    ...differs(
      'POST /routing',
      `An unknown key, operator, value or type in a rule is refused, and so are shares that are all 0: ${programs}.`,
    ),
    ...works(
      'POST /routing/{routing_algorithm_id}/activate',
      'GET /routing/{routing_algorithm_id}',
      'POST /routing/deactivate',
      'GET /routing/default',
    ),
    ...differs(
      'POST /routing/default',
      `The order decides for every profile without an order of its own: ${programs}.`,
    ),
    ...works('GET /routing/active'),
    ...differs(
      'GET /routing/default/profile',
      'Answers the list of connectors, as Hyperswitch itself does; the published description has an object around it.',
    ),
    ...works('POST /routing/default/profile/{profile_id}'),
    ...differs(
      'PATCH /account/{account_id}/business_profile/{profile_id}/dynamic_routing/success_based/config/{algorithm_id}',
      learning,
    ),
    ...works(
      'POST /account/{account_id}/business_profile/{profile_id}/dynamic_routing/success_based/toggle',
      'POST /account/{account_id}/business_profile/{profile_id}/dynamic_routing/elimination/toggle',
    ),
    ...differs(
      'POST /account/{account_id}/business_profile/{profile_id}/dynamic_routing/success_based/create',
      'The settings without effect are the same as at the update.',
    ),
    ...works(
      'POST /account/{account_id}/business_profile/{profile_id}/dynamic_routing/elimination/create',
      'POST /account/{account_id}/business_profile/{profile_id}/dynamic_routing/contracts/toggle',
    ),
    ...differs(
      'PATCH /account/{account_id}/business_profile/{profile_id}/dynamic_routing/contracts/config/{algorithm_id}',
      stored(['constants']),
    ),
    ...differs(
      'POST /routing/evaluate',
      'Answers the account, the rates and the approach, without the tags, filters and outages of Hyperswitch’s decision engine. `NTW_BASED_ROUTING` is refused with 400 `IR_16`: costs of networks are not known.',
    ),
    ...works('POST /routing/feedback', 'POST /routing/rule/evaluate'),
  ],
  Blocklist: [
    ...differs(
      'GET /blocklist',
      'Answers a page with `count`, `total_count` and `data`, as Hyperswitch itself does; the published description has one entry.',
    ),
    ...differs(
      'POST /blocklist',
      `An entry by fingerprint ends when the vault changes the key of its fingerprints, every other year: ${blocking}.`,
    ),
    ...works('DELETE /blocklist', 'POST /blocklist/toggle'),
    ...differs(
      'POST /blocklist/batch',
      'An error names all bad rows, in `error.rows`, with digits that may be a card number masked; Hyperswitch names the first, as JSON in `message`. A file has at most 4 MiB instead of 5 MB, and `metadata` without `=` is refused.',
    ),
    ...works('GET /blocklist/batch', 'GET /blocklist/batch/{job_id}'),
  ],
  Payouts: [
    ...differs(
      'POST /payouts/create',
      `A payout is \`pending\` before its processor is asked to pay: ${payouts}. A payout link has a page token, and opens by it only: [payouts](guides/payouts.md#5-the-payee-states-the-destination).`,
    ),
    ...works('GET /payouts/{payout_id}'),
    ...differs('POST /payouts/{payout_id}', payoutLink),
    ...differs(
      'POST /payouts/{payout_id}/cancel',
      `A processor that knows the payout is asked; when it refuses, the answer is 400 \`IR_41\`: ${payouts}.`,
    ),
    ...differs(
      'POST /payouts/{payout_id}/fulfill',
      `A fulfillment that never arrived leaves \`requires_fulfillment\`, and not \`failed\`: ${payouts}.`,
    ),
    ...differs(
      'GET /payouts/list',
      'The time range is `start_time` and `end_time`, as Hyperswitch itself reads it; the published description has one `time_range`.',
    ),
    ...works('POST /payouts/list'),
    ...differs(
      'POST /payouts/{payout_id}/confirm',
      `A payee’s browser states the destination only where the merchant stated none: ${browsers}.`,
    ),
    ...works('POST /payouts/filter'),
  ],
  'API Key': works(
    'POST /api_keys/{merchant_id}',
    'GET /api_keys/{merchant_id}/{key_id}',
    'POST /api_keys/{merchant_id}/{key_id}',
    'DELETE /api_keys/{merchant_id}/{key_id}',
    'GET /api_keys/{merchant_id}/list',
  ),
  Event: [
    ...works('POST /events/{merchant_id}'),
    ...differs(
      'POST /events/profile/list',
      'Takes a secret key. Published for tokens of Hyperswitch’s dashboard, which the switch does not have.',
    ),
    ...works(
      'GET /events/{merchant_id}/{event_id}/attempts',
      'POST /events/{merchant_id}/{event_id}/retry',
    ),
  ],
  Poll: works('GET /poll/status/{poll_id}'),
  'Profile Acquirer': [
    ...differs(
      'POST /profile_acquirers',
      'At `POST /profile_acquirer`, as Hyperswitch itself serves it.',
      'profile-acquirers.create',
    ),
    ...differs(
      'POST /profile_acquirers/{profile_id}/{profile_acquirer_id}',
      'At `POST /profile_acquirer/{profile_id}/{profile_acquirer_id}`, as Hyperswitch itself serves it.',
      'profile-acquirers.update',
    ),
  ],
  '3DS Decision Rule': works('POST /three_ds_decision/execute'),
  Authentication: [
    ...differs(
      'POST /authentication',
      'A stated `authentication_id` is taken, and refused when it exists; Hyperswitch makes its own. An unknown `profile_acquirer_id` is refused with 404 `HE_02`. Stored and answered, and not sent to the sandbox’s server: `psd2_sca_exemption_type`, the acquirer.',
    ),
    ...differs(
      'POST /authentication/{authentication_id}/eligibility',
      'Takes cards only, and no `profile_id` but the authentication’s own. A 3-D Secure server that does not answer makes it `failed`, and another try is accepted; ten tries are the most.',
    ),
    ...differs(
      'POST /authentication/{authentication_id}/authenticate',
      'Refused with 400 `IR_16` before a card is eligible. `device_channel`, the 3-D Secure method and `sdk_information` are taken, and the sandbox’s server needs none.',
    ),
    ...differs(
      'POST /authentication/{authentication_id}/redirect',
      'At `GET` and `POST /authentication/{merchant_id}/{authentication_id}/redirect`, as Hyperswitch itself serves it, and only with the `page_token` of the address.',
      'authentications.redirect-posted',
    ),
    ...differs(
      'POST /authentication/{authentication_id}/sync',
      'At `POST /authentication/{merchant_id}/{authentication_id}/sync`, as Hyperswitch itself serves it. The secret key gets the proof itself, and no `vault_token_data`. Results of Click to Pay are refused with 501 `IR_00`.',
      'authentications.sync',
    ),
    ...differs(
      'POST /authentication/{authentication_id}/enabled_authn_methods_token',
      'No connector of Click to Pay has an adapter yet, so no account with it can be created, and the list is empty.',
    ),
    ...works('GET /authentication/{authentication_id}/eligibility-check'),
    ...differs(
      'POST /authentication/{authentication_id}/eligibility-check',
      'The data are always stored for the merchant, and the answer is `await_merchant_callback`.',
    ),
  ],
  Platform: notOffered(
    'The switch has no users of a dashboard, and no merchant acts for another.',
    'POST /user/create_platform',
  ),
  Subscriptions: notOffered(
    `The merchant’s own schedule charges a saved card, \`POST /payments\` with \`recurring_details\`: ${mandates}. No billing connector has an adapter.`,
    'POST /subscriptions',
    'POST /subscriptions/create',
    'POST /subscriptions/{subscription_id}/confirm',
    'GET /subscriptions/{subscription_id}',
    'PUT /subscriptions/{subscription_id}/update',
    'GET /subscriptions/items',
    'GET /subscriptions/estimate',
    'POST /subscriptions/{subscription_id}/pause',
    'POST /subscriptions/{subscription_id}/resume',
    'POST /subscriptions/{subscription_id}/cancel',
  ),
  'Card Issuer': works(
    'GET /card_issuers',
    'POST /card_issuers',
    'PUT /card_issuers/{id}',
    'DELETE /card_issuers/{id}',
  ),
};
