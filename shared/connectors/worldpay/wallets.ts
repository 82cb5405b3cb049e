import * as v from 'valibot';
import type { PaymentSource } from '../interface/payments.ts';

const Apple = v.object({ payment_data: v.string() });
const Google = v.object({ tokenization_data: v.object({ token: v.string() }) });
/** What both encrypt is a JSON object, which Worldpay gets as a text. */
const Encrypted = v.pipe(v.string(), v.parseJson(), v.looseObject({ signature: v.string() }));

/** Worldpay's name of the wallet, and what the wallet has encrypted. */
export interface WalletInstrument {
  readonly method: 'applepay' | 'googlepay';
  readonly walletToken: string;
}

/**
 * The card in a wallet; undefined where the source is none. Throws for what the wallet has not
 * encrypted for Worldpay. Its values are secret, so no error repeats them.
 *
 * @see https://developer.worldpay.com/products/payments/openapi
 */
export function walletInstrument(source: PaymentSource): WalletInstrument | undefined {
  if (source.kind !== 'payment_method' || source.method !== 'wallet') return undefined;
  switch (source.type) {
    case 'apple_pay': {
      const read = v.safeParse(Apple, source.data);
      const text = read.success ? Buffer.from(read.output.payment_data, 'base64').toString() : '';
      return { method: 'applepay', walletToken: encrypted(text) };
    }
    case 'google_pay': {
      const read = v.safeParse(Google, source.data);
      const text = read.success ? read.output.tokenization_data.token : '';
      return { method: 'googlepay', walletToken: encrypted(text) };
    }
    default:
      return undefined;
  }
}

function encrypted(text: string): string {
  if (!v.is(Encrypted, text)) throw new Error('This payload of a wallet is not for Worldpay.');
  return text;
}
