import * as v from 'valibot';
import { requestOf } from '../support/requests/other-methods.ts';
import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch, started } from '../support/switch/a-running-switch.ts';
import { cardData, newId, successful } from '../support/switch/merchant.ts';
import { type SaleorApp, type SaleorShop, startSaleor, startSaleorApp } from './saleor.ts';
import { withClient } from './with-client.ts';

/** @see https://github.com/juspay/hyperswitch-saleor-payment-app */
const published = {
  what: "Hyperswitch's payment app for Saleor, unchanged",
  variable: 'HYPERSWITCH_SALEOR',
  holds: 'the app after its own build',
};

const Session = v.looseObject({
  pspReference: v.string(),
  result: v.string(),
  amount: v.number(),
  data: v.looseObject({
    paymentLinks: v.looseObject({ web: v.optional(v.string()) }),
    sdkPayload: v.object({
      payload: v.object({ clientSecret: v.string(), publishableKey: v.string() }),
    }),
  }),
});

const anAddress = {
  firstName: 'Anna',
  lastName: 'Muster',
  phone: '4155550100',
  city: 'San Francisco',
  streetAddress1: 'Hauptstr. 1',
  streetAddress2: '',
  postalCode: '94107',
  countryArea: 'CA',
  companyName: '',
  country: { code: 'US' },
};

const Added = v.object({ result: v.object({ data: v.object({ configurationId: v.string() }) }) });

withClient(published, (folder) => {
  const live = aRunningSwitch({ merchant: { connectors: ['stripe_test'] } });
  let saleor: SaleorShop | undefined;
  let installed: SaleorApp | undefined;

  beforeAll(async () => {
    const { merchant, running } = live;
    saleor = await startSaleor();
    installed = await startSaleorApp(folder, saleor, running.url);
    const added = await installed.configure('paymentConfig.add', {
      configurationName: 'Shop',
      environment: 'test',
      hyperswitchConfiguration: {
        apiKey: merchant.key,
        publishableKey: merchant.publishableKey,
        profileId: merchant.profileId,
        paymentResponseHashKey: merchant.hashKey,
      },
    });
    const { configurationId } = v.parse(Added, added).result.data;
    await installed.configure('mapping.update', { channelId: saleor.channelId, configurationId });
    const profile = `/account/${merchant.id}/business_profile/${merchant.profileId}`;
    const webhook_details = { webhook_url: installed.webhookUrl };
    successful(
      await running.call('POST', profile, { key: merchant.key, body: { webhook_details } }),
    );
  });
  afterAll(async () => {
    await installed?.stop();
    await saleor?.stop();
  });

  /** A checkout of 65.40 USD, up to the payer's page. */
  async function aCheckout(actionType: 'CHARGE' | 'AUTHORIZATION') {
    const id = newId('transaction');
    const shop = started(saleor);
    const channel = { id: shop.channelId, slug: 'shop' };
    const gross = { amount: 65.4, currency: 'USD' };
    const source = {
      __typename: 'Checkout',
      id: newId('checkout'),
      channel,
      userEmail: 'anna@example.com',
      billingAddress: anAddress,
      shippingAddress: anAddress,
      total: { gross },
    };
    const session = v.parse(
      Session,
      await started(installed).send('transaction_initialize_session', {
        data: { returnUrl: 'https://shop.example/checkout' },
        action: { ...gross, actionType },
        transaction: { id, pspReference: '' },
        sourceObject: source,
      }),
    );
    const { clientSecret: client_secret, publishableKey: key } = session.data.sdkPayload.payload;
    const pspReference = session.pspReference;
    return {
      session,
      /** The confirm of Hyperswitch's checkout. */
      pay: (data: object) =>
        live.running.call('POST', `/payments/${pspReference}/confirm`, {
          key,
          body: { client_secret, ...data },
        }),
      /** Has the shop's staff or server ask the app. */
      ask: (event: string, amount = gross.amount) =>
        started(installed).send(event, {
          action: { amount, actionType },
          transaction: { id, pspReference, sourceObject: source },
          sourceObject: source,
        }),
      /** Waits for the report of the app, after the switch's webhook. */
      reported: (type: string) =>
        eventually(() => {
          const found = shop.reported.find((one) => one.transactionId === id && one.type === type);
          if (!found) throw new Error(`The app reported no ${type}.`);
          return found;
        }),
    };
  }

  it('a payment gateway that starts names its orchestrator', async () => {
    expect(
      await started(installed).send('payment_gateway_initialize_session', {
        data: {},
        amount: 65.4,
        sourceObject: { channel: { id: started(saleor).channelId } },
      }),
    ).toEqual({ data: { orchestra: 'HYPERSWITCH' } });
  });

  it('a checkout is paid with a card, and the webhook reports the charge', async () => {
    const { session, pay, reported } = await aCheckout('CHARGE');
    expect(session).toMatchObject({ result: 'CHARGE_ACTION_REQUIRED', amount: 65.4 });
    expect(successful(await pay(cardData())).body).toMatchObject({ status: 'succeeded' });
    expect(await reported('CHARGE_SUCCESS')).toMatchObject({
      amount: 65.4,
      pspReference: session.pspReference,
      availableActions: ['REFUND'],
    });
  });

  it('the link that the shop is given is a page to pay on', async () => {
    const { session } = await aCheckout('CHARGE');
    const page = await fetch(session.data.paymentLinks.web ?? '');
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ]);
  });

  it('a decline is reported, and another checkout pays', async () => {
    const { pay, reported } = await aCheckout('CHARGE');
    await pay(cardData('4000000000000002'));
    await reported('CHARGE_FAILURE');
    const next = await aCheckout('CHARGE');
    await next.pay(cardData('5555555555554444'));
    await next.reported('CHARGE_SUCCESS');
  });

  it('an authorized checkout is charged in part, and refunded', async () => {
    const { session, pay, ask, reported } = await aCheckout('AUTHORIZATION');
    expect(session.result).toBe('AUTHORIZATION_ACTION_REQUIRED');
    expect(successful(await pay(cardData())).body).toMatchObject({ status: 'requires_capture' });
    await reported('AUTHORIZATION_SUCCESS');
    const { pspReference } = session;
    expect(await ask('transaction_charge_requested', 40)).toMatchObject({
      result: 'CHARGE_SUCCESS',
      pspReference,
    });
    await reported('CHARGE_SUCCESS');
    expect(await ask('transaction_refund_requested', 20)).toMatchObject({
      result: 'REFUND_SUCCESS',
      amount: 20,
    });
    expect(await reported('REFUND_SUCCESS')).toMatchObject({ amount: 20 });
  });

  it('an authorized checkout is cancelled', async () => {
    const { pay, ask, reported } = await aCheckout('AUTHORIZATION');
    await pay(cardData());
    expect(await ask('transaction_cancelation_requested')).toMatchObject({
      result: 'CANCEL_SUCCESS',
    });
    await reported('CANCEL_SUCCESS');
  });

  it('a payer is sent to 3-D Secure, and to a bank for iDEAL', async () => {
    for (const means of [cardData('4000003800000446'), requestOf('ideal')]) {
      const { pay } = await aCheckout('CHARGE');
      expect(successful(await pay(means)).body).toMatchObject({
        status: 'requires_customer_action',
        next_action: { type: 'redirect_to_url' },
      });
    }
  });
});
