import { byCard } from '../../support/switch/payments-in-memory.ts';
import { type Ask, aMerchant, switchInMemory } from '../../support/switch/switch-in-memory.ts';
import { customerId, multiUse } from './a-consent.ts';

const user_agent = 'Mozilla/5.0';
/** The consent that Hyperswitch's client library sends: it knows no address. */
const consentWith = (online: object = {}) => ({
  acceptance_type: 'online',
  accepted_at: '2026-01-01T08:30:00Z',
  online: { user_agent, ...online },
});
const places = {
  'at the root': (online?: object) => ({ customer_acceptance: consentWith(online) }),
  'in mandate_data': (online?: object) => ({
    mandate_data: { customer_acceptance: consentWith(online), mandate_type: multiUse(9_000) },
  }),
} as const;

async function aPage(terms: object = {}) {
  const world = switchInMemory();
  const { key, publishableKey } = await aMerchant(world);
  const order = {
    amount: 1_000,
    currency: 'EUR',
    customer_id: customerId,
    setup_future_usage: 'off_session',
    mandate_data: { mandate_type: multiUse(9_000) },
    ...terms,
  };
  const ofMandate = async ({ body }: Awaited<ReturnType<typeof world.ask>>) => {
    const params = { mandate_id: body.mandate_id };
    const mandate = await world.ask('mandates.retrieve', { key, params });
    return mandate.body.customer_acceptance;
  };
  const created = (more: object = {}, ask: Ask = {}) =>
    world.ask('payments.create', { key, body: { ...order, ...more }, ...ask });
  const on = async (operation: string, from: Ask, ask: Ask) => {
    const { payment_id, client_secret } = (await created()).body;
    const isClient = from.key === publishableKey;
    const body = { ...byCard(), ...(isClient && { client_secret }), ...Object(ask.body) };
    return world.ask(operation, { ...from, ...ask, params: { payment_id }, body });
  };
  return {
    created,
    ofMandate,
    byClient: (body: object, ask: Ask = {}) =>
      on('payments.confirm', { key: publishableKey }, { ...ask, body }),
    byServer: (body: object, operation = 'payments.confirm') => on(operation, { key }, { body }),
  };
}

describe('the address of an online consent', () => {
  describe.each(Object.entries(places))('stated %s', (place, consent) => {
    it.each([
      ['203.0.113.20', '203.0.113.20'],
      ['2001:db8::7', '2001:db8::7'],
      ['::ffff:203.0.113.20', '203.0.113.20'],
      ['::FFFF:203.0.113.20', '203.0.113.20'],
    ])(
      `a consent ${place} without an address gets that of the payer’s request, %s`,
      async (sourceIp, ip_address) => {
        const page = await aPage();
        const paid = await page.byClient(consent(), { sourceIp });
        expect(paid.body).toMatchObject({ status: 'succeeded' });
        expect(await page.ofMandate(paid)).toEqual(consentWith({ ip_address }));
      },
    );

    it.each([null, ''])(`an address of %j in a consent ${place} counts as none`, async (none) => {
      const page = await aPage();
      const paid = await page.byClient(consent({ ip_address: none }));
      expect(await page.ofMandate(paid)).toEqual(consentWith({ ip_address: '192.0.2.7' }));
    });

    it(`a stated address of a consent ${place} stays`, async () => {
      const page = await aPage();
      const stated = { ip_address: '198.51.100.1' };
      const browser_info = { ip_address: '203.0.113.21' };
      const byClient = await page.byClient(consent(stated), { sourceIp: '203.0.113.20' });
      expect(await page.ofMandate(byClient)).toEqual(consentWith(stated));
      const byServer = await page.byServer({ ...consent(stated), browser_info });
      expect(await page.ofMandate(byServer)).toEqual(consentWith(stated));
    });

    it(`a consent ${place} gets the address that the edge states, and never one of X-Forwarded-For`, async () => {
      const page = await aPage();
      const headers = { 'x-forwarded-for': '198.51.100.66', 'x-turnout-viewer': '203.0.113.20' };
      const authorizer = { lambda: { viewerHeader: 'x-turnout-viewer' } };
      const through = await page.byClient(consent(), { headers, authorizer });
      expect(await page.ofMandate(through)).toEqual(consentWith({ ip_address: '203.0.113.20' }));
      const direct = await page.byClient(consent(), { headers });
      expect(await page.ofMandate(direct)).toEqual(consentWith({ ip_address: '192.0.2.7' }));
    });

    it.each(['payments.confirm', 'payments.update'])(
      `a consent ${place} that a merchant’s server states in %s gets the address of the stated browser, and not the server’s`,
      async (operation) => {
        const whole = { customer_id: customerId, setup_future_usage: 'off_session' };
        const confirm = operation === 'payments.update' ? { ...whole, confirm: true } : {};
        const page = await aPage();
        const browser_info = { ip_address: '203.0.113.21' };
        const known = { ...consent(), ...confirm, browser_info };
        expect(await page.ofMandate(await page.byServer(known, operation))).toEqual(
          consentWith(browser_info),
        );
        const plain = { ...consent(), ...confirm, browser_info: { language: 'en' } };
        expect(await page.ofMandate(await page.byServer(plain, operation))).toEqual(
          consentWith({ ip_address: null }),
        );
      },
    );
  });

  it('a consent that a create confirms gets the address of the stated browser', async () => {
    const page = await aPage();
    const whole = { ...byCard(), customer_acceptance: consentWith(), confirm: true };
    const browser_info = { ip_address: '203.0.113.21' };
    const paid = await page.created({ ...whole, browser_info });
    expect(await page.ofMandate(paid)).toEqual(consentWith(browser_info));
    const unknown = await page.created(whole);
    expect(await page.ofMandate(unknown)).toEqual(consentWith({ ip_address: null }));
  });

  it('a consent that the merchant stated earlier gets the address of the payer who confirms', async () => {
    const page = await aPage({ customer_acceptance: consentWith() });
    const paid = await page.byClient({}, { sourceIp: '203.0.113.20' });
    expect(await page.ofMandate(paid)).toEqual(consentWith({ ip_address: '203.0.113.20' }));
    expect(paid.body.browser_info).toBeNull();
  });

  it('an online consent needs the name of the browser', async () => {
    const page = await aPage();
    const online = { ip_address: '203.0.113.20' };
    const { status, body } = await page.byClient({
      customer_acceptance: { acceptance_type: 'online', online },
    });
    expect([status, body.error.code]).toEqual([400, 'IR_06']);
  });

  it('an offline consent gets no address', async () => {
    const page = await aPage();
    const paid = await page.byClient({ customer_acceptance: { acceptance_type: 'offline' } });
    expect(await page.ofMandate(paid)).toMatchObject({ acceptance_type: 'offline', online: null });
  });
});
