import { nameIn } from '../formats/addresses.ts';
import { walletTokenIn } from '../formats/wallet-tokens.ts';
import type { Authorization } from '../interface/payments.ts';
import type { DecryptedWalletToken } from '../interface/wallet-token.ts';
import { amountOf } from './amounts.ts';
import { addressIn, expiryOf } from './order-parts.ts';

/**
 * The card in a wallet that the merchant has decrypted, as the payment source of an order; undefined
 * where the source is no card of a wallet. Throws for a token as the wallet encrypted it: PayPal
 * takes those only from its own script in the customer's browser.
 *
 * @see https://github.com/paypal/paypal-rest-api-specifications `apple_pay_decrypted_token_data`
 * @see https://developer.paypal.com/docs/api/orders/v2/ (google_pay)
 */
export function walletSource(input: Authorization): object | undefined {
  const token = walletTokenIn(input.source);
  if (!token) return undefined;
  if (token.kind === 'encrypted') {
    throw new Error('PayPal takes the card of a wallet that the merchant has decrypted.');
  }
  const { billing, customer } = input.order;
  const payer = {
    name: nameIn(billing),
    email_address: customer?.email ?? billing?.email ?? undefined,
  };
  return token.wallet === 'apple_pay'
    ? { apple_pay: { ...payer, decrypted_token: ofApple(token, input) } }
    : { google_pay: { ...payer, decrypted_token: ofGoogle(token, input) } };
}

const ofApple = (token: DecryptedWalletToken, input: Authorization) => ({
  transaction_amount: amountOf(input.amountMinor, input.currency),
  tokenized_card: cardOf(token, input),
  payment_data_type: '3DSECURE',
  payment_data: { cryptogram: token.cryptogram, eci_indicator: token.eci },
});

const ofGoogle = (token: DecryptedWalletToken, input: Authorization) => ({
  payment_method: 'CARD',
  card: cardOf(token, input),
  authentication_method: token.cryptogram === undefined ? 'PAN_ONLY' : 'CRYPTOGRAM_3DS',
  cryptogram: token.cryptogram,
  eci_indicator: token.eci,
});

const cardOf = (
  { number, expiryMonth, expiryYear }: DecryptedWalletToken,
  { order: { billing } }: Authorization,
) => ({
  number,
  expiry: expiryOf({ expiryMonth, expiryYear }),
  name: nameIn(billing),
  billing_address: addressIn(billing),
});
