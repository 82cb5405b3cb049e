import {
  atOnce,
  atOnceOrLater,
  bankRedirect,
  cards,
  wallets,
} from '../formats/method-abilities.ts';
import type { MethodAbility } from '../interface/about.ts';

const captureMethods = [...atOnceOrLater, 'manual_multiple'] as const;

type Differences = Partial<Omit<MethodAbility, 'method' | 'type' | 'variants'>>;

/** A method whose data have one shape, which Adyen refunds and does not store. */
const method = (
  family: MethodAbility['method'],
  type: MethodAbility['type'],
  variants: readonly string[],
  differences: Differences,
): MethodAbility => ({
  method: family,
  type,
  variants,
  captureMethods: atOnce,
  refunds: true,
  mandates: false,
  ...differences,
});

const later = { captureMethods: atOnceOrLater } as const;

/**
 * The payment methods at Adyen. Its plugin for Magento lists those that can be captured later.
 *
 * @see https://docs.adyen.com/payment-methods
 * @see https://github.com/Adyen/adyen-magento2/blob/main/etc/config.xml (supports_manual_capture)
 */
export const adyenMethods: readonly MethodAbility[] = [
  ...cards({
    captureMethods,
    threeDs: true,
    networks: [
      ...['Visa', 'Mastercard', 'AmericanExpress', 'CartesBancaires', 'DinersClub', 'Discover'],
      ...['JCB', 'UnionPay'],
    ],
  }),
  // The wallet's encrypted token as it is, or the card that the merchant has decrypted.
  ...wallets({ captureMethods }),
  // It leaves a SEPA debit for later charges.
  { ...bankRedirect('ideal', ['EUR'], ['NL']), mandates: true },
  bankRedirect('bancontact_card', ['EUR'], ['BE']),
  bankRedirect('blik', ['PLN'], ['PL']),
  method('bank_debit', 'sepa', ['sepa_bank_debit'], {
    ...later,
    mandates: true,
    currencies: ['EUR'],
  }),
  method('pay_later', 'klarna', ['klarna_redirect'], {
    ...later,
    currencies: [
      ...['AUD', 'CAD', 'CHF', 'CZK', 'DKK', 'EUR', 'GBP', 'NOK', 'NZD', 'PLN', 'RON', 'SEK'],
      'USD',
    ],
    payerFields: ['billing.email', 'billing.address.country'],
  }),
  method('bank_transfer', 'pix', ['pix'], { currencies: ['BRL'], countries: ['BR'] }),
  method('wallet', 'twint', ['twint_redirect'], {
    ...later,
    currencies: ['CHF'],
    countries: ['CH'],
  }),
];
