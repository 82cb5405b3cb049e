import { toBank, toCard } from '../../support/entities/a-payout.ts';
import { switchDependencies } from '../../support/switch/switch-in-memory.ts';
import { allowed, aSwitchWithPayoutLinks } from './a-linked-payout.ts';

const error = (code: string, message: string) => ({ error: { code, message } });
const withoutDomains =
  "Payout links require allowed_domains to be configured in the profile's payout_link_config";

describe('a payout with a link', () => {
  it('a payout with a link waits for its destination, and each answer has the same link', async () => {
    const { linked, show, merchant } = await aSwitchWithPayoutLinks();
    const { body, id, link } = await linked({}, { headers: { 'accept-language': 'de-AT' } });
    expect(body.status).toBe('requires_payout_method_data');
    expect(body.payout_link.payout_link_id).toMatch(/^payout_link_[0-9A-Za-z]{20}$/);
    expect(link).toMatch(
      new RegExp(
        `^https://switch\\.test/payout_link/${merchant.id}/${id}\\?locale=de-AT&page_token=[\\w-]{22}$`,
      ),
    );
    expect((await show(id)).body.payout_link).toEqual(body.payout_link);
  });

  it('a payout without a link answers none', async () => {
    const { create } = await aSwitchWithPayoutLinks();
    expect((await create()).body.payout_link).toBeNull();
    expect(
      (await create({ payout_link: false, payout_link_config: {} })).body.payout_link,
    ).toBeNull();
  });

  it("a payout's link has the identifier that its merchant states, on the domain of the profile", async () => {
    const config = { ...allowed.payout_link_config, domain_name: 'pay.shop.example' };
    const { linked } = await aSwitchWithPayoutLinks({ payout_link_config: config });
    const { body } = await linked({ payout_link_config: { payout_link_id: 'link_7' } });
    expect(body.payout_link).toMatchObject({
      payout_link_id: 'link_7',
      link: expect.stringMatching(/^https:\/\/pay\.shop\.example\/payout_link\/.*\?locale=en&/),
    });
  });

  it('a payout with a link expires after 15 minutes, or after its session_expiry', async () => {
    const { linked, stored } = await aSwitchWithPayoutLinks();
    for (const [more, seconds] of [
      [{}, 900],
      [{ session_expiry: 7_200 }, 7_200],
    ] as const) {
      const { createdAt, expiresAt } = await stored((await linked(more)).id);
      expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(seconds * 1_000);
    }
  });

  it('a repeated request with the same Idempotency-Key answers the same link', async () => {
    const { createLink } = await aSwitchWithPayoutLinks();
    const request = { headers: { 'idempotency-key': 'once-1' } };
    const both = [await createLink({}, request), await createLink({}, request)];
    expect(both[1]?.body).toEqual(both[0]?.body);
  });

  it.each([
    [
      'confirm',
      { confirm: true },
      422,
      'IR_06',
      'cannot confirm a payout while creating a payout link',
    ],
    [
      'no customer',
      { customer_id: undefined },
      400,
      'IR_04',
      'Missing required param: customer_id',
    ],
  ])(
    'a payout with a link and %s is refused, and nothing is written',
    async (_, more, status, code, message) => {
      const { createLink, memory } = await aSwitchWithPayoutLinks();
      const before = memory.items();
      expect(await createLink(more)).toMatchObject({ status, body: error(code, message) });
      expect(memory.items()).toEqual(before);
    },
  );

  it('a payout link needs the domains that may show it, or the test mode', async () => {
    const { createLink, linked, setProfile, memory } = await aSwitchWithPayoutLinks({});
    const before = memory.items();
    expect(await createLink()).toMatchObject({ status: 400, body: error('IR_40', withoutDomains) });
    expect(memory.items()).toEqual(before);
    expect((await linked({ payout_link_config: { test_mode: true } })).link).toContain(
      'page_token=',
    );
    await setProfile({ payout_link_config: { allowed_domains: [], payout_test_mode: true } });
    expect((await linked()).link).toContain('page_token=');
  });

  it('a payout link has no test mode where real money moves', async () => {
    const production = { ...switchDependencies(), isProduction: true };
    const { createLink } = await aSwitchWithPayoutLinks(allowed, production);
    const message = 'test_mode cannot be true for creating payout_links in production';
    expect(await createLink({ payout_link_config: { test_mode: true } })).toMatchObject({
      status: 400,
      body: error('IR_40', message),
    });
    expect((await createLink()).status).toBe(200);
  });
});

describe('an update of a payout with a link', () => {
  it('an update keeps the link, also when it repeats payout_link', async () => {
    const { linked, update } = await aSwitchWithPayoutLinks();
    const { id, body } = await linked();
    for (const change of [{ description: 'Winnings' }, { payout_link: true, amount: 7_000 }]) {
      const changed = await update(id, change);
      expect(changed).toMatchObject({ status: 200, body: { payout_link: body.payout_link } });
    }
  });

  it('an update cannot give a link to a payout that was created without one', async () => {
    const { create, update } = await aSwitchWithPayoutLinks();
    const { payout_id } = (await create()).body;
    expect(await update(payout_id, { payout_link: true })).toMatchObject({
      status: 422,
      body: error('IR_06', 'payout_link can be requested only when a payout is created'),
    });
    expect((await update(payout_id, { payout_link: false })).status).toBe(200);
  });
});

describe('the confirm of a payee with a link', () => {
  const bank = toBank();

  it('two payees who confirm at once are paid once', async () => {
    const { linked, paidOut, stored, fulfill } = await aSwitchWithPayoutLinks();
    const { id, confirm } = await linked({ auto_fulfill: true });
    const answers = await Promise.all([confirm(bank), confirm(toCard()), confirm(bank)]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    expect(statuses.filter((status) => status >= 400).length).toBe(2);
    expect((await confirm(bank)).status).toBe(400);
    expect(await paidOut()).toEqual([expect.objectContaining({ amountMinor: 6_540 })]);
    expect((await stored(id)).status).toBe('success');
    expect((await fulfill(id)).status).toBe(422);
  });

  it('a payee cannot confirm after the link has expired, while its merchant can', async () => {
    const { linked, confirm: byMerchant, pass, paidOut } = await aSwitchWithPayoutLinks();
    const { id, confirm } = await linked({ auto_fulfill: true });
    pass(901);
    expect(await confirm(bank)).toMatchObject({ status: 400, body: { error: { code: 'IR_08' } } });
    expect(await paidOut()).toEqual([]);
    expect((await byMerchant(id, bank)).body.status).toBe('success');
    expect(await paidOut()).toHaveLength(1);
  });

  it('a payee cannot confirm after the merchant has cancelled, and of both at once one wins', async () => {
    const { linked, cancel, paidOut, stored } = await aSwitchWithPayoutLinks();
    const first = await linked({ auto_fulfill: true });
    await cancel(first.id);
    expect(await first.confirm(bank)).toMatchObject({
      status: 400,
      body: error('IR_16', 'You cannot confirm this payout because it has status cancelled'),
    });
    const second = await linked({ auto_fulfill: true });
    await Promise.all([second.confirm(bank), cancel(second.id)]);
    const { status } = await stored(second.id);
    expect(await paidOut()).toHaveLength(status === 'cancelled' ? 0 : 1);
  });
});
