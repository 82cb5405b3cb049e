import { aboutNamed } from '#connectors/abouts.ts';
import type { SendContext } from '#connectors/connectors.ts';
import type { Connector } from '#connectors/interface/connector.ts';
import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import { sandboxConnector } from '#connectors/sandbox/connector.ts';
import { settled } from '../processors/an-exchange.ts';

const atSandbox = sandboxConnector('stripe_test');

/** A processor's answer about a payment whose captures it does not list. */
const withoutCaptures = (outcome: PaymentOutcome): PaymentOutcome =>
  outcome.result === 'captured' ? { result: 'pending' } : outcome;

/** The sandbox processor, if it told the state of each capture alone, and listed none. */
const unlisted: Connector = {
  ...atSandbox,
  sync: {
    ...atSandbox.sync,
    outcome: (response, input, account) =>
      withoutCaptures(settled(atSandbox.sync.outcome(response, input, account))),
  },
  syncCapture: {
    request: (input, account) => atSandbox.sync.request(input, account),
    outcome(response, input, account) {
      const found = settled(atSandbox.sync.outcome(response, input, account));
      if (found.result !== 'captured') return { result: 'not_found' };
      const part = found.captures?.find(({ reference }) => reference === input.captureReference);
      if (!part) return { result: 'not_found' };
      const { amountMinor, connectorCaptureId } = part;
      return part.status === 'failed'
        ? { result: 'declined' }
        : {
            result: 'captured',
            capturedMinor: amountMinor,
            amountMinor,
            ...(connectorCaptureId !== undefined && { connectorCaptureId }),
          };
    },
  },
};

/** Every account is one of a processor that is asked about each capture. */
export const unlistedCaptures: Required<Pick<SendContext, 'connectorNamed' | 'aboutNamed'>> = {
  connectorNamed: () => unlisted,
  aboutNamed(name) {
    const about = aboutNamed(name);
    return about && { ...about, features: [...about.features, 'syncCapture'] };
  },
};
