import { ofAccount } from './accounts.ts';
import { cost, done, type Scenarios, type Shop, vaultCost } from './scenario.ts';
import { created, withProfile } from './steps.ts';

/** The payment form in a page of the shop. */

const origin = 'https://shop.example';

const queryOf = (shop: Shop, { client_secret }: { readonly client_secret: string }) => ({
  publishable_key: shop.merchant.publishableKey,
  client_secret,
  origin,
});

export const checkout: Scenarios = {
  'checkout.show': {
    request: async (shop) => ({ query: queryOf(shop, await created(shop)) }),
    // Without the vault the form still offers the other methods.
    succeeded: ({ text }) => text.includes('/api/v1/capture_form?session_token='),
    // It reads the publishable key, and counts the card forms of the payment.
    budget: cost(4, 4, 1, 2.5),
    grants: [{ action: 'dynamodb:UpdateItem', resource: /-data-/ }],
    crash: 'It counts its card forms, and changes no payment.',
    vault: { credentials: vaultCost(1, 1, 0), audit: vaultCost(1, 2, 0) },
  },
  'checkout.show, of a payment that is over': {
    async prepare(shop) {
      await done(shop, 'accounts.update', {
        ...ofAccount(shop),
        body: { merchant_id: shop.merchant.id, enable_payment_response_hash: true },
      });
      await withProfile(shop, { return_url: `${origin}/thanks` });
    },
    request: async (shop) => {
      const payment = await created(shop);
      await done(shop, 'payments.cancel', {
        params: { payment_id: payment.payment_id },
        body: {},
      });
      return { query: queryOf(shop, payment) };
    },
    grants: [{ action: 'kms:Decrypt' }],
  },
  'checkout.script': { request: () => ({}), budget: cost(0, 0, 0, 0) },
};
