import { atOnceOrLater } from '../formats/method-abilities.ts';
import type { About, MethodAbility } from '../interface/about.ts';

/**
 * Banks whose merchants get an account at Cybersource. Their abilities are those that are known of
 * the bank: neither documents webhooks, several captures or 3-D Secure for its merchants.
 *
 * @see https://developer.merchant-services.bankofamerica.com/
 * @see https://github.com/CyberSource/cybersource-rest-client-ruby/blob/master/lib/AuthenticationSDK/util/Constants.rb
 */
export const banksWith = (cybersource: About): readonly About[] => [
  {
    ...sharedWith(cybersource),
    name: 'bankofamerica',
    displayName: 'Bank of America',
    description: 'Card payments of merchants of Bank of America, with stored cards.',
    addresses: {
      api: {
        test: 'https://apitest.merchant-services.bankofamerica.com/',
        live: 'https://api.merchant-services.bankofamerica.com/',
      },
    },
    features: ['verify', 'capture', 'void', 'refund', 'syncRefund', 'checkCredentials'],
    documentation: 'https://developer.merchant-services.bankofamerica.com/',
  },
  {
    ...sharedWith(cybersource, ['Visa', 'Mastercard', 'AmericanExpress', 'Discover']),
    name: 'wellsfargo',
    displayName: 'Wells Fargo',
    description: 'Card payments of merchants of Wells Fargo, with stored cards and increments.',
    ...(cybersource.addresses && { addresses: cybersource.addresses }),
    features: [
      'verify',
      'revokeMandate',
      'capture',
      'void',
      'increment',
      'refund',
      'syncRefund',
      'checkCredentials',
    ],
    ...(cybersource.documentation && { documentation: cybersource.documentation }),
  },
];

/** What a bank's merchants have of Cybersource, with the networks of the bank's cards. */
function sharedWith(cybersource: About, networks?: readonly string[]) {
  const { api, credentials, checks, levelData, waits, renames, lookup, currencies } = cybersource;
  const ofCards = { captureMethods: atOnceOrLater, threeDs: false, ...(networks && { networks }) };
  return {
    credentials,
    methods: cybersource.methods.map(
      (one): MethodAbility => (one.method === 'card' ? { ...one, ...ofCards } : one),
    ),
    webhooks: [],
    takesNetworkTransactionId: true,
    lookup,
    ...(currencies && { currencies }),
    ...(checks && { checks }),
    ...(levelData && { levelData }),
    ...(api && { api }),
    ...(waits && { waits }),
    ...(renames && { renames }),
  };
}
