import {
  accepted,
  byAdmin,
  describeRules,
  letters,
  malformed,
  type Rule,
  type RuleRequest,
  refused,
  words,
} from './rule.ts';

/** A new profile under a name of its own that states this. */
const profile =
  (stated: object = {}): RuleRequest =>
  (context) =>
    byAdmin('profiles.create', { profile_name: context.newId('profile'), ...stated })(context);

const link = { domain_name: null, allowed_domains: ['shop.example'] };

const domains = (config: object, field = 'payment_link_config') =>
  profile({ [field]: { ...link, ...config } });

const links: Rule[] = [
  ...words('payment_link_config payout_link_config').flatMap((field): Rule[] => [
    [
      'POST /account/{account_id}/business_profile',
      `${field} with a domain`,
      domains({ domain_name: 'pay.shop.example' }, field),
      accepted({ [field]: { domain_name: 'pay.shop.example' } }),
    ],
    [
      'POST /account/{account_id}/business_profile',
      `${field} with an invalid domain_name`,
      domains({ domain_name: 'pay shop' }, field),
      refused(422, 'IR_06', `Invalid host domain name received in ${field}`),
    ],
    [
      'POST /account/{account_id}/business_profile',
      `${field} with invalid allowed_domains`,
      domains({ allowed_domains: ['pay shop'] }, field),
      refused(422, 'IR_06', `Invalid allowed domain names received in ${field}`),
    ],
    ...words('logo theme').map(
      (member): Rule => [
        'POST /account/{account_id}/business_profile',
        `${field}.${member} of 256 characters`,
        domains({ [member]: letters(256) }, field),
        malformed('255'),
      ],
    ),
  ]),
  [
    'POST /account/{account_id}/business_profile',
    'domain_name without allowed_domains',
    domains({ domain_name: 'pay.shop.example', allowed_domains: null }),
    refused(422, 'IR_06', 'Invalid allowed domain names received in payment_link_config'),
  ],
];

describe('the configuration of a page that we host', () => {
  describeRules(links);
});
