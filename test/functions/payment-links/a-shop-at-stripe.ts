import {
  aMerchant,
  switchDependencies,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';
import { asks } from './a-linked-payment.ts';
import { aPayer } from './a-payer.ts';

const types = (method: string, ...names: readonly string[]) => ({
  payment_method: method,
  payment_method_types: names.map((payment_method_type) => ({ payment_method_type })),
});

/** An account at Cybersource, which requires the billing address of a card. */
export const atCybersource = {
  connector_name: 'cybersource',
  connector_account_details: {
    auth_type: 'SignatureKey',
    api_key: 'key',
    key1: 'merchant',
    api_secret: 'c2VjcmV0',
  },
  payment_methods_enabled: [types('card', 'credit', 'debit')],
};

/** An account at Stripe, which the sandbox plays. */
const stripe = {
  connector_name: 'stripe',
  connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_test_merchant' },
  payment_methods_enabled: [
    types('card', 'credit', 'debit'),
    types('bank_debit', 'sepa', 'bacs', 'becs', 'ach'),
    types('pay_later', 'klarna', 'afterpay_clearpay'),
  ],
};

/** A shop whose pages offer the methods of one account. */
export async function aShop(account: object = stripe) {
  const world = switchInMemory([], switchDependencies());
  const merchant = await aMerchant(world, 'merchant_example', { merchant_name: 'Shoes' }, account);
  const shop = { ...world, merchant, ...asks(world, merchant) };
  return { ...shop, payer: aPayer(shop) };
}
