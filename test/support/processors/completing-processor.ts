import * as v from 'valibot';
import { aboutNamed } from '#connectors/abouts.ts';
import type { SendContext } from '#connectors/connectors.ts';
import type { Connector } from '#connectors/interface/connector.ts';
import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import type { PaymentOutcome, Reference } from '#connectors/interface/payments.ts';
import { sandboxConnector } from '#connectors/sandbox/connector.ts';
import { putRequest, sandboxUrlOf } from '#connectors/sandbox/requests.ts';
import type { Send } from '#platform/http/egress/egress.ts';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { settled } from './an-exchange.ts';
import { sandboxUrl } from './sandbox-processor.ts';

/** The data with which the processor was asked to finish a payment. */
const Asked = v.object({
  challenge: v.string(),
  query: v.record(v.string(), v.string()),
  form: v.record(v.string(), v.string()),
  order: v.looseObject({}),
});
type Asked = v.InferOutput<typeof Asked>;

/**
 * A processor that charges only when it is asked to finish a payment, with the `proof` that its page
 * gave the customer's browser: `yes` charges, `again` asks the customer once more, all else declines.
 * Behind it are the books of the sandbox processor, which `send` reaches.
 */
export function completingProcessor(send: Send) {
  const asked: Asked[] = [];
  const completeUrls: string[] = [];
  return {
    ...completing,
    send: withCompletions(send, { asked, completeUrls }),
    /** Each time it was asked to finish a payment. */
    asked,
    /** The addresses for that which it was given. */
    completeUrls,
  };
}

interface Heard {
  readonly asked: Asked[];
  readonly completeUrls: string[];
}

/** The same, with the completion URLs and the requests to complete recorded. */
export const withCompletions =
  (send: Send, { asked, completeUrls }: Heard = { asked: [], completeUrls: [] }): Send =>
  async (request, options) => {
    const completeUrl = request.headers['x-complete-url'];
    if (completeUrl !== undefined) completeUrls.push(completeUrl);
    const { origin, pathname } = new URL(request.url);
    const [, reference] = /^\/completions\/(.+)$/.exec(pathname) ?? [];
    if (reference === undefined) return send(request, options);
    const input = v.parse(Asked, JSON.parse(request.body ?? ''));
    asked.push(input);
    const proof = input.query.proof ?? input.form.proof;
    if (proof !== 'again') {
      const url = `${input.challenge}/complete?confirm=${proof === 'yes'}`;
      await send({ method: 'GET', url, headers: {} }, options);
    }
    const { body: _, ...found } = request;
    return send({ ...found, method: 'GET', url: `${origin}/payments/${reference}` }, options);
  };

const atSandbox = sandboxConnector('stripe_test');

const ofSandbox = (account: ExchangeAccount): ExchangeAccount => ({
  ...account,
  urls: { api: `${sandboxUrl}/` },
});

/** Where the customer is challenged is wanted back when the payment is finished. */
const withChallenge = (outcome: PaymentOutcome): PaymentOutcome =>
  outcome.result === 'challenged' && outcome.redirectUrl !== undefined
    ? { ...outcome, connectorMetadata: { challenge: outcome.redirectUrl } }
    : outcome;

const read = (response: HttpResponse, input: Reference, account: ExchangeAccount) =>
  withChallenge(settled(atSandbox.sync.outcome(response, input, ofSandbox(account))));

const completingConnector: Connector = {
  ...atSandbox,
  authorize: {
    request(input, account) {
      const { step: _, ...request } = atSandbox.authorize.request(input, ofSandbox(account));
      const { completeUrl } = input;
      const headers = {
        ...request.headers,
        ...(completeUrl !== undefined && { 'x-complete-url': completeUrl }),
      };
      return { ...request, headers };
    },
    outcome: (response, input, account) =>
      withChallenge(settled(atSandbox.authorize.outcome(response, input, ofSandbox(account)))),
  },
  complete: {
    request({ reference, query, form, order, connectorMetadata }, account) {
      const { challenge } = connectorMetadata ?? {};
      const url = sandboxUrlOf(ofSandbox(account), 'completions', reference);
      return { ...putRequest(url, account, { challenge, query, form, order }), method: 'POST' };
    },
    outcome: read,
  },
  sync: {
    request: (input, account) => atSandbox.sync.request(input, ofSandbox(account)),
    outcome: read,
  },
};

const aboutCompleting: SendContext['aboutNamed'] = (name) => {
  const about = aboutNamed(name);
  return about && { ...about, features: [...about.features, 'complete'] };
};

/** Every account is one of this processor. */
export const completing = {
  adapters: { connectorNamed: () => completingConnector, aboutNamed: aboutCompleting },
};
