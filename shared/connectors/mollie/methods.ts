import type { PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { cardOnFileIn } from '../formats/wallet-tokens.ts';
import type { Card } from '../interface/card.ts';
import type { Authorization, PaymentSource } from '../interface/payments.ts';
import { walletPayment } from './wallets.ts';

/** The card that is charged by its number, where there is one. */
export const cardOf = ({ source }: Pick<Authorization, 'source'>): Card | undefined =>
  source.kind === 'card' ? source.card : cardOnFileIn(source);

/** Mollie's names of the payment methods that lead to a page of theirs. */
const redirects: Readonly<Partial<Record<PaymentMethodType, string>>> = {
  ideal: 'ideal',
  eps: 'eps',
  bancontact_card: 'bancontact',
  przelewy24: 'przelewy24',
};

/** The method of a payment, with a wallet's token. Throws for a method that Mollie does not have. */
export const methodForm = (input: Authorization) =>
  walletPayment(input.source) ?? { method: methodOf(input.source) };

function methodOf(source: PaymentSource): string {
  if (cardOf({ source }) || isCardOnFile(source)) return 'creditcard';
  const name = source.kind === 'payment_method' ? redirects[source.type] : undefined;
  if (name === undefined) throw new Error('Mollie does not charge this.');
  return name;
}

/** Whether the source is a mandate of a card; a mandate of an unknown method is taken for one. */
export const isCardOnFile = (source: PaymentSource): boolean =>
  source.kind === 'connector_mandate' && (source.method ?? 'card') === 'card';
