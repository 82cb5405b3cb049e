import type { Connectors } from '../connectors/connectors.ts';
import type { Explanation } from '../connectors/interface/exchange.ts';
import type { PaymentOutcome } from '../connectors/interface/payments.ts';
import type { RefundOutcome } from '../connectors/interface/refunds.ts';
import type { Log } from '../log.ts';
import { namedByRule } from './gsm-rule.ts';
import type { GsmRules } from './gsm-store.ts';

/** Where an error was met, as rules call it. */
interface Flow {
  readonly flow: string;
  readonly sub_flow: string;
}
const payments: readonly Flow[] = [{ flow: 'Payment', sub_flow: 'Authorize' }];
/** What is said of refunds wins over what is said of payments. */
const refunds: readonly Flow[] = [{ flow: 'refund_flow', sub_flow: 'sub_flow' }, ...payments];

/**
 * The processors, with the operator's words beside their own where they say no. The words are looked
 * up after the processor has answered and before its answer is written down; where they cannot be had
 * the answer goes without them, for what became of the money matters more than what it is called.
 *
 * @see GsmRules for what the look-up costs
 */
export function explained(
  connectors: Connectors,
  { rules, log }: { readonly rules: GsmRules; readonly log: Log },
): Connectors {
  async function withWords<O extends PaymentOutcome | RefundOutcome>(
    connector: string,
    flows: readonly Flow[],
    outcome: O,
  ): Promise<O> {
    if (outcome.result !== 'declined' && outcome.result !== 'not_sent') return outcome;
    const unified = await wordsFor(connector, flows, outcome).catch((error: unknown) => {
      log.error('error not looked up', error, { connector });
    });
    return unified ? { ...outcome, unified } : outcome;
  }

  async function wordsFor(connector: string, flows: readonly Flow[], said: Explanation) {
    const { code, message } = said;
    if (code === undefined && message === undefined) return undefined;
    const words = { code: code ?? 'No error code', message: message ?? 'No error message' };
    const found = await Promise.all(
      flows.map((flow) => rules.recent({ connector, ...flow, ...words })),
    );
    const rule = found.find((one) => one !== undefined);
    return rule && namedByRule(rule);
  }

  return {
    ...connectors,
    authorize: async (account, input) =>
      withWords(account.connectorName, payments, await connectors.authorize(account, input)),
    sync: async (account, input) =>
      withWords(account.connectorName, payments, await connectors.sync(account, input)),
    refund: async (account, input) =>
      withWords(account.connectorName, refunds, await connectors.refund(account, input)),
    syncRefund: async (account, input) =>
      withWords(account.connectorName, refunds, await connectors.syncRefund(account, input)),
  };
}
