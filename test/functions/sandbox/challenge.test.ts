import { createHash } from 'node:crypto';
import { challengeLifetimeMs } from '#sandbox/ledger.ts';
import { challengedPayment, sandboxUrl } from '../../support/processors/sandbox-processor.ts';

/** Where a link of the page leads, as a browser understands it. */
const link = (page: string, html: string, text: string) => {
  const href = new RegExp(`href="([^"]*)">${text}<`).exec(html)?.[1] ?? '';
  return new URL(href, page).href;
};

describe('the page of a challenge', () => {
  it('a challenge page shows amount, mode and three choices, one of which decides nothing', async () => {
    const { visit, page, body } = await challengedPayment();
    expect(body).toMatchObject({ status: 'processing', error: null });
    const { status, body: html } = await visit(page);
    expect(status).toBe(200);
    for (const text of ['Test Payment Page', '$65.40', '3D Secure •••• 0446', 'Test mode:'])
      expect(html).toContain(text);
    expect(link(page, html, 'Complete Payment')).toBe(`${page}/complete?confirm=true`);
    expect(link(page, html, 'Reject Payment')).toBe(`${page}/complete?confirm=false`);
    expect(/href="([^"]*)">Return to shop</.exec(html)?.[1]).toBe(
      'https://switch.example/back?x=1&amp;y=2',
    );
  });

  it('a challenge page has no link back when the shop has no URL', async () => {
    const { visit, page } = await challengedPayment({ return_url: null });
    expect((await visit(page)).body).not.toContain('Return to shop');
  });

  it('a challenge page allows a browser only its own style', async () => {
    const { visit, page } = await challengedPayment();
    const { headers: sent, body: html } = await visit(page);
    const style = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(sent['content-security-policy']).toContain("default-src 'none'");
    expect(sent['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
    expect(sent['content-type']).toBe('text/html; charset=utf-8');
    expect(sent['cache-control']).toBe('no-store');
    expect(html).not.toContain('<script');
  });

  it('a challenge page has the texts of the reader, with the amount in the format of the language', async () => {
    const { visit, page } = await challengedPayment();
    const { body: german } = await visit(page, { 'accept-language': 'de-DE' });
    for (const text of ['<html lang="de">', '65,40\u00a0$', '>Zahlung ablehnen<', 'Testmodus:']) {
      expect(german).toContain(text);
    }
    const { body: arabic } = await visit(page, { 'accept-language': 'xx, ar;q=0.9' });
    expect(arabic).toContain('<html lang="ar" dir="rtl">');
  });

  it('a challenge page is gone once it was answered, is too old, or never was', async () => {
    const invalid = 'This link is not valid or it is expired';
    const answered = await challengedPayment();
    await answered.press(true);
    const tooOld = await challengedPayment();
    tooOld.clock.now = new Date(tooOld.clock.now.getTime() + challengeLifetimeMs);
    const never = `${sandboxUrl}/challenges/ch_00000000000000000000`;
    for (const { status, body } of [
      await answered.visit(answered.page),
      await tooOld.visit(tooOld.page),
      await tooOld.press(true),
      await tooOld.visit(never),
      await tooOld.visit(`${never}/complete?confirm=true`),
    ]) {
      expect(status).toBe(404);
      expect(body).toContain(invalid);
    }
  });
});

describe('asking again while the customer is at the challenge', () => {
  it('a repeated request during a challenge leads to the same page', async () => {
    const { standing, body } = await challengedPayment();
    expect(await standing()).toEqual(body);
  });
});

describe('a challenge that the customer never opens', () => {
  it('a challenge that the customer never opens is a failed payment in the end', async () => {
    const { standing, clock } = await challengedPayment();
    expect((await standing()).status).toBe('processing');
    clock.now = new Date(clock.now.getTime() + challengeLifetimeMs + 300_000);
    expect((await standing()).status).toBe('failed');
  });
});
