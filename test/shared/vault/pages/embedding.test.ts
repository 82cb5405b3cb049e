import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { type MerchantPage, startMerchantPage } from '../../../../scripts/start/merchant-page.ts';
import { vaultAdminKey } from '../../../support/vault/vault-in-memory.ts';
import { inBrowser, launchBrowser } from './a-browser.ts';
import { type ServedVault, type Site, serveSite, serveVault } from './served-vault.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../../docs/embedding.md'), 'utf8');
const [byScript = '', byHand = ''] = [...guide.matchAll(/```html\n([\s\S]*?)```/g)].map(
  ([, html]) => html,
);

const number = '4242424242424242';

inBrowser('what the guide says about embedding', () => {
  let browser: Browser;
  let vault: ServedVault;
  let shop: Site;
  let page: Page;

  beforeAll(async () => {
    [browser, vault, shop] = await Promise.all([launchBrowser(), serveVault(), serveSite()]);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([vault?.stop(), shop?.stop()]);
  });
  beforeEach(async () => {
    page = await browser.newPage();
  });
  afterEach(() => page.close());

  async function open(html: string): Promise<FrameLocator> {
    const token = await vault.session({ scope: 'card', origin: shop.url });
    shop.html = `<!doctype html><title>Shop</title>${html}`
      .replaceAll('https://vault.example', vault.url)
      .replace('SESSION_TOKEN', token);
    await page.goto(shop.url);
    return page.frameLocator('iframe');
  }

  async function fill(frame: FrameLocator) {
    await frame.getByLabel('Card number').pressSequentially(number);
    await frame.getByLabel('Name on card').fill('ANA LIMA');
    await frame.getByLabel('Expiry date').pressSequentially('0835');
    await frame.getByLabel('Security code').fill('737');
  }

  it('the embedding example works as written, with our script', async () => {
    const frame = await open(byScript);
    const paid = page.waitForRequest((request) => request.url().endsWith('/pay'));
    await fill(frame);
    await page.getByRole('button', { name: 'Pay' }).click();
    expect(JSON.parse((await paid).postData() ?? '')).toEqual({
      card_token: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it('the embedding example works as written, without our script', async () => {
    const frame = await open(byHand);
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.waitForFunction('window.refused');
    expect(await page.evaluate('refused.code')).toBe('validation_error');
    await fill(frame);
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.waitForFunction('window.stored');
    expect(await page.evaluate('stored.card_number')).toBe('424242******4242');
  });

  describe('the example shop', () => {
    let switchServer: Server;
    let merchantPage: MerchantPage;
    let paid: unknown[];

    beforeAll(async () => {
      paid = [];
      // Stands in for the switch: it answers the four calls that the shop makes, and notes them.
      switchServer = createServer(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk);
        const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
        if (request.url === '/payments') paid.push(body);
        const isShops = /^\/payments$|\/connectors$/.test(request.url ?? '');
        const isRight = request.headers['api-key'] === (isShops ? 'snd_key' : vaultAdminKey);
        response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            default_profile: 'pro_1',
            publishable_key: 'pk_snd_1',
            payment_response_hash_key: 'hash_key',
            api_key: 'snd_key',
            merchant_connector_id: 'mca_1',
            payment_id: 'pay_1',
            status: 'succeeded',
          }),
        );
      });
      await new Promise<void>((resolve) => switchServer.listen(0, '127.0.0.1', resolve));
      const { port } = switchServer.address() as AddressInfo; // It listens on a port and not on a pipe.
      merchantPage = await startMerchantPage({
        port: 0,
        switchUrl: `http://127.0.0.1:${port}`,
        vaultUrl: vault.url,
        adminKey: vaultAdminKey,
      });
    });
    afterAll(async () => {
      await merchantPage?.stop();
      switchServer?.closeAllConnections();
      await new Promise((resolve) => switchServer?.close(resolve));
    });

    it('the example shop pays with a card that its page and its server never see', async () => {
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', ({ message }) => complaints.push(message));
      await page.goto(merchantPage.url);
      const frame = page.frameLocator('iframe');
      await fill(frame);
      await page.getByRole('button', { name: 'Pay' }).click();
      await page.getByText('succeeded: pay_1, card 424242******4242').waitFor();
      expect(paid).toEqual([
        {
          amount: 420,
          currency: 'EUR',
          confirm: true,
          payment_method: 'card',
          payment_method_data: {
            card_token: { vault_token: expect.stringMatching(/^[0-9a-f]{32}$/) },
          },
          payment_id: expect.stringMatching(/^pay_[0-9a-f]{26}$/),
          return_url: `${merchantPage.url}/`,
        },
      ]);
      expect(JSON.stringify(paid)).not.toContain(number);
      expect(complaints).toEqual([]);
      // The card belongs to the shop that was taken on.
      const token = /"vault_token":"(\w+)"/.exec(JSON.stringify(paid))?.[1] ?? '';
      const { cards } = vault.inMemory.vault;
      const { now } = vault.inMemory.clock;
      expect(await cards.describe(await merchantPage.merchantId(), token, now)).toBeDefined();
    });

    it('the example shop creates sessions and payments only for its own page', async () => {
      const ask = (path: string, origin?: string) =>
        fetch(`${merchantPage.url}${path}`, {
          method: 'POST',
          body: JSON.stringify({ card_token: '0'.repeat(32) }),
          headers: { ...(origin !== undefined && { origin }) },
        }).then(({ status }) => status);
      expect(await ask('/session')).toBe(404);
      expect(await ask('/pay', 'https://evil.example')).toBe(404);
      expect(await ask('/session', merchantPage.url)).toBe(200);
    });
  });
});
