import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { chosenName, given, Identifier } from '#platform/schema.ts';
import { Address } from '#vocabulary/address.ts';
import { PaymentMethodType } from '#vocabulary/payment-methods.ts';

/** Unknown fields are ignored, as in Hyperswitch v1. */
export const CalculateTaxRequest = v.object({
  client_secret: given(v.string()),
  /** The delivery address. */
  shipping: Address,
  payment_method_type: PaymentMethodType,
  session_id: given(chosenName(255)),
});
export type CalculateTaxRequest = v.InferOutput<typeof CalculateTaxRequest>;

export const calculateTax = defineOperation({
  name: 'payments.calculate-tax',
  method: 'POST',
  path: '/payments/{payment_id}/calculate_tax',
  summary: 'Calculate the tax of an order that is to be paid',
  about: {
    description:
      'Asks the tax service of the profile for the tax of the order, by its shipping address, and adds it to the payment.',
  },
  movesMoney: true,
  auth: 'client secret',
  params: v.object({ payment_id: Identifier }),
  body: CalculateTaxRequest,
  response: v.object({
    payment_id: v.string(),
    /** In minor units. */
    net_amount: v.number(),
    order_tax_amount: v.nullable(v.number()),
    shipping_cost: v.nullable(v.number()),
    /** The same amounts as decimal numbers. */
    display_amount: v.object({
      net_amount: v.string(),
      order_tax_amount: v.nullable(v.string()),
      shipping_cost: v.nullable(v.string()),
    }),
  }),
  errors: [
    'payment_not_found',
    'payment_unexpected_state',
    'precondition_failed',
    'unauthorized_change',
    'client_secret_mismatch',
    'client_secret_expired',
    'concurrent_update',
    'temporarily_unavailable',
  ],
  notFound: 'payment_not_found',
  access: {
    table: ['GetItem', 'PutItem', 'Query'],
    connectors: true,
    secrets: ['use key'],
  },
  impact: 'Tax by delivery address is not calculated, and not charged.',
  example: {
    params: { payment_id: 'pay_example' },
    body: {
      client_secret: 'pay_example_secret_0123456789abcdefghij',
      shipping: { address: { country: 'DE' } },
      payment_method_type: 'paypal',
    },
  },
});
