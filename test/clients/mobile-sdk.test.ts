import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { createPayment } from '../support/browser/payer-browser.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import {
  cardData,
  createMerchant,
  type MerchantOptions,
  newId,
} from '../support/switch/merchant.ts';
import { textAt } from '../support/switch/switch.ts';
import { withClient } from './with-client.ts';

/** @see https://github.com/juspay/hyperswitch-client-core */
const published = {
  what: "the requests of Hyperswitch's mobile SDK, unchanged",
  variable: 'HYPERSWITCH_MOBILE',
  holds: 'the SDK and its shared code, as its own `rescript` has compiled them',
};

const Done = v.object({
  told: v.unknown(),
  sent: v.array(v.object({ method: v.string(), path: v.string(), status: v.number() })),
  opened: v.array(v.string()),
});

const script = fileURLToPath(new URL('mobile-sdk.mjs', import.meta.url));

/** Has the SDK do a task, in a process of its own. */
function sdk(task: object): Promise<v.InferOutput<typeof Done>> {
  const { promise, resolve, reject } = Promise.withResolvers<v.InferOutput<typeof Done>>();
  const child = execFile(process.execPath, [script], (error, stdout, stderr) => {
    if (error) reject(new Error(stderr || String(error)));
    else resolve(v.parse(Done, JSON.parse(stdout)));
  });
  child.stdin?.end(JSON.stringify(task));
  return promise;
}

const { payment_method_data: card } = cardData();
const { payment_method_data: declined } = cardData('4000000000000002');
const { payment_method_data: challenged } = cardData('4000003800000446');
const byCard = { do: 'pay', method: 'card', type: 'debit' };
const paid = { told: { paymentStatus: 'PaymentSuccess', status: { status: 'succeeded' } } };

withClient(published, (folder) => {
  const live = aRunningSwitch();

  describe.each([
    ['iOS, by its client secret', 'ios', false],
    ['iOS, by the SDK authorization', 'ios', true],
    ['Android, by the SDK authorization', 'android', true],
  ])('an app on %s', (_, platform, isAuthorized) => {
    /** An app whose shop has the merchant's payments. */
    async function anApp(options: MerchantOptions = {}) {
      const merchant = await createMerchant(live.running, options);
      const customer_id = newId('cus');
      return async (task: object, terms: object = {}) => {
        const payment = await createPayment(live.running, merchant, {
          customer_id,
          return_url: 'https://shop.example/return',
          ...terms,
        });
        return sdk({
          folder,
          platform,
          appId: 'com.shop.app',
          url: live.running.url,
          publishableKey: merchant.publishableKey,
          clientSecret: textAt(payment, 'client_secret'),
          ...(isAuthorized && { sdkAuthorization: textAt(payment, 'sdk_authorization') }),
          ...task,
        });
      };
    }

    it('an app shows the methods, pays with a card, saves it, and charges it with its code', async () => {
      const app = await anApp();
      const { told, sent } = await app({ do: 'show' });
      expect(told).toMatchObject({
        methods: expect.arrayContaining(['google_pay', 'klarna', 'paypal']),
        saved: [],
      });
      expect(sent.map(({ status }) => status)).toEqual([200, 200]);
      expect(await app({ ...byCard, data: card, isSaved: true })).toMatchObject(paid);
      expect(await app({ do: 'show' })).toMatchObject({ told: { saved: ['4242'] } });
      expect(await app({ do: 'pay with the saved card', method: 'card' })).toMatchObject(paid);
    });

    it('an app tells of a decline, and pays later charges by consent', async () => {
      const app = await anApp();
      expect(await app({ ...byCard, data: declined })).toMatchObject({
        told: { failed: { code: 'DC_08' } },
      });
      const later = { setup_future_usage: 'off_session' };
      expect(await app({ ...byCard, data: card, isSaved: true }, later)).toMatchObject(paid);
    });

    it('an app opens the page of a challenge and of a bank', async () => {
      const app = await anApp();
      const challenge = await app(
        { ...byCard, data: challenged },
        { authentication_type: 'three_ds' },
      );
      expect(challenge.opened).toEqual([expect.stringContaining('/payments/redirect/')]);
      const ideal = { bank_redirect: { ideal: { bank_name: 'ing', country: 'NL' } } };
      const bank = await app(
        { do: 'pay', method: 'bank_redirect', type: 'ideal', data: ideal },
        { currency: 'EUR' },
      );
      expect(bank.opened).toEqual([expect.stringContaining('/payments/redirect/')]);
    });

    it('an app pays by Apple Pay, with the answer of a phone', async () => {
      const app = await anApp();
      const apple_pay = {
        status: 'Success',
        payment_data: 'ZW5jcnlwdGVkIGJ5IHRoZSB3YWxsZXQ=',
        payment_method: { display_name: 'Visa 0492', network: 'Visa', type: 'debit' },
        transaction_identifier: '3cee896791d47a4e',
      };
      const task = { do: 'pay', method: 'wallet', type: 'apple_pay', sheet: { apple_pay } };
      expect(await app(task)).toMatchObject(paid);
    });

    it('an app pays by Google Pay, asks for wallets and retrieves its payment', async () => {
      const app = await anApp();
      const google_pay = {
        type: 'CARD',
        description: 'Visa 1111',
        info: { card_network: 'VISA', card_details: '1111' },
        tokenization_data: { type: 'PAYMENT_GATEWAY', token: 'an encrypted token' },
      };
      const task = {
        do: 'pay',
        method: 'wallet',
        type: 'google_pay',
        data: { wallet: { google_pay } },
      };
      expect(await app(task)).toMatchObject(paid);
      for (const one of ['wallets', 'retrieve']) {
        const { sent } = await app({ do: one });
        expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
      }
    });
  });

  it('an app checks a number before it pays, with the SDK authorization', async () => {
    const merchant = await createMerchant(live.running);
    const payment = await createPayment(live.running, merchant, {});
    const { told } = await sdk({
      folder,
      platform: 'ios',
      url: live.running.url,
      publishableKey: merchant.publishableKey,
      clientSecret: textAt(payment, 'client_secret'),
      sdkAuthorization: textAt(payment, 'sdk_authorization'),
      do: 'check',
      method: 'card',
      data: { card: { card_number: card.card.card_number } },
    });
    expect(told).toMatchObject({ sdk_next_action: { next_action: 'confirm' } });
  });
});
