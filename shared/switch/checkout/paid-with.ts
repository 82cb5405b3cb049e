import * as v from 'valibot';
import type { CheckoutTexts } from '#vocabulary/page-texts/page-texts.ts';
import { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import type { Payment } from '../payments/payment.ts';
import { methodName } from './method-names.ts';
import { networkName } from './network-name.ts';

const Method = v.object({
  payment_method: PaymentMethod,
  payment_method_type: v.fallback(v.nullish(PaymentMethodType), undefined),
});

const text = v.fallback(v.optional(v.string()), undefined);

/** The masked card or bank account in stored payment method data. */
const Account = v.object({ last4: text, card_network: text, iban: text, account_number: text });

/**
 * The payment method of a payment, with its card or account: `Visa •••• 4242`,
 * `Google Pay (Visa •••• 1111)`, `Direct debit (SEPA) •••• 3000`, `iDEAL`. Undefined before one was
 * chosen.
 */
export function paidWith(
  { attempt, requestFields }: Pick<Payment, 'attempt' | 'requestFields'>,
  texts: CheckoutTexts,
): string | undefined {
  const parsed = v.safeParse(Method, requestFields);
  if (!parsed.success) return undefined;
  const { payment_method: method, payment_method_type: type } = parsed.output;
  const { digits, network } = accountOf(attempt.paymentMethodData);
  if (method === 'card' || method === 'network_token') {
    return [network ?? texts.groups.card, ...digits].join(' ');
  }
  if (!type) return undefined;
  const name = methodName(method, type, texts);
  return network === undefined
    ? [name, ...digits].join(' ')
    : `${name} (${[network, ...digits].join(' ')})`;
}

/** The network and the masked digits of the first card or bank account in the data. */
function accountOf(data: Payment['attempt']['paymentMethodData'] = { billing: null }) {
  const { card, network_token, wallet, bank_debit, bank_redirect, gift_card } = data;
  const nested = [wallet, bank_debit, bank_redirect, gift_card].flatMap((one) =>
    Object.values(one ?? {}),
  );
  for (const account of [card, network_token, ...nested]) {
    const parsed = v.safeParse(Account, account);
    if (!parsed.success) continue;
    const { last4, iban, account_number, card_network: network } = parsed.output;
    // A number that is masked whole shows no digit.
    const digits = /[0-9A-Za-z]{4}$/.exec(last4 ?? iban ?? account_number ?? '');
    if (!digits && !network) continue;
    return {
      digits: digits ? [`•••• ${digits[0]}`] : [],
      network: network ? networkName(network) : undefined,
    };
  }
  return { digits: [], network: undefined };
}
