import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { newCardBin } from '#operator/card-bins/card-bin.ts';
import { cardBinStore } from '#operator/card-bins/card-bin-store.ts';
import type { CreateCardBinRequest } from '#operator/card-bins/operations.ts';
import { pageTexts } from '#vocabulary/page-texts/all-texts.ts';
import { axeFindings } from '../../../support/browser/axe-findings.ts';
import { eventually } from '../../../support/runner/eventually.ts';
import { inBrowser, launchBrowser } from './a-browser.ts';
import { type ServedVault, type Site, serveSite, serveVault } from './served-vault.ts';

// Published: https://docs.stripe.com/testing, and Adyen's page of test card numbers.
const cartesBancairesWithVisa = '4000002500001001';
const cartesBancairesWithMastercard = '5555552500001001';
const bancontactWithMaestro = '6703444444444449';
const bancontactWithVisa = '4871049999999910';
const dankortWithVisa = '4571000000000001';
/** A card of one brand, until an operator states more for its range. */
const visa = '4988438843884305';

inBrowser('the brand of a co-badged card in the form', () => {
  let browser: Browser;
  let vault: ServedVault;
  let shop: Site;
  let context: BrowserContext;
  let page: Page;
  let sent: { readonly card: Readonly<Record<string, unknown>> }[];

  beforeAll(async () => {
    [browser, vault, shop] = await Promise.all([launchBrowser(), serveVault(), serveSite()]);
    const range: CreateCardBinRequest = {
      card_iin: visa.slice(0, 8),
      card_network: 'Visa',
      co_badged_card_networks: ['EftposAustralia'],
    };
    await cardBinStore(vault.inMemory.operators).add(newCardBin(range, vault.inMemory.clock.now));
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([vault?.stop(), shop?.stop()]);
  });
  beforeEach(async () => {
    context = await browser.newContext();
    page = await context.newPage();
    sent = [];
    context.on('request', (request) => {
      const body = request.postData();
      if (body) sent.push(JSON.parse(body));
    });
  });
  afterEach(() => context.close());

  /** Opens the form in a shop's page. */
  async function open(options: object = {}, width = 400): Promise<Frame> {
    const sessionToken = await vault.session({ scope: 'card', origin: shop.url });
    const stated = JSON.stringify({ sessionToken, cardholderName: 'hidden', ...options });
    shop.html = `<!doctype html><html lang="en"><title>Shop</title>
<div id="card" style="width:${width}px"></div><script src="${vault.url}/v1/embed.js"></script>
<script>
window.states = [];
window.form = Turnout.mountCardForm(document.getElementById('card'), {
  ...${stated}, onReady: () => { window.isReady = true; }, onChange: (state) => states.push(state),
});
</script></html>`;
    await page.goto(shop.url);
    await page.waitForFunction('window.isReady === true');
    return eventually(() => {
      const found = page.frames().find((frame) => frame.url().startsWith(vault.url));
      if (!found) throw new Error('There is no frame of the vault.');
      return found;
    });
  }

  const typeInto = async (frame: Frame, number: string, code = '737') => {
    await frame.locator('#card_number').pressSequentially(number);
    await frame.locator('#expiry').pressSequentially('0831');
    if (code) await frame.locator('#service_code').pressSequentially(code);
  };

  const brandsIn = (frame: Frame) =>
    frame
      .locator('#brands input')
      .evaluateAll((radios) =>
        radios.map(
          (radio) => `${radio.getAttribute('aria-label')}${radio.matches(':checked') ? '*' : ''}`,
        ),
      );

  const submit = () =>
    page.evaluate('form.submit().catch(({ code, details }) => ({ code, details }))') as Promise<
      Record<string, unknown>
    >; // The form's own answer.
  /** Waits until the form has sent the shop a state with these members. */
  const expectState = (members: object) =>
    eventually(async () => expect(await page.evaluate('states.at(-1)')).toMatchObject(members));

  it.each([
    [cartesBancairesWithVisa, ['Cartes Bancaires*', 'Visa']],
    [cartesBancairesWithMastercard, ['Cartes Bancaires*', 'Mastercard']],
    [bancontactWithMaestro, ['Bancontact*', 'Maestro']],
    [bancontactWithVisa, ['Bancontact*', 'Visa']],
    [dankortWithVisa, ['Dankort*', 'Visa']],
  ])('the form offers the brands of the co-badged test card %s', async (number, brands) => {
    const frame = await open();
    await typeInto(frame, number);
    expect(await brandsIn(frame)).toEqual(brands);
    await expectState({ valid: true, complete: true });
  });

  it('the form offers no choice for a card of one brand', async () => {
    const frame = await open();
    await typeInto(frame, '4000002500000003');
    expect(await brandsIn(frame)).toEqual([]);
    expect(await frame.locator('#brands').isVisible()).toBe(false);
    await expectState({ card_type: 'visa', card_types: ['visa'] });
  });

  it('a payer chooses the brand by keyboard, and the vault stores the chosen one', async () => {
    const frame = await open();
    await typeInto(frame, cartesBancairesWithVisa);
    await expectState({
      card_type: 'cartes_bancaires',
      card_types: ['cartes_bancaires', 'visa'],
    });
    await frame.locator('#card_number').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    expect(await brandsIn(frame)).toEqual(['Cartes Bancaires', 'Visa*']);
    await expectState({ card_type: 'visa', complete: true });
    expect(await submit()).toMatchObject({ card_type: 'visa', card_number: '400000******1001' });
    expect(sent.at(-1)?.card).toMatchObject({ card_type: 'visa' });
  });

  it("the merchant's preferred network is the default, and the payer may override it", async () => {
    const frame = await open({ preferredNetworks: ['visa', 'cartes_bancaires'] });
    await typeInto(frame, cartesBancairesWithVisa);
    expect(await brandsIn(frame)).toEqual(['Cartes Bancaires', 'Visa*']);
    await frame.locator('#brands input[value="cartes_bancaires"]').click();
    expect(await submit()).toMatchObject({ card_type: 'cartes_bancaires' });
  });

  it.each([
    [{ only: ['visa', 'mastercard'] }, 'visa'],
    [{ only: ['cartes_bancaires'] }, 'cartes_bancaires'],
    [{ except: ['cartes_bancaires'] }, 'visa'],
  ])('a merchant who accepts one brand of the card gets that brand: %j', async (rules, brand) => {
    const frame = await open(rules);
    await typeInto(frame, cartesBancairesWithVisa);
    expect(await brandsIn(frame)).toEqual([]);
    await expectState({ card_type: brand, card_types: [brand], valid: true });
    expect(await submit()).toMatchObject({ card_type: brand });
  });

  it('a card none of whose brands is accepted is refused', async () => {
    const frame = await open({ only: ['mastercard', 'bancontact'] });
    await typeInto(frame, cartesBancairesWithVisa);
    expect(await submit()).toMatchObject({ details: { card_number: ['is not accepted'] } });
  });

  it("a range in the operator's table is looked up by eight digits, once, and offered", async () => {
    const frame = await open();
    await typeInto(frame, visa);
    await eventually(async () => expect(await brandsIn(frame)).toEqual(['Visa*', 'eftpos']));
    const asked = sent.filter(({ card }) => 'card_start' in card);
    expect(asked).toEqual([{ card: { card_start: visa.slice(0, 8) } }]);
    await frame.locator('#brands input[value="eftpos_australia"]').click();
    expect(await submit()).toMatchObject({ card_type: 'eftpos_australia' });
  });

  it('a payer who pays before the range is known gets the default brand of the range', async () => {
    const frame = await open();
    await context.route('**/capture_form*', async (route) => {
      const isLookUp = route.request().postData()?.includes('card_start') === true;
      if (isLookUp) await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    });
    await typeInto(frame, visa);
    expect(await submit()).toMatchObject({ card_type: 'visa' });
    expect(sent.at(-1)?.card).toMatchObject({ card_type: 'visa' });
  });

  it('a failed look-up leaves the form as it is for a card of one brand', async () => {
    const frame = await open();
    await context.route('**/capture_form*', (route) =>
      route.request().postData()?.includes('card_start') ? route.abort() : route.continue(),
    );
    await typeInto(frame, visa);
    expect(await submit()).toMatchObject({ card_type: 'visa' });
    expect(sent.at(-1)?.card).not.toHaveProperty('card_type');
  });

  it('a Bancontact card needs no service code, which it does not have', async () => {
    const frame = await open();
    await typeInto(frame, bancontactWithMaestro, '');
    await expectState({ complete: true });
    await frame.locator('#brands input[value="maestro"]').click();
    await expectState({ complete: false });
    await frame.locator('#brands input[value="bancontact"]').click();
    expect(await submit()).toMatchObject({ card_type: 'bancontact', service_code: null });
  });

  it('another number takes the choice away, and nothing moves', async () => {
    const frame = await open();
    const places = () =>
      frame.evaluate(
        'JSON.stringify([...document.querySelectorAll("#card_number, #expiry, #service_code")].map((one) => one.getBoundingClientRect()))',
      );
    const before = await places();
    await typeInto(frame, cartesBancairesWithVisa, '');
    expect(await places()).toBe(before);
    await frame.locator('#card_number').fill('4242424242424242');
    expect(await brandsIn(frame)).toEqual([]);
    expect(await places()).toBe(before);
  });

  it('the digits end before the marks at 320 px, and each mark is wide enough for a finger', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    const frame = await open({ locale: 'ar' }, 304);
    await typeInto(frame, cartesBancairesWithVisa);
    const padding = Number.parseFloat(
      String(
        await frame.evaluate(
          'getComputedStyle(document.querySelector("#card_number")).paddingRight',
        ),
      ),
    );
    const group = await frame.locator('#brands').boundingBox();
    const input = await frame.locator('#card_number').boundingBox();
    if (!group || !input) throw new Error('The field is not drawn.');
    expect(group.x + group.width).toBeLessThanOrEqual(input.x + input.width);
    expect(input.x + input.width - padding).toBeLessThanOrEqual(group.x);
    for (const mark of await frame.locator('#brands input').all()) {
      const box = await mark.boundingBox();
      expect(box?.width).toBeGreaterThanOrEqual(24);
      expect(box?.height).toBeGreaterThanOrEqual(24);
    }
  });

  it.each(Object.entries(pageTexts))(
    'the choice of the brand has no finding of axe in the language %s',
    async (locale, { form }) => {
      const dark = locale === 'en' || locale === 'ar';
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
      const frame = await open({ locale });
      await typeInto(frame, cartesBancairesWithVisa);
      expect(await frame.getByRole('radiogroup', { name: form.chooseBrand }).count()).toBe(1);
      expect(await frame.getByRole('radio', { name: 'Cartes Bancaires' }).isChecked()).toBe(true);
      expect(await frame.locator('#brand').textContent()).toBe(
        `${form.chooseBrand}: Cartes Bancaires, Visa`,
      );
      expect(await axeFindings(frame, { iframes: false })).toEqual([]);
    },
  );
});
