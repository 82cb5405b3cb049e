import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inBrowser, launchBrowser } from './a-browser.ts';
import { aTypedCard } from './a-session.ts';
import { serveSite, serveVault } from './served-vault.ts';

/** Where the pictures of docs/embedding.md go: `SCREENSHOTS=docs/embedding` takes them anew. */
const folder = process.env.SCREENSHOTS;

inBrowser('the pictures of the guide', () => {
  it('the screenshots show the present pages', async () => {
    const [browser, vault, shop] = await Promise.all([launchBrowser(), serveVault(), serveSite()]);
    try {
      const page = await browser.newPage({
        viewport: { width: 432, height: 300 },
        colorScheme: 'light',
      });
      const taken: [name: string, bytes: number][] = [];
      const take = async (name: string) => {
        // Without a blinking caret, so that only real changes differ.
        const picture = await page.locator('iframe').screenshot({
          caret: 'hide',
          ...(folder && { path: join(folder, `${name}.png`) }),
        });
        taken.push([name, picture.length]);
      };
      if (folder) mkdirSync(folder, { recursive: true });

      const form = page.frameLocator('iframe');
      const open = async (options: object) => {
        const sessionToken = await vault.session({ scope: 'card', origin: shop.url });
        shop.html = `<!doctype html><title>Shop</title><div id="card"></div>
<script src="${vault.url}/v1/embed.js"></script>
<script>const form = Turnout.mountCardForm(document.getElementById('card'), ${JSON.stringify({ sessionToken, ...options })})</script>`;
        await page.goto(shop.url);
      };
      const variables = { colorPrimary: '#7a1f5c', borderRadius: '10px', fontFamily: 'humanist' };
      await open({ appearance: { theme: 'light', labels: 'above', variables } });
      await form.getByLabel('Card number').pressSequentially('5555555555554444');
      await form.getByLabel('Name on card').fill('ANA LIMA');
      await take('form-with-appearance');
      await open({});
      await form.getByLabel('Card number').pressSequentially('5555555555554444');
      await form.getByLabel('Name on card').fill('ANA LIMA');
      await take('form');
      await form.getByLabel('Card number').fill('5555 5555 5555 4443');
      await page.evaluate('form.validate()');
      await form.getByText('Please check the card number.').waitFor();
      await page.waitForTimeout(100);
      await take('form-with-errors');

      const card_token = await aTypedCard(vault.inMemory);
      const query = new URLSearchParams({
        card_token,
        session_token: await vault.session({ scope: 'show_card', card_token }),
        service_code_token: await vault.session({ scope: 'show_service_code', card_token }),
      });
      shop.html = `<!doctype html><title>Shop</title>
<iframe width="400" height="190" style="border:0" src="${vault.url}/api/v1/show_card?${query}"></iframe>`;
      await page.goto(shop.url);
      const shown = page.frameLocator('iframe');
      await shown.getByText('5555 5555 5555 4444').waitFor();
      await take('card');
      await shown.getByRole('button', { name: 'Show' }).click();
      await shown.getByText('737', { exact: true }).waitFor();
      await take('card-with-code');

      expect(taken.map(([name]) => name)).toEqual([
        'form-with-appearance',
        'form',
        'form-with-errors',
        'card',
        'card-with-code',
      ]);
      for (const [, bytes] of taken) expect(bytes).toBeLessThan(40_000);
    } finally {
      await browser.close();
      await Promise.all([vault.stop(), shop.stop()]);
    }
  });
});
