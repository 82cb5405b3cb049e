import { adyenDeclines } from '#connectors/adyen/declines.ts';
import { shippedErrors } from '#operator/gsm/shipped-errors.ts';
import type { Send } from '#platform/http/egress/egress.ts';
import { presentPayment } from '#switch/payments/response/present-payment.ts';
import { type DeclineKind, declineKinds } from '#vocabulary/decline-kinds.ts';
import { declineText } from '#vocabulary/decline-text.ts';
import { sentences } from '#vocabulary/sentences.ts';
import { aPaidPayment } from '../../support/entities/a-refund.ts';
import { stripeAccount } from '../../support/processors/stripe-account.ts';
import { failingCalls } from '../../support/runner/faults.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  adminKey,
  aMerchant,
  aPaymentRequest,
  type SwitchDependencies,
  switchDependencies,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

const sentence = (locale: string, kind: DeclineKind) => sentences(...declineText(locale, kind));

/** What an answer says of a decline of this kind at a processor that moves money. */
function explanation(kind: DeclineKind, locale = 'en') {
  const { code, message, standardisedCode, description } = shippedErrors[kind];
  return {
    unified_code: code,
    unified_message: message,
    error_details: expect.objectContaining({
      unified_details: {
        category: code,
        message,
        standardised_code: standardisedCode,
        description,
        user_guidance_message: sentence(locale, kind),
        recommended_action: null,
      },
    }),
  };
}

async function aShop(connector?: object, given: Partial<SwitchDependencies> = {}) {
  const dependencies = { ...switchDependencies(), ...given };
  const world = switchInMemory([], dependencies);
  const account =
    connector ?? (await stripeAccount(dependencies.processor, 'merchant_example', 'sk_test_shop'));
  const merchant = await aMerchant(world, 'merchant_example', {}, account);
  dependencies.processor.clock.now = dependencies.clock.now;
  const { key, publishableKey } = merchant;
  const accepting = (language?: string): Readonly<Record<string, string>> =>
    language === undefined ? {} : { 'accept-language': language };
  const pay = async (language?: string, number = '4000000000009995', changes: object = {}) =>
    (
      await world.ask('payments.create', {
        key,
        headers: accepting(language),
        body: aPaymentRequest({ confirm: true, ...byCard(number), ...changes }),
      })
    ).body;
  const retrieve = async (payment_id: string, language?: string, query: object = {}) =>
    (
      await world.ask('payments.retrieve', {
        key,
        headers: accepting(language),
        params: { payment_id },
        query: { ...query },
      })
    ).body;
  return { ...world, dependencies, merchant, key, publishableKey, accepting, pay, retrieve };
}

/** An account at Adyen, which refuses each payment for this reason. */
async function refusedByAdyen(refusalReasonCode: string) {
  const usual = switchDependencies();
  const send: Send = async (request, options) => {
    if (!/\/payments$/.test(request.url)) return usual.send(request, options);
    const { reference } = JSON.parse(String(request.body));
    const answer = {
      resultCode: 'Refused',
      pspReference: 'PSPREFERENCE0001',
      merchantReference: reference,
      refusalReasonCode,
      refusalReason: 'Words of the processor',
    };
    const headers = { 'content-type': 'application/json' };
    const response = { status: 200, headers, body: JSON.stringify(answer) };
    return { kind: 'answered', response };
  };
  return aShop(
    {
      connector_name: 'adyen',
      connector_account_details: { auth_type: 'BodyKey', api_key: 'AQE_key', key1: 'Shop' },
    },
    { ...usual, send },
  );
}

