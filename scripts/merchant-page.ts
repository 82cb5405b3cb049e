import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import * as v from 'valibot';

/** What the page of the shop needs to know to be served. */
export interface MerchantPageSetting {
  /** 0 for any that is free. */
  readonly port: number;
  /** Where the API of the switch is, without a slash at its end. */
  readonly switchUrl: string;
  /** Where the vault is, as browsers reach it, without a slash at its end. */
  readonly vaultUrl: string;
  /** The operator's, with which the shop is taken on. */
  readonly adminKey: string;
}

export interface MerchantPage {
  /** Where the page is: open it in a browser under exactly this address. */
  readonly url: string;
  /** The merchant that it is, once somebody has opened the form. */
  merchantId(): Promise<string>;
  stop(): Promise<void>;
}

const folder = join(import.meta.dirname, '..', 'examples', 'merchant-page');
const files: Readonly<Record<string, readonly [file: string, contentType: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
};

/** What the lemons cost: the shop's server says so, and never the browser. */
const price = { amount: 420, currency: 'EUR' };

/** A body of a few members is all that the page ever sends. */
const bodyLimit = 4_096;

/**
 * Serves a shop whose customers type their cards into a form of the vault: the example of
 * docs/embedding.md, working against a running switch and its vault. The shop is taken on, as an
 * operator does it, when its form is opened for the first time. Throws where the port is taken.
 */
export async function startMerchantPage(setting: MerchantPageSetting): Promise<MerchantPage> {
  let taken: ReturnType<typeof takeOn> | undefined;
  const shop = () => {
    taken ??= takeOn(setting).catch((error: unknown) => {
      taken = undefined;
      throw error;
    });
    return taken;
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
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

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const file = files[path];
    if (request.method === 'GET' && file) return send(response, ...file);
    // The shop's own page may ask, and no other that a browser happens to show.
    const isOwn = request.method === 'POST' && request.headers.origin === url;
    if (isOwn && path === '/session') return json(response, await (await shop()).session(url));
    if (isOwn && path === '/pay') {
      const { card_token } = v.parse(Pay, await bodyOf(request));
      return json(response, await (await shop()).pay(card_token));
    }
    response.writeHead(404).end();
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
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const Pay = v.object({ card_token: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)) });
const ApiKey = v.object({ api_key: v.string() });
const VaultKey = v.object({
  data: v.object({ attributes: v.object({ api_key: v.string() }) }),
});
const Session = v.object({
  data: v.object({ attributes: v.object({ session_token: v.string() }) }),
});
const Payment = v.object({ payment_id: v.string(), status: v.string() });

/**
 * Takes the shop on at the switch and at the vault; what it can do then is all that its server does.
 * Throws an Error that says which call was refused, without what it answered.
 */
async function takeOn({ switchUrl, vaultUrl, adminKey }: MerchantPageSetting) {
  const merchantId = `lemons_${randomBytes(6).toString('hex')}`;
  const asOperator = { 'api-key': adminKey };
  await post(`${switchUrl}/accounts`, asOperator, { merchant_id: merchantId }, v.unknown());
  const { api_key: key } = await post(
    `${switchUrl}/api_keys/${merchantId}`,
    asOperator,
    { name: 'shop', expiration: 'never' },
    ApiKey,
  );
  const asShop = { 'api-key': key };
  await post(
    `${switchUrl}/account/${merchantId}/connectors`,
    asShop,
    {
      connector_type: 'payment_processor',
      connector_name: 'stripe_test',
      connector_account_details: {
        auth_type: 'HeaderKey',
        api_key: randomBytes(24).toString('base64url'),
      },
    },
    v.unknown(),
  );
  const vaultKey = await post(
    `${vaultUrl}/api/v1/api_keys`,
    asOperator,
    { api_key: { description: 'shop', merchant_id: merchantId } },
    VaultKey,
  );
  // In a header, where no log of addresses finds it.
  const atVault = { 'api-key': vaultKey.data.attributes.api_key };

  return {
    merchantId,
    /** A token with which one browser can store one card, on a page of this origin. */
    async session(origin: string) {
      const body = { session_token: { scope: 'card', origin } };
      const made = await post(`${vaultUrl}/api/v1/session_tokens`, atVault, body, Session);
      return { session_token: made.data.attributes.session_token };
    },
    /** Pays with a card that is in the vault. */
    pay: (cardToken: string) =>
      post(
        `${switchUrl}/payments`,
        asShop,
        {
          ...price,
          confirm: true,
          payment_method: 'card',
          payment_method_data: { card_token: { vault_token: cardToken } },
        },
        Payment,
      ),
  };
}

async function post<S extends v.GenericSchema>(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
  schema: S,
): Promise<v.InferOutput<S>> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) {
    throw new Error(`${new URL(url).pathname} answered ${response.status}.`);
  }
  return v.parse(schema, await response.json());
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > bodyLimit) throw new Error('The body is too long.');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

function json(response: ServerResponse, body: unknown): void {
  response
    .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
}
