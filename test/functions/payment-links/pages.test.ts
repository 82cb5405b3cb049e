import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { shownAmount } from '#vocabulary/shown-amount.ts';
import { linkQueryAt, queryAt } from '../../support/requests/page-queries.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import type { Answer, Ask } from '../../support/switch/switch-in-memory.ts';
import { aSwitchWithLinks, returnUrl } from './a-linked-payment.ts';
import { checkoutIn } from './a-payer.ts';

type Switch = Awaited<ReturnType<typeof aSwitchWithLinks>>;

let world: Switch;
beforeEach(async () => {
  world = await aSwitchWithLinks({
    merchant_name: 'Shoes & Sons',
    enable_payment_response_hash: true,
  });
});

const policyOf = ({ headers }: Answer) => headers['content-security-policy']?.split('; ') ?? [];
const hasForm = ({ text }: Answer) => text.includes('id="checkout"');
const wayBackOf = ({ text }: Answer) => {
  const href = /id="return"[^>]* href="([^"]*)"/.exec(text)?.[1];
  return href === undefined ? undefined : new URL(href.replaceAll('&amp;', '&'));
};
const params = { payment_id: 'pay_1' };
const confirmed = (more: object = {}) =>
  world.answered('payments.confirm', { params, body: { ...byCard(), ...more } });

