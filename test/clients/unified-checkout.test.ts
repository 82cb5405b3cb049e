import { inBrowser } from '../shared/vault/pages/a-browser.ts';
import { aPayerBrowser, createPayment, withGooglePay } from '../support/browser/payer-browser.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import {
  cardData,
  createMerchant,
  type Merchant,
  type MerchantOptions,
  successful,
} from '../support/switch/merchant.ts';
import { textAt } from '../support/switch/switch.ts';
import {
  answerOf,
  type CheckoutShop,
  openCheckout,
  startCheckoutShop,
  typeCard,
} from './unified-checkout.ts';
import { withClient } from './with-client.ts';

const live = aRunningSwitch();

/** Stands in for the sheet, which is Google's, by the members that Google documents. */
const googlePaySheet = `
  class PaymentsClient {
    isReadyToPay() { return Promise.resolve({ result: true }); }
    prefetchPaymentData() {}
    createButton({ onClick }) {
      const button = document.createElement('button');
      button.textContent = 'The sheet of Google Pay';
      button.onclick = onClick;
      return button;
    }
    loadPaymentData() {
      return Promise.resolve({
        apiVersion: 2,
        apiVersionMinor: 0,
        paymentMethodData: {
          type: 'CARD',
          description: 'Visa 1111',
          info: { cardNetwork: 'VISA', cardDetails: '1111' },
          tokenizationData: { type: 'PAYMENT_GATEWAY', token: 'an encrypted token' },
        },
      });
    }
  }
  window.google = { payments: { api: { PaymentsClient } } };
`;

/** Stands in for Safari's sheet, by the members that Apple documents. */
const applePaySheet = `
  window.ApplePaySession = class {
    static STATUS_SUCCESS = 0;
    static canMakePayments() { return true; }
    static supportsVersion() { return true; }
    begin() { setTimeout(() => this.onvalidatemerchant({ validationURL: 'https://apple.example' })); }
    completeMerchantValidation() {
      const token = {
        paymentData: { version: 'EC_v1', data: 'an encrypted token' },
        paymentMethod: { displayName: 'Visa 0492', network: 'Visa', type: 'debit' },
        transactionIdentifier: '3cee896791d47a4e',
      };
      const payment = { token, billingContact: {}, shippingContact: {} };
      setTimeout(() => this.onpaymentauthorized({ payment }));
    }
    completePayment() {}
    abort() {}
  };
`;

/** @see https://github.com/juspay/hyperswitch-web */
const published = {
  what: 'the unified checkout of Hyperswitch, unchanged',
  variable: 'HYPERSWITCH_WEB',
  holds: 'its built files (`dist`), for the environment `local`',
};

