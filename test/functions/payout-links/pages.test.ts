import { createHash } from 'node:crypto';
import { payeeRequest } from '#switch/payee-pages/payee-flow.ts';
import { toBank, toCard } from '../../support/entities/a-payout.ts';
import {
  type Answer,
  adminKey,
  container,
  switchDependencies,
} from '../../support/switch/switch-in-memory.ts';
import { allowed, aSwitchWithPayoutLinks, framed, payeeIn, titleIn } from './a-linked-payout.ts';

const policyOf = ({ headers }: Answer) => headers['content-security-policy']?.split('; ') ?? [];
const idsIn = (answer: Answer) => payeeIn(answer)?.methods.map(({ id }) => id);
const wayBackOf = ({ text }: Answer) =>
  /id="return"[^>]* href="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');

describe('the page on which a payee states where a payout goes', () => {
  it('the payout page shows the merchant, the amount and the deadline, and has the keys for the confirm', async () => {
    const { linked, merchant } = await aSwitchWithPayoutLinks();
    const { show, body, id } = await linked({
      payout_link_config: {
        merchant_name: 'Shoes <b> & Sons',
        logo: 'https://images.example/logo.png',
        theme: '#123456',
        form_layout: 'tabs',
      },
    });
    const page = await show();
    expect(page.status).toBe(200);
    expect(titleIn(page)).toBe('Receive your payout');
    for (const text of [
      '<bdi>Shoes &lt;b&gt; &amp; Sons</bdi>',
      '<p class="amount" id="amount">$65.40</p>',
      'src="https://images.example/logo.png"',
      'border-block-start:.375rem solid #123456',
      'You can confirm until <time datetime="',
      'Test mode: no money is moved',
    ]) {
      expect(page.text).toContain(text);
    }
    expect(payeeIn(page)).toMatchObject({
      key: merchant.publishableKey,
      secret: body.client_secret,
      path: `../../payouts/${id}/confirm`,
      layout: 'tabs',
    });
    expect(page.text).not.toContain(merchant.key);
  });

  it("the payout page's policy allows only its own script, and requests to the switch", async () => {
    const { linked } = await aSwitchWithPayoutLinks();
    const page = await (await linked()).show();
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
      "connect-src 'self'",
      "form-action 'none'",
      'frame-ancestors shop.example https://shop.example',
    ]);
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  it('the payout page looks as the payout configures it, else as its profile', async () => {
    const { linked } = await aSwitchWithPayoutLinks({
      payout_link_config: {
        ...allowed.payout_link_config,
        merchant_name: 'By profile',
        theme: '#111111',
        form_layout: 'tabs',
      },
    });
    const look = async (payout_link_config?: object) => {
      const page = await (await linked({ payout_link_config })).show();
      return [/<bdi>([^<]*)/.exec(page.text)?.[1], payeeIn(page)?.layout];
    };
    expect(await look()).toEqual(['By profile', 'tabs']);
    expect(await look({ merchant_name: 'By payout', form_layout: 'journey' })).toEqual([
      'By payout',
      'accordion',
    ]);
  });

  it('a payout page is written in the language of its link, or of its reader', async () => {
    const { linked } = await aSwitchWithPayoutLinks();
    const german = await linked({}, { headers: { 'accept-language': 'de-AT' } });
    expect(titleIn(await german.show())).toBe('Auszahlung erhalten');
    const page = await german.show({ query: { locale: 'ar' } });
    expect(page.text).toContain('<html lang="ar" dir="rtl">');
    const open = await linked();
    const headers = { ...framed, 'accept-language': 'ja' };
    expect(titleIn(await open.show({ headers }))).toBe('お支払いの受け取り');
  });

  it('a payout page offers the methods of its link that an account of the profile can pay to', async () => {
    const { linked, shop, merchant, accountId } = await aSwitchWithPayoutLinks();
    const inDollars = ['card', 'bank_transfer.ach', 'wallet.paypal', 'wallet.venmo'];
    expect(idsIn(await (await linked()).show())).toEqual(inDollars);
    const inEuros = ['card', 'bank_transfer.sepa_bank_transfer', 'wallet.paypal'];
    expect(idsIn(await (await linked({ currency: 'EUR' })).show())).toEqual(inEuros);
    const enabled_payment_methods = [
      { payment_method: 'bank_transfer', payment_method_types: ['ach', 'bacs'] },
      { payment_method: 'wallet', payment_method_types: ['paypal', 'venmo'] },
    ];
    const limited = await linked({ payout_link_config: { enabled_payment_methods } });
    expect(idsIn(await limited.show())).toEqual([
      ...['bank_transfer.ach', 'bank_transfer.bacs', 'wallet.paypal', 'wallet.venmo'],
    ]);
    const update = async (body: object) => {
      const params = { account_id: merchant.id, merchant_connector_id: accountId };
      const answer = await shop.ask('connector-accounts.update', {
        key: merchant.key,
        params,
        body: { connector_type: 'payout_processor', ...body },
      });
      expect(answer.text).toContain(accountId);
    };
    const types = [{ payment_method_type: 'ach' }];
    await update({
      payment_methods_enabled: [
        { payment_method: 'bank_transfer', payment_method_types: types },
        { payment_method: 'card', payment_method_types: null },
      ],
    });
    expect(idsIn(await limited.show())).toEqual(['bank_transfer.ach']);
    expect(idsIn(await (await linked()).show())).toEqual(['card', 'bank_transfer.ach']);
    await update({ disabled: true });
    expect(idsIn(await limited.show())).toEqual([]);
  });

  it('each method of a payout page, as its fields fill it in, is taken by the confirm', async () => {
    const { linked } = await aSwitchWithPayoutLinks();
    const typed: Readonly<Record<string, readonly string[]>> = {
      card: ['4000 0566 5566 5556', '10 / 35', 'Joseph Doe'],
      'bank_transfer.ach': ['110000000', '000123456789'],
      'bank_transfer.bacs': ['20-00-00', '55779911'],
      'bank_transfer.sepa_bank_transfer': ['NL91 ABNA 0417 1643 00', 'ABNANL2A'],
      'bank_transfer.pix': ['123e4567-e12b-12d3-a456-426655440000'],
      'wallet.paypal': ['joseph@example.com'],
      'wallet.venmo': ['+1 (805) 659-4427'],
      'bank_redirect.interac': ['joseph@example.com'],
    };
    const enabled_payment_methods = [
      { payment_method: 'card', payment_method_types: ['credit'] },
      {
        payment_method: 'bank_transfer',
        payment_method_types: ['ach', 'bacs', 'sepa_bank_transfer', 'pix'],
      },
      { payment_method: 'wallet', payment_method_types: ['paypal', 'venmo'] },
      { payment_method: 'bank_redirect', payment_method_types: ['interac'] },
    ];
    const all = await linked({ payout_link_config: { enabled_payment_methods } });
    const methods = payeeIn(await all.show())?.methods ?? [];
    expect(methods.map(({ id }) => id)).toEqual(Object.keys(typed));
    for (const method of methods) {
      const { confirm } = await linked();
      const request = payeeRequest(method, typed[method.id] ?? []);
      const { status, body } = await confirm(request);
      expect([method.id, status, body.status]).toEqual([method.id, 200, 'requires_fulfillment']);
    }
  });

  it('a payee only confirms a destination that the merchant has stated', async () => {
    const { linked, update } = await aSwitchWithPayoutLinks();
    const { id, show, confirm } = await linked();
    await update(id, toCard());
    const page = await show();
    expect(payeeIn(page)).toMatchObject({
      header: 'Paid to',
      methods: [{ id: 'stated', name: 'Visa •••• 5556', fields: [], body: {} }],
    });
    expect((await confirm(toBank())).status).toBe(401);
    expect((await confirm({})).body).toMatchObject({
      status: 'requires_fulfillment',
      payout_method_data: { card: { last4: '5556' } },
    });
  });
});