describe('a declined payment at a processor that moves money', () => {
  it.each(
    declineKinds.map((kind) => [
      kind,
      adyenDeclines.codes[kind]?.find((code) => /^\d+$/.test(code)),
    ]),
  )(
    'a decline by Adyen of the kind %s (%s) is explained in the language of the request',
    async (kind, code = '') => {
      const shop = await refusedByAdyen(code);
      for (const [language, locale] of [
        [undefined, 'en'],
        ['de-AT', 'de'],
        ['ar', 'ar'],
        ['ja', 'ja'],
        ['is, fr;q=0.4, en;q=0.3', 'fr'],
        ['is', 'en'],
        ['*', 'en'],
        [';;q', 'en'],
      ] as const) {
        expect(await shop.pay(language)).toMatchObject({
          status: 'failed',
          error_code: code,
          ...explanation(kind, locale),
        });
      }
    },
  );

  it.each([
    ['4000000000009995', 'insufficient_funds'],
    ['4000000000000069', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc'],
    ['4000000000006975', 'limit_exceeded'],
    ['4000000000000002', 'call_issuer'],
    ['4000000000009987', 'call_issuer'],
    ['4000000000009979', 'call_issuer'],
    ['4000000000000119', 'try_again_later'],
  ] as const)("a decline of Stripe's test card %s is explained as %s", async (number, kind) => {
    const shop = await aShop();
    const payment = await shop.pay('pl', number);
    expect(payment).toMatchObject({ status: 'failed', ...explanation(kind, 'pl') });
    const { unified_details } = payment.error_details;
    expect(JSON.stringify(unified_details)).not.toMatch(/lost|stolen/i);
  });

  it('each answer about a declined payment has the language of its own request', async () => {
    const shop = await aShop();
    const created = await shop.pay('de', undefined, { confirm: false });
    const { payment_id, client_secret } = created;
    const params = { payment_id };
    const confirmed = await shop.ask('payments.confirm', {
      key: shop.publishableKey,
      headers: shop.accepting('ja'),
      params,
      body: { client_secret },
    });
    expect(confirmed.body).toMatchObject(explanation('insufficient_funds', 'ja'));
    const seen = await shop.ask('payments.retrieve', {
      key: shop.publishableKey,
      headers: shop.accepting('ko'),
      params,
      query: { client_secret },
    });
    expect(seen.body).toMatchObject(explanation('insufficient_funds', 'ko'));
    const synced = await shop.retrieve(payment_id, 'fi', { force_sync: 'true' });
    expect(synced).toMatchObject(explanation('insufficient_funds', 'fi'));
    const whole = await shop.retrieve(payment_id, 'tr', { expand_attempts: 'true' });
    expect(whole.attempts).toEqual([
      expect.objectContaining(explanation('insufficient_funds', 'tr')),
    ]);
    expect(await shop.retrieve(payment_id)).toMatchObject(explanation('insufficient_funds', 'en'));
  });

  it('a repeated create presents its payment in the language of the repeat', async () => {
    const shop = await aShop();
    const payment_id = 'order_10017';
    const ask = (language: string) =>
      shop.ask('payments.create', {
        key: shop.key,
        headers: { 'idempotency-key': 'order 10017', ...shop.accepting(language) },
        body: aPaymentRequest({ payment_id, confirm: true, ...byCard('4000000000009995') }),
      });
    expect((await ask('es')).body).toMatchObject(explanation('insufficient_funds', 'es'));
    expect((await ask('it')).body).toMatchObject(explanation('insufficient_funds', 'it'));
  });

  it('several requests at once are answered each in its own language', async () => {
    const shop = await aShop();
    const languages = ['de', 'ja', 'ar', 'zh', 'he', 'el'];
    const answers = await Promise.all(languages.map((language) => shop.pay(language)));
    expect(
      answers.map(({ error_details }) => error_details.unified_details.user_guidance_message),
    ).toEqual(languages.map((language) => sentence(language, 'insufficient_funds')));
  });

  it("an operator's rule replaces the members that it states", async () => {
    const shop = await aShop();
    const { error_code: code } = await shop.pay();
    await shop.ask('gsm.create', {
      key: adminKey,
      body: {
        connector: 'stripe',
        flow: 'Payment',
        sub_flow: 'Authorize',
        code,
        message: 'Your card has insufficient funds.',
        status: 'Failure',
        decision: 'do_default',
        step_up_possible: false,
        clear_pan_possible: false,
        unified_code: 'UE_4000',
        user_guidance_message: 'Top up your card',
      },
    });
    const { clock, processor } = shop.dependencies;
    clock.now = new Date(clock.now.getTime() + 11_000);
    processor.clock.now = clock.now;
    const { standardisedCode, description, message } = shippedErrors.insufficient_funds;
    expect(await shop.pay('de')).toMatchObject({
      unified_code: 'UE_4000',
      unified_message: message,
      error_details: {
        unified_details: {
          category: 'UE_4000',
          message,
          standardised_code: standardisedCode,
          description,
          user_guidance_message: 'Top up your card',
        },
      },
    });
  });
});

it('a payment whose outcome is unknown gives its payer no advice to pay again', async () => {
  const usual = switchDependencies();
  const send = failingCalls(/payment_intents/, 'lost')(usual.send);
  const account = await stripeAccount(usual.processor, 'merchant_example', 'sk_test_shop');
  const shop = await aShop(account, { ...usual, send });
  const payment = await shop.pay('de', '4242424242424242');
  expect(payment).toMatchObject({
    status: 'processing',
    error_code: 'TIMEOUT',
    unified_code: 'UE_9000',
    unified_message: 'Something went wrong',
    error_details: {
      unified_details: { standardised_code: null, description: null, user_guidance_message: null },
    },
  });
});

it.each(['capture_failed', 'void_failed'] as const)(
  'a payment whose attempt is %s gives its payer no advice, since its authorization was granted',
  (status) => {
    const granted = aPaidPayment();
    const error = { code: 'insufficient_funds', message: 'Words of the processor' };
    const attempt = { ...granted.attempt, connectorName: 'stripe', status, error };
    expect(presentPayment({ ...granted, status: 'failed', attempt })).toMatchObject({
      unified_code: 'UE_9000',
      error_details: {
        unified_details: {
          standardised_code: null,
          description: null,
          user_guidance_message: null,
        },
      },
    });
  },
);

it('a decline by a test connector keeps its published code and message, and has its reason beside them', async () => {
  const world = switchInMemory();
  const { key } = await aMerchant(world);
  const { body } = await world.ask('payments.create', {
    key,
    headers: { 'accept-language': 'ja' },
    body: aPaymentRequest({ confirm: true, ...byCard('4000000000009979') }),
  });
  expect(body).toMatchObject({
    error_message: 'Payment declined: Stolen card',
    unified_code: 'UE_9000',
    unified_message: 'Something went wrong',
    error_details: {
      unified_details: {
        category: 'UE_9000',
        message: 'Something went wrong',
        standardised_code: 'do_not_honor',
        user_guidance_message: sentence('ja', 'call_issuer'),
      },
    },
  });
});
