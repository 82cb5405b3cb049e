import type { PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { cardOnFileIn } from '../formats/wallet-tokens.ts';
import type { Card } from '../interface/card.ts';
import type { Authorization, PaymentSource } from '../interface/payments.ts';
import { walletPayment } from './wallets.ts';

/** The card that is charged by its number, where there is one. */
export const cardOf = ({ source }: Pick<Authorization, 'source'>): Card | undefined =>
  source.kind === 'card' ? source.card : cardOnFileIn(source);

/**
 * Mollie's names of the methods that lead to a page of theirs or of Mollie's. The data of a request
 * have no place in Mollie's: its page asks for a code of BLIK.
 *
 * @see https://github.com/mollie/openapi/blob/main/specs.yaml (method)
 */
const redirects: Readonly<Partial<Record<PaymentMethodType, string>>> = {
  alma: 'alma',
  bancontact_card: 'bancontact',
  bizum: 'bizum',
  blik: 'blik',
  eps: 'eps',
  ideal: 'ideal',
  klarna: 'klarna',
  mb_way: 'mbway',
  multibanco: 'multibanco',
  open_banking_uk: 'paybybank',
  paypal: 'paypal',
  przelewy24: 'przelewy24',
  sepa_bank_transfer: 'banktransfer',
  swish: 'swish',
  trustly: 'trustly',
  twint: 'twint',
};

/** Whether a method lends to its payer, for which Mollie requires the person and the lines. */
export const isPayLater = (source: PaymentSource): boolean =>
  source.kind === 'payment_method' && source.method === 'pay_later';

/** The method of a payment, with a wallet's token. Throws for a method that Mollie does not have. */
export const methodForm = ({ source }: Pick<Authorization, 'source'>) =>
  walletPayment(source) ?? { method: methodOf(source) };

function methodOf(source: PaymentSource): string {
  if (cardOf({ source }) || isCardOnFile(source)) return 'creditcard';
  const name = source.kind === 'payment_method' ? redirects[source.type] : undefined;
  if (name === undefined) throw new Error('Mollie does not charge this.');
  return name;
}

/** Whether the source is a mandate of a card; a mandate of an unknown method is taken for one. */
export const isCardOnFile = (source: PaymentSource): boolean =>
  source.kind === 'connector_mandate' && (source.method ?? 'card') === 'card';
