import type { Connectors } from '#connectors/connectors.ts';
import type { ConnectorError } from '#connectors/interface/exchange.ts';
import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import type { RefundOutcome } from '#connectors/interface/refunds.ts';
import type { Log } from '#platform/log.ts';
import { retryAdviceOf, unifiedErrorOf } from './gsm-rule.ts';
import type { GsmRules } from './gsm-store.ts';

/** The flow in which an error occurred, in the words of the rules. */
interface Flow {
  readonly flow: string;
  readonly sub_flow: string;
}
const payments: readonly Flow[] = [{ flow: 'Payment', sub_flow: 'Authorize' }];
/** For refunds, a rule for refunds wins over a rule for payments. */
const refunds: readonly Flow[] = [{ flow: 'refund_flow', sub_flow: 'sub_flow' }, ...payments];

/**
 * The connectors, with the operator's unified error and its advice on retries added to failed
 * outcomes. The rule is looked up after the processor's answer and before the outcome is saved.
 * When the lookup fails, the outcome is returned as it is, because saving the outcome matters more.
 *
 * @see GsmRules for the cost of the lookup
 */
export function withUnifiedErrors(
  connectors: Connectors,
  { rules, log }: { readonly rules: GsmRules; readonly log: Log },
): Connectors {
  async function addUnifiedError<O extends PaymentOutcome | RefundOutcome>(
    connector: string,
    flows: readonly Flow[],
    outcome: O,
  ): Promise<O> {
    if (outcome.result !== 'declined' && outcome.result !== 'not_sent') return outcome;
    const rule = await ruleFor(connector, flows, outcome).catch((error: unknown) => {
      log.error('unified error not looked up', error, { connector });
    });
    if (!rule) return outcome;
    const unified = unifiedErrorOf(rule);
    return { ...outcome, ...(unified && { unified }), advice: retryAdviceOf(rule) };
  }

  async function ruleFor(
    connector: string,
    flows: readonly Flow[],
    connectorError: ConnectorError,
  ) {
    const { code, message } = connectorError;
    if (code === undefined && message === undefined) return undefined;
    const lookup = { code: code ?? 'No error code', message: message ?? 'No error message' };
    const found = await Promise.all(
      flows.map((flow) => rules.recent({ connector, ...flow, ...lookup })),
    );
    return found.find((one) => one !== undefined);
  }

  return {
    ...connectors,
    authorize: async (account, ...asked) =>
      addUnifiedError(
        account.connectorName,
        payments,
        await connectors.authorize(account, ...asked),
      ),
    complete: async (account, ...asked) =>
      addUnifiedError(
        account.connectorName,
        payments,
        await connectors.complete(account, ...asked),
      ),
    sync: async (account, input) =>
      addUnifiedError(account.connectorName, payments, await connectors.sync(account, input)),
    refund: async (account, input) =>
      addUnifiedError(account.connectorName, refunds, await connectors.refund(account, input)),
    syncRefund: async (account, input) =>
      addUnifiedError(account.connectorName, refunds, await connectors.syncRefund(account, input)),
  };
}
