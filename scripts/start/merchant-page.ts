import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import * as v from 'valibot';
import type { PaymentResponse } from '#turnout/node';
import { askJson, RequestFailed } from '../../console/ask-json.ts';
import { createAddressedServer } from '../../local/addressed-server.ts';
import { limitedJson } from '../../local/http/limited-body.ts';
import { ownMember } from '../../shared/platform/own-member.ts';

/** The settings of the shop's page. */
export interface MerchantPageSetting {
  /** 0 means any free port. */
  readonly port: number;
  /** Base URL of the switch's API, without a trailing slash. */
  readonly switchUrl: string;
  /** Base URL of the vault for browsers, without a trailing slash. */
  readonly vaultUrl: string;
  /** The operator's key, with which the shop is created. */
  readonly adminKey: string;
  /** Receives a sentence about why the shop could not answer. It contains no value of a request. */
  readonly log?: (line: string) => void;
}

export interface MerchantPage {
  /** The page's URL. Browsers must open it under exactly this address. */
  readonly url: string;
  /** The merchant's id; undefined until a visitor has opened the form. */
  merchantId(): Promise<string>;
  stop(): Promise<void>;
}

const folder = join(import.meta.dirname, '..', '..', 'docs', 'examples', 'merchant-page');
const files: Readonly<Record<string, readonly [file: string, contentType: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  // The `return_url` of the guides.
  '/thanks': ['thanks.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
};

/** The price of the lemons. The shop's server sets it, never the browser. */
const price = { amount: 420, currency: 'EUR' };

/** Limit of a request's body, in bytes. The page only sends bodies of a few members. */
const bodyLimit = 4_096;

/**
 * Serves a shop whose customers type their cards into a form of the vault. It is the example of
 * docs/embedding.md, and works against a running switch and its vault. When the form is first
 * opened, the server creates the shop's accounts, as an operator does. Throws when the port is
 * taken.
 */
export async function startMerchantPage(setting: MerchantPageSetting): Promise<MerchantPage> {
  let taken: ReturnType<typeof createMerchant> | undefined;
  const shop = () => {
    taken ??= createMerchant(setting).catch((error: unknown) => {
      taken = undefined;
      throw error;
    });
    return taken;
  };
  const server = createAddressedServer({}, (request, response) => {
    answer(request, response).catch(async (error: unknown) => {
      setting.log?.(await reasonOf(error));
      if (!response.headersSent) response.writeHead(502);
      response.end();
    });
  });
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen(setting.port, '127.0.0.1', listening.resolve);
  await listening.promise;
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The shop has no port.');
  const url = `http://127.0.0.1:${address.port}`;

  /** Answers the page's requests, by path; undefined for a malformed request. */
  const questions: Readonly<Record<string, (body: unknown) => Promise<object | undefined>>> = {
    '/session': async () => (await shop()).session(url),
    async '/pay'(body) {
      const asked = v.safeParse(Pay, body);
      return asked.success ? (await shop()).pay(asked.output.card_token, `${url}/`) : undefined;
    },
    async '/outcome'(body) {
      const asked = v.safeParse(Outcome, body);
      return asked.success ? (await shop()).outcome(asked.output.payment_id) : undefined;
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const file = ownMember(files, path);
    if (request.method === 'GET' && file) {
      if (request.headers.host === new URL(url).host) return send(response, ...file);
      // The vault permits only pages of this host name to embed its form.
      response.writeHead(302, { location: `${url}${path}` }).end();
      return;
    }
    // Only the shop's own page may send requests, not other pages in the same browser.
    const isOwn = request.method === 'POST' && request.headers.origin === url;
    const question = isOwn ? ownMember(questions, path) : undefined;
    if (!question) {
      response.writeHead(404).end();
      return;
    }
    const body = await limitedJson(request, bodyLimit);
    const found = await question(body);
    if (found === undefined) response.writeHead(400).end();
    else json(response, found);
  }

  async function send(response: ServerResponse, file: string, contentType: string) {
    const text = await readFile(join(folder, file), 'utf8');
    response
      .writeHead(200, {
        'content-type': contentType,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': [
          "default-src 'none'",
          `script-src 'self' ${setting.vaultUrl}/v1/embed.js`,
          "style-src 'self'",
          "connect-src 'self'",
          "img-src 'self' data:",
          `frame-src ${setting.vaultUrl}`,
          "base-uri 'none'",
          "form-action 'none'",
          "frame-ancestors 'none'",
        ].join('; '),
      })
      .end(text.replaceAll('{{vault}}', setting.vaultUrl));
  }

  return {
    url,
    merchantId: async () => (await shop()).merchantId,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

const Pay = v.object({ card_token: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)) });
const Outcome = v.object({ payment_id: v.pipe(v.string(), v.regex(/^pay_[0-9a-f]{26}$/)) });
const VaultKey = v.object({
  data: v.object({ attributes: v.object({ api_key: v.string() }) }),
});
const Session = v.object({
  data: v.object({ attributes: v.object({ session_token: v.string() }) }),
});

/** The error without a value of a request: a refusal of the switch may quote one. */
async function reasonOf(error: unknown): Promise<string> {
  const { TurnoutApiError, TurnoutError } = await import('#turnout/node');
  if (error instanceof TurnoutApiError) return `${error.call} answered ${error.status}.`;
  const isFailedCall = error instanceof TurnoutError || error instanceof RequestFailed;
  return isFailedCall ? error.message : 'It could not be answered.';
}

/**
 * Creates the shop's accounts at the switch and at the vault. Returns the operations that the
 * shop's server uses.
 *
 * @throws TurnoutError of the switch, RequestFailed of the vault
 */
async function createMerchant({ switchUrl, vaultUrl, adminKey }: MerchantPageSetting) {
  // Imported late, because a start needs none of it.
  const [{ TurnoutApiError }, { redirectUrlOf }, { createTestMerchant }] = await Promise.all([
    import('#turnout/node'),
    import('../../console/switch-client.ts'),
    import('../../console/test-merchant.ts'),
  ]);
  const merchantId = `lemons_${randomBytes(6).toString('hex')}`;
  const operator = { url: switchUrl, apiKey: adminKey };
  const { turnout, connect } = await createTestMerchant(
    operator,
    { merchant_id: merchantId },
    { name: 'shop' },
  );
  await connect('stripe_test');
  const vaultKey = await askJson(`${vaultUrl}/api/v1/api_keys`, VaultKey, {
    apiKey: adminKey,
    body: { api_key: { description: 'shop', merchant_id: merchantId } },
  });
  // Sent in a header, because logs contain URLs.
  const apiKey = vaultKey.data.attributes.api_key;
  /** A payment, with the fields that customers may see. */
  const shown = (payment: PaymentResponse) => ({
    payment_id: payment.payment_id,
    status: payment.status,
    /** Why the payment failed. */
    message: payment.error_message ?? null,
    /** The redirect URL that the customer must visit before the payment is made. */
    redirect_to_url: redirectUrlOf(payment) ?? null,
  });
  const outcome = async (paymentId: string) => shown(await turnout.payments.retrieve(paymentId));

  return {
    merchantId,
    /** A token with which one browser can store one card, on a page of this origin. */
    async session(origin: string) {
      const body = { session_token: { scope: 'card', origin } };
      const url = `${vaultUrl}/api/v1/session_tokens`;
      const made = await askJson(url, Session, { apiKey, body });
      return { session_token: made.data.attributes.session_token };
    },
    /** Pays with a card in the vault. Repeated calls make one payment. */
    async pay(cardToken: string, returnUrl: string) {
      const paymentId = paymentOf(cardToken);
      try {
        const payment = await turnout.payments.create({
          ...price,
          payment_id: paymentId,
          return_url: returnUrl,
          confirm: true,
          payment_method: 'card',
          payment_method_data: { card_token: { vault_token: cardToken } },
        });
        return shown(payment);
      } catch (error) {
        if (error instanceof TurnoutApiError && error.code === 'HE_01') return outcome(paymentId);
        throw error;
      }
    },
    /** The state of a payment, as the switch reports it. The server does not trust the page. */
    outcome,
  };
}

/**
 * A form stores one card, and this shop uses one card for one payment. A request that is repeated
 * after a lost response returns the existing payment.
 */
const paymentOf = (cardToken: string) =>
  `pay_${createHash('sha256').update(cardToken).digest('hex').slice(0, 26)}`;

function json(response: ServerResponse, body: unknown): void {
  response
    .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
}