describe('the places where a payout page opens', () => {
  it('a payout page opens by its page token only', async () => {
    const { linked, open, merchant } = await aSwitchWithPayoutLinks();
    const { link, id } = await linked();
    const other = await linked();
    const token = new URL(other.link).searchParams.get('page_token') ?? '';
    for (const query of [{ page_token: '' }, { page_token: token }]) {
      const answer = await open(link, { query });
      expect(answer.status).toBe(404);
      expect(answer.text).not.toContain(id);
    }
    const unknown = link.replace(merchant.id, 'merchant_unknown');
    expect((await open(unknown)).status).toBe(404);
  });

  it.each([
    ['a page of its own', {}],
    ['a top-level page', { 'sec-fetch-dest': 'document', referer: 'https://shop.example/' }],
    ['a frame on another domain', { ...framed, referer: 'https://other.example/' }],
    ['a frame without an origin', { 'sec-fetch-dest': 'iframe' }],
  ])('a payout page does not open as %s', async (_, headers) => {
    const { linked } = await aSwitchWithPayoutLinks();
    const { show, body } = await linked();
    const answer = await show({ headers });
    expect(answer.status).toBe(403);
    expect(answer.text).not.toContain(body.client_secret);
  });

  it('a payout page in a frame may load itself anew', async () => {
    const { linked } = await aSwitchWithPayoutLinks();
    const { show } = await linked();
    const headers = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' };
    const page = await show({ headers });
    expect(page.status).toBe(200);
    expect(policyOf(page)).toContain('frame-ancestors shop.example');
  });

  it('a payout page in test mode opens by itself, and in no frame of a domain that is not allowed', async () => {
    const { linked } = await aSwitchWithPayoutLinks({});
    const { show } = await linked({ payout_link_config: { test_mode: true } });
    const page = await show({ headers: {} });
    expect(page.status).toBe(200);
    expect(policyOf(page)).toContain("frame-ancestors 'none'");
  });

  it('the domains that may show a payout page are those of the profile as it is now', async () => {
    const { linked, setProfile } = await aSwitchWithPayoutLinks();
    const { show } = await linked();
    await setProfile({ payout_link_config: { allowed_domains: ['other.example'] } });
    expect((await show()).status).toBe(403);
    expect((await show({ headers: { ...framed, referer: 'https://other.example/' } })).status).toBe(
      200,
    );
  });

  it('a stored test mode opens no page where real money moves', async () => {
    const dependencies = switchDependencies();
    const { linked, memory } = await aSwitchWithPayoutLinks(allowed, dependencies);
    const { link } = await linked({ payout_link_config: { test_mode: true } });
    const live = container(memory, { ...dependencies, isProduction: true });
    const { pathname, searchParams } = new URL(link);
    const [, , merchant_id = '', payout_id = ''] = pathname.split('/');
    const answer = await live.ask('payout-links.show', {
      params: { merchant_id, payout_id },
      query: Object.fromEntries(searchParams),
    });
    expect(answer.status).toBe(403);
  });
});

