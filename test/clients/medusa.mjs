/**
 * Runs Hyperswitch's payment plugin for Medusa without a shop: its own compiled payment processor
 * and its route for webhooks, with Medusa's classes. Stand-ins take the place of its database: of
 * the credentials that were typed into its pages, and of the service that hears of webhooks.
 *
 * Started by `fork` with the plugin's folder, the address of the switch and the credentials. Each
 * message asks for one thing: `{ id, call, args }` of the processor, or `{ id, webhook }`.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [folder, switchUrl, credentials] = process.argv.slice(2);
const load = createRequire(join(folder, 'dist/index.js'));
const { default: PaymentProcessor } = load('./services/hyperswith-payment-processor.js');
const { default: validateWebhook } = load('./utils/webhookValidator.js');
const { POST: takeWebhook } = load('./api/hyperswitch/hooks/route.js');

const credentialsService = { extract: async () => JSON.parse(credentials) };
const processor = new (class extends PaymentProcessor {})({
  credentialsService,
  proxyService: { extract: async () => ({ enabled: false, url: switchUrl }) },
  customisationService: { extract: async () => ({ theme: 'light', appearance: 'accordion' }) },
});

/** Hands the plugin a webhook. Answers its refusal, or the handlers that it called. */
async function webhook({ headers, body }) {
  const told = [];
  const service = new Proxy({}, { get: (_, name) => async (data) => told.push({ name, data }) });
  const services = { credentialsService, hyperswitchWebhookProcessorService: service };
  const request = {
    method: 'POST',
    path: '/hyperswitch/hooks',
    headers,
    body: JSON.parse(body),
    scope: { resolve: (name) => services[name] },
  };
  return new Promise((resolve) => {
    const response = {
      statusCode: 200,
      status(code) {
        response.statusCode = code;
        return response;
      },
      send: (answer) => resolve({ refused: answer, status: response.statusCode }),
      json: (answer) => resolve({ ...answer, told }),
    };
    const next = (error) =>
      error
        ? resolve({ refused: error.message })
        : takeWebhook(request, response, (failed) => resolve({ refused: failed.message }));
    validateWebhook(request, response, next);
  });
}

process.on('message', async ({ id, call, args, webhook: one }) => {
  const answer = await (one ? webhook(one) : processor[call](...args));
  process.send({ id, answer: JSON.parse(JSON.stringify(answer)) });
});
process.on('disconnect', () => process.exit());
