import { httpConnectors } from '#connectors/connectors.ts';
import type { Authorization, PaymentSource, Reference } from '#connectors/interface/payments.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { logTo } from '#platform/log.ts';
import { addressesWith, bareOrder } from '../../../support/processors/an-exchange.ts';
import { atStripe } from '../../../support/processors/at-stripe.ts';
import { describedRequests } from '../../../support/processors/described-requests.ts';
import { type SandboxHooks, sandboxUrl } from '../../../support/processors/sandbox-processor.ts';
import { stripeFacts } from './facts.ts';

const apiKey = 'sk_test_key0001';
export const account = {
  connectorName: 'stripe',
  credentials: { auth_type: 'HeaderKey', api_key: apiKey } as const,
};

const cardSource = (number: string): PaymentSource => ({
  kind: 'card',
  card: { number, expiryMonth: '10', expiryYear: '2035', cvc: '123' },
});

export const aCharge = (number: string, changes: Partial<Authorization> = {}): Authorization => ({
  reference: 'pay_1_1',
  connectorName: 'stripe',
  amountMinor: 6_540,
  currency: 'USD',
  captureMethod: 'automatic',
  order: bareOrder,
  source: cardSource(number),
  returnUrl: 'https://switch.example/back',
  ...changes,
});

const described = describedRequests(stripeFacts.descriptions);

/** The adapter for Stripe, as the switch runs it, at the sandbox's Stripe API. */
export function connected(hooks: SandboxHooks = {}) {
  const lost = { after: 0 };
  const sent: HttpRequest[] = [];
  const stripe = atStripe(hooks);
  const connectors = httpConnectors({
    send: async (request, options) => {
      const url = request.url.replace(`${sandboxUrl}/stripe/`, 'https://api.stripe.com/');
      const problem = described?.problemOf({ ...request, url });
      if (problem !== undefined) throw new Error(problem);
      sent.push(request);
      const answered = await stripe.send(request, options);
      if (lost.after === 0) return answered;
      lost.after -= 1;
      return lost.after === 0 ? { kind: 'unknown', reason: 'timeout' } : answered;
    },
    remainingMs: () => 28_000,
    addresses: addressesWith(sandboxUrl),
    log: logTo(() => {}),
    pause: async () => {},
  });
  return {
    ...stripe,
    connectors,
    /** The requests as they were sent. */
    sent,
    /** The next request arrives, and its answer does not. */
    loseNextAnswer: () => {
      lost.after = 1;
    },
    /** The request of this number from now on arrives, and its answer does not. */
    loseAnswer: (number: number) => {
      lost.after = number;
    },
    charge: (number: string, changes: Partial<Authorization> = {}) =>
      connectors.authorize(account, aCharge(number, changes)),
  };
}

type Outcome = Awaited<ReturnType<ReturnType<typeof connected>['charge']>>;

/** The payment as later exchanges name it. */
export function referenceTo(outcome: Outcome, changes: Partial<Reference> = {}): Reference {
  const { source: _, ...payment } = aCharge('');
  const id = 'connectorTransactionId' in outcome ? outcome.connectorTransactionId : undefined;
  return { ...payment, ...(id && { connectorTransactionId: id }), ...changes };
}
