import { scan } from '../../support/browser/scan-code.ts';
import { adminKey } from '../../support/switch/switch-in-memory.ts';
import { aSwitchWithLinks } from './a-linked-payment.ts';

/** The address in the code on a page; undefined without a code. */
function addressIn(html: string): URL | undefined {
  const [, image] = /<img class="code" src="([^"]+)"/.exec(html) ?? [];
  return image === undefined ? undefined : new URL(scan(image));
}

describe('the code with which a phone opens a payment page', () => {
  it("a payment page has a code of its link's address, in the language of the page", async () => {
    const world = await aSwitchWithLinks();
    const { payment_link } = await world.linked();
    const link = new URL(payment_link.link);
    const { text } = await world.show('pay_1', { query: { locale: 'de' } });
    const address = addressIn(text);
    expect(address?.origin).toBe(link.origin);
    expect(address?.pathname).toBe(link.pathname);
    expect(address?.searchParams.get('page_token')).toBe(link.searchParams.get('page_token'));
    expect(address?.searchParams.get('locale')).toBe('de');
    expect(text).toContain('<summary>Mit dem Handy bezahlen</summary>');

    const query = Object.fromEntries(address?.searchParams ?? []);
    const onPhone = await world.show('pay_1', { query });
    expect(onPhone.text).toContain('<html lang="de">');
    expect(onPhone.text).toContain('data-checkout=');
  });

  it('a payment page in a frame of the shop has no such code', async () => {
    const world = await aSwitchWithLinks();
    const { id: account_id, profileId: profile_id } = world.merchant;
    const allowed_domains = ['shop.example'];
    await world.answered('profiles.update', {
      key: adminKey,
      params: { account_id, profile_id },
      body: { payment_link_config: { domain_name: 'pay.example', allowed_domains } },
    });
    world.passes(5);
    await world.linked();
    const headers = { referer: 'https://shop.example/', 'sec-fetch-dest': 'iframe' };
    const framed = await world.embedded('pay_1', { headers });
    expect(framed.text).toContain('data-checkout=');
    expect(addressIn(framed.text)).toBeUndefined();
    expect(addressIn((await world.show('pay_1')).text)).toBeDefined();
  });
});
