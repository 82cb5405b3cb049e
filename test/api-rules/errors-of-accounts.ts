import { type ErrorRow, exists, notFound, repeatedly, unknown } from './error-row.ts';
import { asking, byAdmin, type RuleRequest, refused } from './rule.ts';

const gsm = {
  connector: 'stripe_test',
  flow: 'Payment',
  sub_flow: 'Authorize',
  code: 'DC_1',
  message: 'Card declined',
};

const fauxpay = {
  connector_type: 'payment_processor',
  connector_name: 'fauxpay',
  connector_account_details: { auth_type: 'HeaderKey', api_key: 'key' },
};

const acquirer =
  (changes: object = {}): RuleRequest =>
  (context) =>
    asking('profile-acquirers.create', {
      profile_id: context.merchant.profileId,
      network: 'Visa',
      acquirer_bin: '400000',
      ...changes,
    })(context);

export const errorsOfAccounts: readonly ErrorRow[] = [
  [
    'merchant_account_not_found',
    'an account that does not exist',
    byAdmin('accounts.retrieve', undefined, { account_id: 'nobody' }),
    notFound('Merchant account does not exist in our records'),
  ],
  [
    'merchant_account_exists',
    'a second account under one merchant_id',
    repeatedly(byAdmin('accounts.create', { merchant_id: 'once' })),
    exists('The merchant account with the specified details already exists in our records'),
  ],
  [
    'organization_not_found',
    'an organization that does not exist',
    byAdmin('organizations.retrieve', undefined, { organization_id: 'org_unknown' }),
    notFound('organization with the given id does not exist', 'IR_37'),
  ],
  [
    'parent_merchant_missing',
    'sub_merchants_enabled without parent_merchant_id',
    byAdmin('accounts.create', { merchant_id: 'below', sub_merchants_enabled: true }),
    refused(
      400,
      'IR_16',
      'If `sub_merchants_enabled` is `true`, then `parent_merchant_id` is mandatory',
    ),
  ],
  [
    'api_key_not_found',
    'an API key that does not exist',
    (context) =>
      byAdmin('api-keys.retrieve', undefined, {
        merchant_id: context.merchant.id,
        key_id: 'snd_unknown',
      })(context),
    notFound('API Key does not exist in our records'),
  ],
  [
    'profile_not_found',
    'a profile that does not exist',
    (context) =>
      byAdmin('profiles.retrieve', undefined, {
        account_id: context.merchant.id,
        profile_id: 'pro_unknown',
      })(context),
    notFound('Business profile with the given id pro_unknown does not exist'),
  ],
  [
    'profile_exists',
    'a second profile of the same name',
    byAdmin('profiles.create', { profile_name: 'default' }),
    exists('Business Profile with the profile_name default already exists', 'IR_38'),
  ],
  [
    'routing_algorithm_not_found',
    'a routing algorithm that does not exist',
    unknown('routing.retrieve', { routing_algorithm_id: 'routing_unknown' }),
    notFound('Resource ID does not exist in our records'),
  ],
  [
    'profile_acquirer_not_found',
    'an acquirer that does not exist',
    (context) =>
      unknown(
        'profile-acquirers.update',
        { profile_id: context.merchant.profileId, profile_acquirer_id: 'pro_acq_unknown' },
        { acquirer_fraud_rate: 0.1 },
      )(context),
    notFound(
      expect.stringMatching(
        /^Profile acquirer with id 'pro_acq_unknown' not found for profile 'pro_\w+'\.$/,
      ),
    ),
  ],
  [
    'profile_acquirer_exists',
    'the same acquirer twice',
    repeatedly(acquirer()),
    refused(400, 'IR_38'),
  ],
  [
    'gsm_rule_not_found',
    'a GSM rule that does not exist',
    byAdmin('gsm.retrieve', { ...gsm, code: 'unknown' }),
    notFound('GSM with given key does not exist in our records', 'IR_37'),
  ],
  [
    'gsm_rule_exists',
    'a second GSM rule for the same error',
    repeatedly(
      byAdmin('gsm.create', {
        ...gsm,
        status: 'Failure',
        decision: 'do_default',
        step_up_possible: false,
        clear_pan_possible: false,
      }),
    ),
    exists('GSM with given key already exists in our records', 'IR_38'),
  ],
  [
    'poll_not_found',
    'a poll that does not exist',
    async ({ done, world, merchant }) => {
      const body = { amount: 600, currency: 'EUR' };
      const { client_secret } = await done('payments.create', { body });
      const params = { poll_id: 'poll_unknown' };
      const query = { client_secret };
      return world.ask('polls.retrieve', { key: merchant.publishableKey, params, query });
    },
    notFound('Poll does not exist in our records'),
  ],
  [
    'relay_not_found',
    'a relay that does not exist',
    unknown('relays.retrieve', { relay_id: 'relay_unknown' }),
    notFound('relay not found', 'IR_37'),
  ],
  [
    'authentication_not_found',
    'an authentication that does not exist',
    unknown('authentications.retrieve-eligibility-check', { authentication_id: 'authn_unknown' }),
    notFound('Authentication does not exist in our records'),
  ],
  [
    'authentication_exists',
    'a second authentication under one id',
    repeatedly(
      asking('authentications.create', {
        authentication_id: 'authn_once',
        amount: 600,
        currency: 'EUR',
      }),
    ),
    exists('Authentication with authentication_id authn_once already exists'),
  ],
  [
    'eligibility_check_not_found',
    'an authentication whose page submitted no eligibility check',
    async (context) => {
      const authentication_id = 'authn_unchecked';
      await context.done('authentications.create', {
        body: { authentication_id, amount: 600, currency: 'EUR' },
      });
      return unknown('authentications.retrieve-eligibility-check', { authentication_id })(context);
    },
    notFound('Eligibility check data not found for authentication id: authn_unchecked', 'IR_37'),
  ],
  [
    'connector_account_not_found',
    'a connector account that does not exist',
    (context) =>
      byAdmin('connector-accounts.retrieve', undefined, {
        account_id: context.merchant.id,
        connector_id: 'mca_unknown',
        merchant_connector_id: 'mca_unknown',
      })(context),
    {
      status: 404,
      body: {
        error: {
          code: 'HE_02',
          message: 'Merchant connector account does not exist in our records',
          reason: 'mca_unknown does not exist',
        },
      },
    },
  ],
  [
    'credentials_refused',
    'credentials that the processor refuses',
    asking('connector-accounts.check-credentials', {
      connector_name: 'stripe',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_test_expired_example' },
    }),
    refused(400, 'IR_06', 'stripe: Expired API Key provided: sk_test_*****'),
  ],
  [
    'account_verifier_not_found',
    'a verifier of bank accounts that does not exist',
    byAdmin('connector-accounts.create', {
      ...fauxpay,
      pm_auth_config: {
        enabled_payment_methods: [
          {
            payment_method: 'bank_debit',
            payment_method_type: 'ach',
            connector_name: 'plaid',
            mca_id: 'mca_unknown',
          },
        ],
      },
    }),
    notFound('payment method auth connector account not found', 'IR_37'),
  ],
  [
    'connector_account_exists',
    'a second connector account of the same label',
    repeatedly(byAdmin('connector-accounts.create', fauxpay)),
    exists(
      expect.stringMatching(
        /^The merchant connector account with the specified profile_id 'pro_\w+' and connector_label 'fauxpay_default' already exists in our records$/,
      ),
    ),
  ],
];
