import { randomUUID } from 'node:crypto';
import { aboutNamed } from './abouts.ts';
import { unsharedAccessTokens } from './access-tokens.ts';
import {
  type AskContext,
  askProcessor,
  callerOf,
  type KeepReferences,
  urlsOf,
} from './ask-processor.ts';
import type { ExchangeName, InputOf, OutcomeOf } from './exchanges.ts';
import type { Feature } from './interface/about.ts';
import type { ConnectorAccess } from './interface/exchange.ts';
import type { Authorization, Completion } from './interface/payments.ts';
import { connectorNamed } from './registry.ts';
import { reportCardMode } from './report-card-mode.ts';
import { allowedFor, type SenderContext } from './send-exchange.ts';

/**
 * One method for each exchange. None throws: every result is an outcome. A question, such as a
 * sync, never gives `not_sent`.
 */
type ExchangeMethods = {
  readonly [Name in ExchangeName]: (
    account: ConnectorAccess,
    input: InputOf<Name>,
    keep?: KeepReferences,
  ) => Promise<OutcomeOf<Name>>;
};

/** The processors as an operation calls them. */
export interface Connectors extends ExchangeMethods {
  /**
   * Opens a connection for the next request that changes something at the account's processor, and
   * reads whether it answers, while the caller saves. Waits for nothing, and fails silently: the request then opens its own.
   */
  prepare(account: ConnectorAccess): void;
  /** Whether the customer brought back anything by which the payment can be completed. */
  canComplete(account: Pick<ConnectorAccess, 'connectorName'>, input: Completion): boolean;
  /** Whether the account's processor wants the card again to complete a payment. */
  completesWithCard(account: Pick<ConnectorAccess, 'connectorName'>): boolean;
  /**
   * Whether the account's processor supports this operation. Calling an unsupported one gives
   * `not_sent`.
   */
  canDo(account: Pick<ConnectorAccess, 'connectorName'>, feature: Feature): boolean;
  /** Whether the processor takes the bytes of files together with the evidence. */
  takesEvidenceBytes(account: Pick<ConnectorAccess, 'connectorName'>): boolean;
}

/** The sender's services; those with a default may be absent. */
export type SendContext = SenderContext & Partial<AskContext>;

/**
 * Sends exchanges over HTTP. Made for one request of a merchant, and limited to that request's
 * time.
 */
export function httpConnectors(context: SendContext): Connectors {
  const asking: AskContext = {
    ...context,
    requestId: context.requestId ?? randomUUID(),
    accessTokens: context.accessTokens ?? unsharedAccessTokens,
    connectorNamed: context.connectorNamed ?? connectorNamed,
    aboutNamed: context.aboutNamed ?? aboutNamed,
  };
  const ask =
    <Name extends ExchangeName>(name: Name) =>
    (account: ConnectorAccess, input: InputOf<Name>, keep?: KeepReferences) =>
      askProcessor(asking, account, name, input, keep);

  /** Asks for a charge or a verification, and explains a decline where the card is of the other mode. */
  const tryCard =
    (name: 'authorize' | 'verify') =>
    async (account: ConnectorAccess, input: Authorization, keep?: KeepReferences) => {
      const outcome = await ask(name)(account, input, keep);
      if (outcome.result === 'declined') reportCardMode(input.source, account, asking);
      return outcome;
    };

  return {
    authorize: tryCard('authorize'),
    complete: ask('complete'),
    verify: tryCard('verify'),
    revokeMandate: ask('revokeMandate'),
    async sync(account, input) {
      const lookup = asking.aboutNamed(account.connectorName)?.lookup.by;
      if (lookup === 'kept' && input.connectorTransactionId === undefined) {
        return { result: 'not_found' };
      }
      const outcome = await ask('sync')(account, input);
      return lookup === 'kept' ? outcome : unlessItMayExist(asking, account, outcome);
    },
    capture: ask('capture'),
    syncCapture: async (account, input) =>
      unlessItMayExist(asking, account, await ask('syncCapture')(account, input)),
    void: ask('void'),
    voidCaptured: ask('voidCaptured'),
    increment: ask('increment'),
    extend: ask('extend'),
    refund: ask('refund'),
    async syncRefund(account, input) {
      const connector = asking.connectorNamed(account.connectorName);
      // Webhooks report the results of its refunds.
      if (connector?.refund && !connector.syncRefund) return { result: 'unknown' };
      return unlessItMayExist(asking, account, await ask('syncRefund')(account, input));
    },
    payout: ask('payout'),
    fulfillPayout: ask('fulfillPayout'),
    cancelPayout: ask('cancelPayout'),
    async syncPayout(account, input) {
      const connector = asking.connectorNamed(account.connectorName);
      // Webhooks report the results of its payouts.
      if (connector?.payout && !connector.syncPayout) return { result: 'unknown' };
      return unlessItMayExist(asking, account, await ask('syncPayout')(account, input));
    },
    acceptDispute: ask('acceptDispute'),
    uploadEvidenceFile: ask('uploadEvidenceFile'),
    submitEvidence: ask('submitEvidence'),
    syncDispute: ask('syncDispute'),
    listDisputes: ask('listDisputes'),
    openWalletSession: ask('openWalletSession'),
    registerWebhook: ask('registerWebhook'),
    checkCredentials: ask('checkCredentials'),
    verifyWebhook: ask('verifyWebhook'),
    checkRisk: ask('checkRisk'),
    authenticate: ask('authenticate'),
    syncAuthentication: ask('syncAuthentication'),
    calculateTax: ask('calculateTax'),
    openAccountLink: ask('openAccountLink'),
    exchangeAccountToken: ask('exchangeAccountToken'),
    listBankAccounts: ask('listBankAccounts'),

    prepare(account) {
      const caller = callerOf(asking, account);
      if (caller) asking.breaker?.look(caller);
      try {
        const { api } = urlsOf(asking, account);
        if (api) asking.prepareConnection?.(api, { allow: allowedFor(api, asking.addresses) });
      } catch {
        // The next request reports the account's error.
      }
    },
    canComplete: ({ connectorName }, input) =>
      asking.connectorNamed(connectorName)?.complete?.canAsk?.(input) ?? true,
    completesWithCard: ({ connectorName }) =>
      asking.aboutNamed(connectorName)?.completesWithCard === true,
    canDo: ({ connectorName }, feature) =>
      asking.aboutNamed(connectorName)?.features.includes(feature) ?? false,
    takesEvidenceBytes: ({ connectorName }) =>
      asking.aboutNamed(connectorName)?.takesEvidenceBytes === true,
  };
}

/**
 * `not_found` counts only where the processor looks up our reference; a search may lag, so its
 * outcome is `unknown`.
 */
const unlessItMayExist = <Outcome extends { readonly result: string }>(
  { aboutNamed }: AskContext,
  { connectorName }: ConnectorAccess,
  outcome: Outcome,
): Outcome | { readonly result: 'unknown' } =>
  outcome.result === 'not_found' && aboutNamed(connectorName)?.lookup.by !== 'reference'
    ? { result: 'unknown' }
    : outcome;
