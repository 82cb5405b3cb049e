import { aboutNamed } from '#connectors/abouts.ts';
import type { SendContext } from '#connectors/connectors.ts';
import type { About } from '#connectors/interface/about.ts';
import type { Connector } from '#connectors/interface/connector.ts';
import { sandboxConnector } from '#connectors/sandbox/connector.ts';

const atSandbox = sandboxConnector('stripe_test');

/** The sandbox processor, if it could be asked by its own ids alone. */
const unsearchable: Connector = {
  ...atSandbox,
  sync: {
    ...atSandbox.sync,
    canAsk: ({ connectorTransactionId }) => connectorTransactionId !== undefined,
  },
  ...(atSandbox.syncRefund && {
    syncRefund: {
      ...atSandbox.syncRefund,
      canAsk: ({ connectorRefundId }) => connectorRefundId !== undefined,
    },
  }),
};

/**
 * Every account is one of a processor that finds nothing by our reference: it cannot be asked at all
 * without its own id, or it is asked by a search that lags.
 */
export const findsNothing = (
  lookup: Exclude<About['lookup'], { readonly by: 'reference' }>,
): Required<Pick<SendContext, 'connectorNamed' | 'aboutNamed'>> => ({
  connectorNamed: () => (lookup.by === 'search' ? atSandbox : unsearchable),
  aboutNamed(name) {
    const about = aboutNamed(name);
    return about && { ...about, lookup };
  },
});