describe('the outcome on a payout page', () => {
  const return_url = 'https://shop.example/return?order=7';

  it('the payout page shows the outcome, and leads back to the return URL with id and status', async () => {
    const { linked } = await aSwitchWithPayoutLinks();
    const { id, show, confirm } = await linked({ auto_fulfill: true, return_url });
    expect(wayBackOf(await show())).toBeUndefined();
    await confirm(toBank());
    const page = await show();
    expect(titleIn(page)).toBe('Payout sent');
    expect(payeeIn(page)).toBeUndefined();
    expect(wayBackOf(page)).toBe(`${return_url}&payout_id=${id}&status=success`);
    expect(page.text).toContain('data-seconds="5"');
    expect(page.text).not.toContain('_secret_');
  });

  it('a payee without a return URL stays on the page, which loads itself anew only while a processor is asked', async () => {
    const { linked } = await aSwitchWithPayoutLinks({
      ...allowed,
      return_url: 'https://shop.example/payers',
    });
    const { show, confirm } = await linked();
    await confirm(toBank());
    const page = await show();
    expect(titleIn(page)).toBe('Payout in progress');
    expect(wayBackOf(page)).toBeUndefined();
    expect(page.text).not.toContain(' data-news>');
  });

  it('the return is signed where the merchant signs returns', async () => {
    const { linked, shop, merchant, pass } = await aSwitchWithPayoutLinks();
    const { status } = await shop.ask('accounts.update', {
      key: adminKey,
      params: { account_id: merchant.id },
      body: { merchant_id: merchant.id, enable_payment_response_hash: true },
    });
    expect(status).toBe(200);
    pass(5);
    const { show, confirm } = await linked({ return_url });
    await confirm(toBank());
    expect(wayBackOf(await show())).toMatch(
      /&signature=[0-9a-f]{128}&signature_algorithm=HMAC-SHA512$/,
    );
  });

  it('a cancelled and an expired payout show so, and take no destination', async () => {
    const { linked, cancel, pass } = await aSwitchWithPayoutLinks();
    const [cancelled, expired] = [await linked({ return_url }), await linked({ return_url })];
    await cancel(cancelled.id);
    pass(901);
    expect(titleIn(await cancelled.show())).toBe('Payout cancelled');
    const page = await expired.show();
    expect(titleIn(page)).toBe('Link expired');
    expect(wayBackOf(page)).toBeUndefined();
    expect(payeeIn(page)).toBeUndefined();
  });

  it('a refused payout shows no message of the processor', async () => {
    const { linked } = await aSwitchWithPayoutLinks();
    const { show, confirm } = await linked({ auto_fulfill: true });
    const { body } = await confirm(toCard('4000000000000069'));
    expect(body.status).toBe('failed');
    const page = await show();
    expect(titleIn(page)).toBe('Payout failed');
    expect(page.text).not.toContain(body.error_message);
  });
});