withClient(published, (folder) => {
  inBrowser('a payer at a shop with the unified checkout', () => {
    const payer = aPayerBrowser();
    let shop: CheckoutShop;
    beforeAll(async () => {
      shop = await startCheckoutShop(folder, live.running.url);
    });
    afterAll(() => shop.stop());

    /** A payment of a new merchant, open in the checkout. */
    async function opened(terms: object = {}, options: MerchantOptions = {}, more: object = {}) {
      const merchant = await createMerchant(live.running, options);
      return { merchant, ...(await openedOf(merchant, terms, more)) };
    }
    async function openedOf(merchant: Merchant, terms: object = {}, more: object = {}) {
      const return_url = `${shop.url}/return`;
      const payment = await createPayment(live.running, merchant, { return_url, ...terms });
      const form = await openCheckout(payer.page, shop, {
        publishableKey: merchant.publishableKey,
        clientSecret: textAt(payment, 'client_secret'),
        ...more,
      });
      const path = `/payments/${textAt(payment, 'payment_id')}`;
      const retrieved = async () =>
        successful(await live.running.call('GET', path, { key: merchant.key }));
      return { form, retrieved };
    }
    const pay = () => payer.page.getByRole('button', { name: 'Pay now' }).click();

    const approve = () => payer.page.getByRole('button', { name: 'Complete Payment' }).click();
    const frameText = (text: string | RegExp) =>
      payer.page.frameLocator('iframe[src*="componentName=payment"]').getByText(text).first();

    it('a payer pays with a card', async () => {
      const { form, retrieved } = await opened();
      await typeCard(form);
      await pay();
      await expect(answerOf(payer.page)).resolves.toContain('"status":"succeeded"');
      expect(textAt(await retrieved(), 'payment_method_data.card.last4')).toBe('4242');
    });

    it('a payer whose card is declined pays with another one', async () => {
      const merchant = await createMerchant(live.running);
      const profile = `/account/${merchant.id}/business_profile/${merchant.profileId}`;
      const body = { is_manual_retry_enabled: true };
      successful(await live.running.call('POST', profile, { key: merchant.key, body }));
      const { form, retrieved } = await openedOf(merchant);
      await typeCard(form, '4000000000000002');
      await pay();
      await expect(answerOf(payer.page)).resolves.toContain('"status":"failed"');
      await payer.page.evaluate("document.getElementById('answer').textContent = ''");
      await typeCard(form, '4242424242424242');
      await pay();
      await expect(answerOf(payer.page)).resolves.toContain('"status":"succeeded"');
      expect(textAt(await retrieved(), 'status')).toBe('succeeded');
    });

    it('a payer passes a challenge and comes back to the shop', async () => {
      const { form, retrieved } = await opened({ authentication_type: 'three_ds' });
      await typeCard(form, '4000003800000446');
      await pay();
      await approve();
      await payer.page.getByRole('heading', { name: 'Welcome back' }).waitFor();
      expect(textAt(await retrieved(), 'status')).toBe('succeeded');
    });

    it('a payer saves a card and pays with it the next time', async () => {
      const { form, merchant, retrieved } = await opened({ customer_id: 'cus_checkout' });
      await typeCard(form);
      await form.locator('.checkmark').click();
      await pay();
      await expect(answerOf(payer.page)).resolves.toContain('"status":"succeeded"');
      expect(textAt(await retrieved(), 'payment_method_id')).toMatch(/^pm_/);

      const next = await openedOf(merchant, { customer_id: 'cus_checkout' });
      await frameText(/4242/).waitFor();
      await next.form.getByPlaceholder('123', { exact: true }).fill('123');
      await pay();
      await expect(answerOf(payer.page)).resolves.toContain('"status":"succeeded"');
      expect(textAt(await next.retrieved(), 'payment_token')).toMatch(/^token_/);
    });

    it('a payer consents to later charges, and the mandate names the address', async () => {
      const { form, merchant, retrieved } = await opened({
        customer_id: 'cus_checkout',
        setup_future_usage: 'off_session',
        mandate_data: { mandate_type: { multi_use: { amount: 9_999, currency: 'EUR' } } },
      });
      await typeCard(form);
      await pay();
      await expect(answerOf(payer.page)).resolves.toContain('"status":"succeeded"');
      const id = textAt(await retrieved(), 'mandate_id');
      const { call } = live.running;
      const mandate = successful(await call('GET', `/mandates/${id}`, { key: merchant.key }));
      expect(textAt(mandate, 'customer_acceptance.online.ip_address')).toBe('127.0.0.1');
    });

    it('a payer has a bank account debited', async () => {
      const { form, retrieved } = await opened({ allowed_payment_method_types: ['sepa'] });
      await form
        .locator('input[name="iban"], input[placeholder*="DE00"]')
        .fill('DE89370400440532013000');
      await form.locator('input[type="email"], input[name="email"]').fill('payer@example.com');
      await form.getByPlaceholder(/name/i).fill('Jane Doe');
      await pay();
      await payer.page
        .getByRole('heading', { name: 'Welcome back' })
        .or(payer.page.locator('#answer').filter({ hasText: /./ }))
        .waitFor();
      expect(['processing', 'succeeded']).toContain(textAt(await retrieved(), 'status'));
      expect(textAt(await retrieved(), 'payment_method_data.billing.email')).toBe(
        'payer@example.com',
      );
    });

    it("a payer's Google Pay goes to a connector that the checkout names", async () => {
      await payer.page.route('https://pay.google.com/**', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: googlePaySheet }),
      );
      const payment_methods_enabled = [
        {
          payment_method: 'wallet',
          payment_method_types: [
            { payment_method_type: 'google_pay', payment_experience: 'invoke_sdk_client' },
          ],
        },
      ];
      const connectorAccount = { ...withGooglePay.connectorAccount, payment_methods_enabled };
      const { form, retrieved } = await opened(
        {},
        { connectors: ['stripe_test', 'adyen_test'], connectorAccount },
      );
      await form.getByRole('button', { name: 'The sheet of Google Pay' }).click();
      await payer.page.getByRole('heading', { name: 'Welcome back' }).waitFor();
      const { body } = await retrieved();
      expect(body).toMatchObject({ status: 'succeeded', payment_method_type: 'google_pay' });
    });

    it("a payer's Apple Pay is charged", async () => {
      await payer.page.addInitScript(applePaySheet);
      const wallet = { payment_method_type: 'apple_pay', payment_experience: 'invoke_sdk_client' };
      const connectorAccount = {
        metadata: {
          apple_pay: {
            session_token_data: { merchant_identifier: 'merchant.example' },
            payment_request_data: {
              label: 'Shoes & Sons',
              supported_networks: ['visa'],
              merchant_capabilities: ['supports3DS'],
            },
          },
        },
        payment_methods_enabled: [{ payment_method: 'wallet', payment_method_types: [wallet] }],
      };
      const { form, retrieved } = await opened({}, { connectorAccount });
      await form.getByRole('button', { name: 'Pay with' }).click();
      await payer.page.getByRole('heading', { name: 'Welcome back' }).waitFor();
      const { body } = await retrieved();
      expect(body).toMatchObject({ status: 'succeeded', payment_method_type: 'apple_pay' });
    });

    it('a payer is sent to a bank and comes back', async () => {
      const { retrieved } = await opened({ allowed_payment_method_types: ['ideal'] });
      await frameText(/redirected/).waitFor();
      await pay();
      await approve();
      await payer.page.getByRole('heading', { name: 'Welcome back' }).waitFor();
      expect(textAt(await retrieved(), 'status')).toBe('succeeded');
    });

    it('a payer comes back to another page of the shop than the order stated', async () => {
      const returnUrl = `${shop.url}/thanks?payment_id=7`;
      await opened({ allowed_payment_method_types: ['ideal'] }, {}, { returnUrl });
      await frameText(/redirected/).waitFor();
      await pay();
      await approve();
      await payer.page.getByRole('heading', { name: 'Thank you' }).waitFor();
    });

    it('a payer reads the form in the language of the shop', async () => {
      await opened({}, {}, { locale: 'de' });
      await frameText('Kartennummer').waitFor();
    });

    it('a payment that was paid in another tab is not charged again', async () => {
      const { form, merchant, retrieved } = await opened();
      const id = textAt(await retrieved(), 'payment_id');
      const confirmed = await live.running.call('POST', `/payments/${id}/confirm`, {
        key: merchant.key,
        body: cardData(),
      });
      successful(confirmed);
      await typeCard(form);
      await pay();
      await expect(answerOf(payer.page)).resolves.toMatch(
        /succeeded|payment_intent_unexpected_state|IR_16/,
      );
      expect((await retrieved()).body).toMatchObject({ amount_received: 2_599 });
    });
  });
});