describe('the page on which a customer pays', () => {
  it('the payment page shows the merchant, the amount and the items, and has the keys for the confirm', async () => {
    const { client_secret } = await world.linked({
      order_details: [
        { product_name: 'Shoes <b>', quantity: 2, amount: 1_299 },
        { product_name: 'Laces', quantity: 1, amount: 1 },
      ],
      payment_link_config: {
        transaction_details: [
          { key: 'Policy', value: '10017', ui_configuration: { position: 2 } },
          { key: 'Tour', value: 'North', ui_configuration: { position: 1, is_key_bold: true } },
        ],
      },
    });
    const page = await world.show('pay_1');
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    for (const text of [
      '<h1>Pay Shoes &amp; Sons</h1>',
      '<span class="amount" id="amount">€25.99</span>',
      '<p dir="auto">Two pairs of shoes</p>',
      '2 × <bdi>Shoes &lt;b&gt;</bdi> <span class="quiet">(€12.99)</span></span><span class="sum">€25.98</span></li>',
      'id="sums">\n<dt>Total</dt><dd class="sum">€25.99</dd>',
      '<dt class="bold"><bdi>Tour</bdi></dt><dd><bdi>North</bdi></dd>\n<dt><bdi>Policy</bdi></dt>',
    ]) {
      expect(page.text).toContain(text);
    }
    expect(checkoutIn(page.text)).toMatchObject({
      key: world.merchant.publishableKey,
      secret: client_secret,
      paths: { confirm: '../../payments/pay_1/confirm' },
      price: { currency: 'EUR', amount: '25.99', digits: 2 },
    });
  });

  it("the payment page's policy allows only its own scripts and resources", async () => {
    await world.linked();
    const page = await world.show('pay_1');
    const hash = (tag: string) => {
      const [, text = ''] = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page.text) ?? [];
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    };
    expect(policyOf(page)).toEqual([
      "default-src 'none'",
      `style-src ${hash('style')}`,
      `script-src ${hash('script')}`,
      'img-src data:',
      "base-uri 'none'",
      "connect-src 'self' https://vault.test",
      'frame-src https://vault.test',
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(page.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('the payment page looks as the payment configures it, else as its variant, else as its profile', async () => {
    await world.setProfile({
      payment_link_config: {
        theme: '#111111',
        seller_name: 'By profile',
        payment_button_text: 'Profile pays',
        payment_form_header_text: 'Header of the profile',
        business_specific_configs: {
          summer: { theme: '#222222', seller_name: 'By variant', payment_button_text: 'Summer' },
        },
      },
    });
    const look = async (payment_id: string, more: object) => {
      await world.linked({ payment_id, ...more });
      const { text } = await world.show(payment_id);
      const { button, header } = checkoutIn(text);
      return [
        /border-block-start:.375rem solid (#\w+)/.exec(text)?.[1],
        /<h1>(.*)<\/h1>/.exec(text)?.[1],
        button,
        header,
      ];
    };
    const header = 'Header of the profile';
    expect(await look('pay_2', {})).toEqual(['#111111', 'Pay By profile', 'Profile pays', header]);
    const variant = ['#222222', 'Pay By variant', 'Summer', header];
    expect(await look('pay_3', { payment_link_config_id: 'summer' })).toEqual(variant);
    const unknown = ['#111111', 'Pay By profile', 'Profile pays', header];
    expect(await look('pay_4', { payment_link_config_id: 'constructor' })).toEqual(unknown);
    const more = { payment_link_config_id: 'summer', payment_link_config: { theme: '#333' } };
    expect(await look('pay_5', more)).toEqual(['#333', ...variant.slice(1)]);
    await world.setProfile({ payment_link_config: {} });
    expect(await look('pay_6', {})).toEqual([
      ...['#212E46', 'Pay Shoes &amp; Sons', undefined, 'Card details'],
    ]);
  });

  it('the payment page uses colours and images for nothing else than that', async () => {
    await world.linked({
      order_details: [
        {
          product_name: 'Shoes',
          quantity: 1,
          amount: 2_599,
          product_img_link: 'https://images.example/a.png',
        },
      ],
      payment_link_config: {
        theme: 'red;}body{display:none',
        background_colour: '#12345',
        logo: 'javascript:alert(1)',
        background_image: { url: 'https://cdn.example/a.png?a=");}*{x:url(\\22' },
      },
    });
    const { text, ...page } = await world.show('pay_1');
    expect(text).toContain('solid #212E46');
    expect(text).toContain(
      'background:var(--plane) url("https://cdn.example/a.png?a=%22%29;}*{x:url%28%5c22")',
    );
    expect(text).not.toContain('javascript:');
    expect(policyOf({ text, ...page })).toContain(
      'img-src data: https://cdn.example https://images.example',
    );
  });

  it.each([
    ['de', 'Bezahlen bei Shoes &amp; Sons', '25,99\u00a0€'],
    ['fr-CA', 'Payer à Shoes &amp; Sons', '25,99\u00a0€'],
    ['xx', 'Pay Shoes &amp; Sons', '€25.99'],
    ['"><script>alert(1)</script>', 'Pay Shoes &amp; Sons', '€25.99'],
  ])('the payment page is translated into %s', async (locale, title, amount) => {
    await world.linked();
    const { text } = await world.show('pay_1', { query: { locale, utm_source: 'mail' } });
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).toContain(`id="amount">${amount}<`);
    expect(text).not.toContain('<script>alert');
  });

  it.each([
    ['en-GB', '1 January 2027', '€25.99'],
    ['en-US', 'January 1, 2027', '€25.99'],
    ['de-AT', '1. Jänner 2027', '€\u00a025,99'],
    ['de_AT', '1. Jänner 2027', '€\u00a025,99'],
    ['pt-BR', '1 de janeiro de 2027', '€\u00a025,99'],
    ['en-ab-cd', 'January 1, 2027', '€25.99'],
  ])(
    'the dates and amounts on the payment page have the format of %s',
    async (locale, day, amount) => {
      world.dependencies.clock.now = new Date('2027-01-01T12:00:00Z');
      await world.linked();
      const { status, text } = await world.show('pay_1', { query: { locale } });
      expect(status).toBe(200);
      expect(/<time[^>]*>([^<]*) UTC</.exec(text)?.[1]).toContain(day);
      expect(text).toContain(`id="amount">${amount}<`);
    },
  );

  it('the payment page asks a known customer whether to save the card, unless the request decides it', async () => {
    const asked = async (payment_id: string, more: object) => {
      await world.linked({ payment_id, ...more });
      return checkoutIn((await world.show(payment_id)).text).asksToSave;
    };
    const keeping = { customer_id: 'cus_1', setup_future_usage: 'off_session' };
    expect(await asked('pay_2', keeping)).toBe(true);
    expect(await asked('pay_3', { customer_id: 'cus_1' })).toBe(false);
    expect(await asked('pay_4', { setup_future_usage: 'off_session' })).toBe(false);
    const customer_acceptance = { acceptance_type: 'offline' };
    expect(await asked('pay_5', { ...keeping, customer_acceptance })).toBe(false);
  });

  it('the payment page escapes every text of the merchant', async () => {
    const nasty = fc.string({
      minLength: 1,
      maxLength: 40,
      unit: fc.constantFrom(...'<>"\'&/;{}()=a '),
    });
    let round = 10;
    await fc.assert(
      fc.asyncProperty(nasty, nasty, nasty, async (name, key, text) => {
        round += 1;
        const payment_id = `pay_${round}`;
        await world.linked({
          payment_id,
          description: text,
          order_details: [{ product_name: name, quantity: 1, amount: 2_599 }],
          payment_link_config: {
            seller_name: key,
            theme: text,
            logo: text,
            payment_button_text: name,
            payment_form_header_text: key,
            custom_message_for_card_terms: text,
            payment_button_colour: name,
            background_colour: key,
            transaction_details: [{ key, value: text }],
          },
        });
        const page = await world.show(payment_id);
        const [outside = ''] = page.text.split('<script>');
        const tags = `${outside}<script>`.match(/<(?!\/|!)([a-z]+\d?)/g) ?? [];
        expect(new Set(tags)).toEqual(new Set(usualTags));
        expect(page.text.match(/<script>/g)).toHaveLength(1);
      }),
      { numRuns: 30 },
    );
  });

  // biome-ignore format: a list reads better in rows.
  const usualTags = [
    '<html', '<head', '<meta', '<title', '<link', '<style', '<body', '<main', '<h1', '<div', '<section', '<h2',
    '<p', '<ul', '<li', '<bdi', '<span', '<dl', '<dt', '<dd', '<time', '<noscript', '<script', '<details', '<summary',
    '<fieldset', '<button', '<img',
  ];

  it("the payment page in Arabic runs from right to left, and keeps the order of the shop's name", async () => {
    await world.linked();
    const { text } = await world.show('pay_1', { query: { locale: 'ar-EG' } });
    expect(text).toContain('<html lang="ar" dir="rtl">');
    expect(text).toContain('<h1>ادفع إلى \u2068Shoes &amp; Sons\u2069</h1>');
    expect((await world.show('pay_1')).text).toContain('<html lang="en">');
  });

  it('the payment page does not exist without a link, a payment or a merchant', async () => {
    await world.answered('payments.create', {
      body: { payment_id: 'pay_2', amount: 1, currency: 'EUR' },
    });
    for (const ask of [world.show, world.embedded, world.status]) {
      for (const answer of [
        await ask('pay_2'),
        await ask('pay_3'),
        await ask('', { params: { merchant_id: 'merchant_unknown', payment_id: 'pay_2' } }),
        await ask('', { params: { merchant_id: '../..', payment_id: 'pay_2' } }),
      ]) {
        expect(answer.status).toBe(404);
        expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
        expect(answer.text).toContain('<h1>This page is closed</h1>');
      }
    }
  });
});

describe('the address of a payment link', () => {
  it("a payment link's URL opens no page without its token, and shows no secret", async () => {
    const { client_secret } = await world.linked();
    const params = { merchant_id: 'merchant_example', payment_id: 'pay_1' };
    const { page_token = '' } = await linkQueryAt(world.services, params);
    await world.linked({ payment_id: 'pay_2' });
    const other = await linkQueryAt(world.services, { ...params, payment_id: 'pay_2' });
    for (const name of ['show', 'show-embedded', 'show-status']) {
      const answers = [];
      for (const query of [
        undefined,
        { page_token: '' },
        { page_token: client_secret },
        { page_token: `${page_token}a` },
        other,
      ] as readonly Ask['query'][]) {
        answers.push(await world.ask(`payment-links.${name}`, { params, query }));
      }
      const unknown = { params: { ...params, payment_id: 'pay_3' } };
      answers.push(await world.ask(`payment-links.${name}`, unknown));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]?.status).toBe(404);
      expect(answers[0]?.text).not.toContain(client_secret);
    }
  });
});

describe('the language of a page', () => {
  const speaks = async (payment_id: string, request: Ask = {}) =>
    /<html lang="(\w+)">/.exec((await world.show(payment_id, request)).text)?.[1];
  const reads = (language: string) => ({ headers: { 'accept-language': language } });

  it("a page's language is the reader’s when the merchant requested none", async () => {
    await world.linked();
    expect(await speaks('pay_1', reads('uk, fr;q=0.8, de;q=0.9'))).toBe('de');
    expect(await speaks('pay_1', reads('fr-CA'))).toBe('fr');
    expect(await speaks('pay_1', reads('uk'))).toBe('en');
    expect(await speaks('pay_1')).toBe('en');
  });

  it("a page's language is the merchant's requested one, when a translation exists", async () => {
    await world.linked({}, reads('fr'));
    expect(await speaks('pay_1', reads('de'))).toBe('fr');
    await world.linked({ payment_id: 'pay_2' }, reads('en'));
    expect(await speaks('pay_2', reads('de'))).toBe('en');
    await world.linked({ payment_id: 'pay_3' }, reads('uk'));
    expect(await speaks('pay_3', reads('de'))).toBe('de');
  });

  it("a page's language is the one in the URL that the shop changed", async () => {
    await world.linked({}, reads('fr'));
    expect(await speaks('pay_1', { query: { locale: 'de' }, ...reads('en') })).toBe('de');
  });

  it("a page's language is the reader’s also when no such link exists", async () => {
    const page = await world.show('pay_7', reads('de'));
    expect(page.text).toContain('<html lang="de">');
    expect(page.text).toContain('<h1>Diese Seite ist geschlossen</h1>');
  });
});

describe('the name of a shop on its page', () => {
  const named = async (account: object, more: object = {}) => {
    world = await aSwitchWithLinks(account);
    await world.linked(more);
    return /<h1>(.*)<\/h1>/.exec((await world.show('pay_1')).text)?.[1];
  };

  it("a shop's name on its page is never that of the profile that comes with an account", async () => {
    expect(await named({})).toBe('Pay shop.example');
    expect(await named({}, { return_url: 'http://127.0.0.1:3003/thanks' })).toBe(
      'Pay merchant_example',
    );
    expect(await named({ merchant_name: 'Shoes & Sons' })).toBe('Pay Shoes &amp; Sons');
  });

  it("a shop's name on its page is that of a profile which its merchant named", async () => {
    world = await aSwitchWithLinks({});
    await world.setProfile({ profile_name: 'Shoes of the North' });
    await world.linked();
    expect((await world.show('pay_1')).text).toContain('<h1>Pay Shoes of the North</h1>');
  });
});

it('the payment page shows the charges beside the price of an order without lines, and no sum without charges', async () => {
  const priced = { amount: 5_000, shipping_cost: 490, order_tax_amount: 310 };
  await world.linked({ ...priced, order_details: null });
  expect((await world.show('pay_1')).text).toContain(
    'id="sums">\n<dt>Subtotal</dt><dd class="sum">€50.00</dd>\n<dt>Shipping</dt><dd class="sum">€4.90</dd>\n<dt>Tax</dt><dd class="sum">€3.10</dd>\n<dt>Total</dt><dd class="sum">€58.00</dd>',
  );
  await world.linked({ payment_id: 'pay_2', order_details: null });
  expect((await world.show('pay_2')).text).not.toContain('id="sums"');
});

it('the payment page adds up an order: its lines and the other charges', async () => {
  await world.linked({
    amount: 5_000,
    shipping_cost: 490,
    order_tax_amount: 310,
    order_details: [
      { product_name: 'Shoes', quantity: 3, amount: 1_299 },
      { product_name: 'Laces', quantity: 1, amount: 1_103 },
    ],
  });
  const { text } = await world.show('pay_1');
  expect(text).toContain(
    '3 × <bdi>Shoes</bdi> <span class="quiet">(€12.99)</span></span><span class="sum">€38.97</span></li>',
  );
  expect(text).toContain('<span>1 × <bdi>Laces</bdi></span><span class="sum">€11.03</span></li>');
  expect(text).toContain(
    '<dt>Subtotal</dt><dd class="sum">€50.00</dd>\n<dt>Shipping</dt><dd class="sum">€4.90</dd>\n<dt>Tax</dt><dd class="sum">€3.10</dd>\n<dt>Total</dt><dd class="sum">€58.00</dd>',
  );
  expect(text).toContain('id="amount">€58.00<');
});

describe('a payment link after a decline', () => {
  const declinedCard = byCard('4000000000000002');
  const refusedByBank =
    'Your bank did not approve this payment. Ask your bank for the reason, or use another card.';
  const charges = async () =>
    (await world.dependencies.processor.ledger()).filter(({ chargedTimes }) => chargedTimes > 0);

  it('a payment link after a decline shows the form again, with the reason, and another card may pay', async () => {
    await world.linked();
    const { error_message, manual_retry_allowed } = await confirmed(declinedCard);
    expect(manual_retry_allowed).toBe(true);
    const page = await world.show('pay_1');
    expect(hasForm(page)).toBe(true);
    expect(page.text).not.toContain(error_message);
    expect(checkoutIn(page.text).problem).toBe(
      `${refusedByBank} You have not been charged. You can pay with another card.`,
    );
    const status = await world.status('pay_1');
    expect(status.text).toContain('<h1>Payment failed</h1>');
    expect(status.text).toMatch(/href="[^"]*page_token=[\w-]{22}">Try another card<\/a>/);
    expect(status.text).not.toContain('data-seconds="');
    expect(wayBackOf(status)?.searchParams.get('manual_retry_allowed')).toBe('true');
    expect(await confirmed()).toMatchObject({ status: 'succeeded', attempt_count: 2 });
    expect(await charges()).toMatchObject([{ chargedTimes: 1 }]);
    expect(hasForm(await world.show('pay_1'))).toBe(false);
  });

  it('a payment link after a decline cannot be paid again when the profile forbids it', async () => {
    await world.setProfile({ is_manual_retry_enabled: false });
    await world.linked();
    await confirmed(declinedCard);
    for (const page of [await world.show('pay_1'), await world.status('pay_1')]) {
      expect(hasForm(page)).toBe(false);
      expect(page.text).not.toContain('Try another card');
    }
    const again = await world.ask('payments.confirm', {
      key: world.merchant.key,
      params,
      body: byCard(),
    });
    expect([again.status, again.body.error.code]).toEqual([400, 'IR_16']);
  });

  it('a payment link after a decline can be paid again for half the time of the link, as every retried payment', async () => {
    await world.linked({ session_expiry: 600 });
    await confirmed(declinedCard);
    world.passes(300);
    expect(hasForm(await world.show('pay_1'))).toBe(true);
    world.passes(1);
    expect(hasForm(await world.show('pay_1'))).toBe(false);
  });

  it('a payment link after a decline is charged once, however many tabs try another card at once', async () => {
    await world.linked();
    await confirmed(declinedCard);
    const tabs = await Promise.all(
      Array.from({ length: 6 }, () =>
        world.ask('payments.confirm', { key: world.merchant.key, params, body: byCard() }),
      ),
    );
    expect(tabs.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await charges()).toMatchObject([{ chargedTimes: 1 }]);
    expect((await world.answered('payments.retrieve', { params })).attempt_count).toBe(2);
  });

  it("a payment without a link can't be paid again after a decline when its profile has no setting", async () => {
    await world.answered('payments.create', {
      body: { payment_id: 'pay_9', amount: 1, currency: 'EUR', confirm: true, ...declinedCard },
    });
    const again = await world.ask('payments.confirm', {
      key: world.merchant.key,
      params: { payment_id: 'pay_9' },
      body: byCard(),
    });
    expect([again.status, again.body.error.code]).toEqual([400, 'IR_16']);
  });
});

describe('the page of a payment that cannot be made any more', () => {
  it.each([
    ['paid', {}, 'Payment successful', 'succeeded'],
    ['reserved', { capture_method: 'manual' }, 'Payment authorized', 'requires_capture'],
    ['declined', byCard('4000000000000002'), 'Payment failed', 'failed'],
  ])(
    "a closed payment's page shows that it was %s, and leads back, signed",
    async (_, more, title, status) => {
      await world.setProfile({ is_manual_retry_enabled: false });
      await world.linked();
      await confirmed(more);
      for (const page of [await world.show('pay_1'), await world.status('pay_1')]) {
        expect(hasForm(page)).toBe(false);
        expect(page.text).toContain(`<h1>${title}</h1>`);
        const url = wayBackOf(page);
        expect(url?.href.startsWith(`${returnUrl}&status=${status}&payment_id=pay_1&`)).toBe(true);
        expect(url?.searchParams.get('signature')).toMatch(/^[0-9a-f]{128}$/);
      }
    },
  );

  it("a closed payment's page shows the reason of a decline, and never the processor's text", async () => {
    await world.linked();
    const { error_message } = await confirmed(byCard('4000000000009979'));
    const { text } = await world.status('pay_1');
    expect(text).toContain('<p id="reason">Your bank did not approve this payment. Ask your bank');
    expect(text).not.toContain(error_message);
  });

  it("a pending payment's page leads on to the bank when the bank challenges the customer", async () => {
    await world.linked();
    await confirmed(byCard('4000003800000446'));
    const page = await world.status('pay_1');
    expect(hasForm(page)).toBe(false);
    expect(wayBackOf(page)).toBeUndefined();
    const start = 'https://switch.test/payments/redirect/pay_1/merchant_example/pay_1_1';
    expect(page.text).toContain(`href="${start}?page_token=`);
  });

  it("a closed payment's page is the end of a link without a return URL, with its receipt", async () => {
    await world.linked({ return_url: undefined });
    await confirmed();
    for (const page of [await world.show('pay_1'), await world.status('pay_1')]) {
      expect(page.text).toContain('<h1>Payment successful</h1>');
      expect(page.text).toContain('<h2 id="receipt">Receipt</h2>');
      expect(page.text).toContain('<dd><bdi>pay_1</bdi></dd>');
      expect(page.text).not.toContain('You will return to the shop');
      expect(wayBackOf(page)).toBeUndefined();
    }
  });

  it("a closed payment's page is where the bank leads a payer of a link without a return URL", async () => {
    await world.linked({ return_url: undefined });
    await confirmed(byCard('4000003800000446'));
    const item = world.port.items().find(({ sk }) => sk === 'PAYMENT');
    await world.dependencies.processor.visit(
      `${Object(item?.attempt).redirectUrl}/complete?confirm=true`,
    );
    const linked = { payment_id: 'pay_1', merchant_id: 'merchant_example' };
    const back = await world.ask('payments.return', {
      params: { ...linked, connector: 'stripe_test' },
      query: { ...(await queryAt(world.services, linked, 'back')) },
    });
    const { page_token } = await linkQueryAt(world.services, linked);
    expect([back.status, URL.parse(back.headers.location ?? '')?.pathname]).toEqual([
      ...[302, '/payment_link/merchant_example/pay_1'],
    ]);
    expect(back.headers.location).toContain(`page_token=${page_token}`);
    expect((await world.show('pay_1')).text).toContain('<h1>Payment successful</h1>');
  });

  it("a closed payment's page shows that it was cancelled", async () => {
    await world.linked();
    await world.answered('payments.cancel', { params, body: {} });
    const page = await world.show('pay_1');
    expect(page.text).toContain('<h1>Payment cancelled</h1>');
    expect(wayBackOf(page)?.searchParams.get('status')).toBe('cancelled');
  });

  it("an expired payment's page shows that the time is over, and leads nowhere", async () => {
    await world.linked({ session_expiry: 60 });
    world.passes(60);
    expect(hasForm(await world.show('pay_1'))).toBe(true);
    world.passes(1);
    for (const page of [await world.show('pay_1'), await world.status('pay_1')]) {
      expect(page.text).toContain('<h1>Payment link expired</h1>');
      expect(page.text).not.toContain('href="http');
      expect(hasForm(page)).toBe(false);
    }
  });

  it("a closed payment's page shows the true status of a payment that was made before it expired", async () => {
    await world.linked({ session_expiry: 60 });
    await confirmed();
    world.passes(61);
    expect((await world.show('pay_1')).text).toContain('<h1>Payment successful</h1>');
  });

  it("a closed payment's page waits no second when the merchant skips it", async () => {
    await world.linked({ payment_link_config: { skip_status_screen: true } });
    await confirmed();
    expect((await world.status('pay_1')).text).toContain('data-seconds="0"');
  });

  it("an open payment's status page leads to the form", async () => {
    await world.linked();
    const page = await world.status('pay_1');
    expect(page.text).toContain('<h1>Not paid yet</h1>');
    expect(page.text).toMatch(
      /href="\.\.\/\.\.\/\.\.\/payment_link\/merchant_example\/pay_1\?locale=en&amp;page_token=[\w-]{22}"/,
    );
    expect(page.text).not.toContain('data-seconds="');
    const framed = await world.status('pay_1', { headers: { 'sec-fetch-dest': 'iframe' } });
    expect(framed.text).not.toContain('<a ');
  });
});

describe('the page for frames', () => {
  const domains = ['*.shop.example', 'https://other.example:8443'];
  const framed = (from: Ask['headers']) =>
    world.embedded('pay_1', { headers: { 'sec-fetch-dest': 'iframe', ...from } });
  beforeEach(async () => {
    await world.setProfile({ payment_link_config: { allowed_domains: domains } });
    await world.linked();
  });

  it.each([
    [{ origin: 'https://www.shop.example' }],
    [{ referer: 'http://a.b.shop.example/cart?x=1' }],
    [{ referer: 'https://other.example:8443/' }],
  ])('the page for frames is shown to %j', async (from) => {
    const page = await framed(from);
    expect(hasForm(page)).toBe(true);
    expect(checkoutIn(page.text).paths.confirm).toBe('../../../payments/pay_1/confirm');
    const [address = ''] = Object.values(from);
    const ancestors = `frame-ancestors ${domains.join(' ')} ${new URL(address).origin}`;
    expect(policyOf(page)).toContain(
      address.includes('other') ? `frame-ancestors ${domains.join(' ')}` : ancestors,
    );
  });

  it('the page for frames is shown to a frame that loads it anew, where a domain is allowed', async () => {
    const page = await framed({ 'sec-fetch-site': 'same-origin' });
    expect(hasForm(page)).toBe(true);
    expect(policyOf(page)).toContain(`frame-ancestors ${domains.join(' ')}`);
    await world.setProfile({ payment_link_config: {} });
    expect((await framed({ 'sec-fetch-site': 'same-origin' })).status).toBe(403);
  });

  it.each([
    ['no page', {}],
    ['a page without a referrer', { 'sec-fetch-site': 'cross-site' }],
    ['a tab that loads it anew', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }],
    [
      'another page of the origin',
      { 'sec-fetch-site': 'same-origin', referer: 'https://a.example/' },
    ],
    ['the domain above', { origin: 'https://shop.example' }],
    ['a domain that begins so', { origin: 'https://www.shop.example.evil.example' }],
    ['a domain that ends so', { origin: 'https://evilshop.example' }],
    ['another port', { origin: 'https://other.example' }],
    ['another scheme', { origin: 'http://other.example:8443' }],
    ['nobody', { origin: 'null', referer: 'https://www.shop.example/' }],
    ['a tab', { origin: 'https://www.shop.example', 'sec-fetch-dest': 'document' }],
  ])('the page for frames is not shown to %s', async (_, from) => {
    const { status, body } = await framed(from);
    expect([status, body.error.code, body.error.message]).toEqual([
      ...[403, 'IR_22', 'Access forbidden. Not authorized to access this resource payment_link'],
    ]);
  });

  it('the page for frames is refused once the profile allows no domain, and the whole page is never shown in a frame', async () => {
    const from = { origin: 'https://www.shop.example' };
    expect(policyOf(await world.show('pay_1'))).toContain("frame-ancestors 'none'");
    expect(policyOf(await world.status('pay_1'))).toContain(`frame-ancestors ${domains.join(' ')}`);
    await world.setProfile({ payment_link_config: {} });
    expect((await framed(from)).status).toBe(403);
    expect(policyOf(await world.status('pay_1'))).toContain("frame-ancestors 'none'");
  });
});

describe('an amount', () => {
  it.each([
    [2_599, 'EUR', 'en', '€25.99'],
    [6_540, 'JPY', 'en', '¥6,540'],
    [6_540, 'KWD', 'en', 'KWD\u00a06.540'],
    [0, 'USD', 'de', '0,00\u00a0$'],
  ])('%d %s in %s', (minor, currency, locale, shown) => {
    expect(shownAmount(minor, currency, locale)).toBe(shown);
  });
});
