import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { integer } from '#platform/schema.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { Reference } from './operations.ts';

const Session = v.strictObject({
  wallet: PaymentMethodType,
  /** In minor units. */
  amount: integer(0, Number.MAX_SAFE_INTEGER),
  currency: Currency,
});

export const openSandboxWalletSession = defineOperation({
  name: 'sandbox.open-wallet-session',
  method: 'PUT',
  path: '/wallet-sessions/{reference}',
  summary: "Make a test order for a wallet's window",
  auth: 'processor key',
  params: v.object({
    /** The caller's reference of the payment. */
    reference: Reference,
  }),
  body: Session,
  response: v.object({ reference: v.string(), order_id: v.string() }),
  errors: [],
  access: { sandbox: true },
  impact: "Wallets' windows cannot be opened with test orders.",
  example: {
    params: { reference: 'pay_example_1' },
    body: { wallet: 'paypal', amount: 6_540, currency: 'USD' },
  },
});

/** The id of a test order: for the same order always the same, for any other another one. */
export const orderIdOf = (reference: string, { wallet, amount, currency }: SandboxSession) =>
  createHash('sha256')
    .update(JSON.stringify([reference, wallet, amount, currency]))
    .digest('hex')
    .slice(0, 17)
    .toUpperCase();

type SandboxSession = v.InferOutput<typeof Session>;
