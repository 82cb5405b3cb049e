import * as v from 'valibot';
import { aboutNamed } from '#connectors/abouts.ts';
import type { SendContext } from '#connectors/connectors.ts';
import type { About } from '#connectors/interface/about.ts';
import type { Connector } from '#connectors/interface/connector.ts';
import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import type { PaymentOutcome, Reference } from '#connectors/interface/payments.ts';
import { sandboxConnector } from '#connectors/sandbox/connector.ts';
import { putRequest, sandboxUrlOf } from '#connectors/sandbox/requests.ts';
import type { Send } from '#platform/http/egress/egress.ts';
import { settled } from './an-exchange.ts';
import { sandboxUrl } from './sandbox-processor.ts';

/**
 * A processor that wants an order before it charges, and finds a payment by that order alone. Behind
 * it are the books of the sandbox processor.
 */
export const withOrders =
  (send: Send): Send =>
  async (request, options) => {
    const { origin, pathname } = new URL(request.url);
    if (pathname === '/orders') {
      const { reference } = v.parse(Named, JSON.parse(request.body ?? ''));
      const body = JSON.stringify({ reference: `order_${reference}` });
      return { kind: 'answered', response: { status: 200, headers: {}, body } };
    }
    const [, reference] = /^\/orders\/order_(.+)$/.exec(pathname) ?? [];
    const url = reference === undefined ? request.url : `${origin}/payments/${reference}`;
    return send({ ...request, url }, options);
  };

const Named = v.object({ reference: v.string() });

const atSandbox = sandboxConnector('stripe_test');
const orderUrl = (account: ExchangeAccount, ...order: readonly string[]) =>
  sandboxUrlOf({ ...account, urls: { api: `${sandboxUrl}/` } }, 'orders', ...order);

/** The reports, under the order's id. */
const ofOrder = (outcome: PaymentOutcome, order: string): PaymentOutcome =>
  outcome.result === 'not_found' || outcome.result === 'not_sent'
    ? outcome
    : { ...outcome, connectorTransactionId: order };

/** The adapter of that processor. */
const stepwiseConnector: Connector = {
  ...atSandbox,
  authorize: {
    request: ({ reference }, account) => ({
      ...putRequest(orderUrl(account), account, { reference }),
      method: 'POST',
      step: 'order',
    }),
    outcome(response, input, account) {
      const { reference: order } = v.parse(Named, JSON.parse(response.body));
      const { step: _, ...charge } = atSandbox.authorize.request(input, account);
      return {
        next: { ...charge, url: orderUrl(account, order) },
        keep: { connectorTransactionId: order, connectorMetadata: { order } },
        outcome: (answer) =>
          ofOrder(settled(atSandbox.authorize.outcome(answer, input, account)), order),
      };
    },
  },
  sync: {
    canAsk: ({ connectorTransactionId }: Reference) => connectorTransactionId !== undefined,
    request: ({ connectorTransactionId = '', ...input }, account) => ({
      ...atSandbox.sync.request(input, account),
      url: orderUrl(account, connectorTransactionId),
    }),
    outcome: (response, input, account) =>
      ofOrder(
        settled(atSandbox.sync.outcome(response, input, account)),
        input.connectorTransactionId ?? '',
      ),
  },
};

/** Every account is one of this processor. `lookup` is how it finds a payment whose answer was lost. */
export const stepwise = (
  lookup: About['lookup'],
): Required<Pick<SendContext, 'connectorNamed' | 'aboutNamed'>> => ({
  connectorNamed: () => stepwiseConnector,
  aboutNamed(name) {
    const about = aboutNamed(name);
    return about && { ...about, lookup };
  },
});
