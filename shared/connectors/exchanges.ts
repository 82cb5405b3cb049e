import {
  accountVerifierNamed,
  authenticatorNamed,
  riskCheckerNamed,
  taxCalculatorNamed,
} from './checkers.ts';
import {
  checkCaptureIntegrity,
  checkDisputeIdentity,
  checkIncrementIntegrity,
  checkPaymentIntegrity,
  checkPayoutIntegrity,
  checkRefundIntegrity,
} from './integrity-check.ts';
import type { AccountVerifier } from './interface/account-verifier.ts';
import type { Connector } from './interface/connector.ts';
import type { Exchange } from './interface/exchange.ts';
import type { RiskChecker } from './interface/fraud-check.ts';
import type { TaxCalculator } from './interface/tax.ts';
import type { Authenticator } from './interface/three-ds.ts';
import type { WebhookParser } from './interface/webhooks.ts';
import type { ExchangeKind } from './send-exchange.ts';

/** All exchanges, by the names under which the switch asks for them. */
interface Exchanges extends Omit<Required<Connector>, 'accessToken' | 'isRefusal' | 'webhooks'> {
  /** Asks the processor whether a webhook is its own, where only the processor can verify it. */
  readonly verifyWebhook: NonNullable<WebhookParser['verifyByAsking']>;
  /** Asks a fraud check. An outcome without a finding gives no risk. */
  readonly checkRisk: RiskChecker['check'];
  /** Starts a 3-D Secure authentication outside the processor. */
  readonly authenticate: Authenticator['start'];
  /** Syncs that authentication. */
  readonly syncAuthentication: Authenticator['sync'];
  /** Opens a session in which a customer chooses bank accounts. */
  readonly openAccountLink: AccountVerifier['openLink'];
  /** Reads the bank accounts of a finished session. */
  readonly exchangeAccountToken: AccountVerifier['exchangeToken'];
  /** Reads them again. */
  readonly listBankAccounts: AccountVerifier['listAccounts'];
  /** Asks for an order's tax. */
  readonly calculateTax: TaxCalculator['calculate'];
}

export type ExchangeName = keyof Exchanges;

/** The input of an exchange. */
export type InputOf<Name extends ExchangeName> =
  Exchanges[Name] extends Exchange<infer Input, infer _> ? Input : never;

/** The outcome of an exchange. */
export type OutcomeOf<Name extends ExchangeName> =
  Exchanges[Name] extends Exchange<infer _, infer Outcome extends { readonly result: string }>
    ? Outcome
    : never;

interface ExchangeRow<Name extends ExchangeName> {
  /** The exchange's name in logs. */
  readonly flow: string;
  readonly kind: ExchangeKind;
  /** Checks the outcome against the input. */
  readonly check?: (outcome: OutcomeOf<Name>, expected: InputOf<Name>) => OutcomeOf<Name>;
  /**
   * Whether strangers choose its content, so that its end is no evidence about the processor: they
   * could stop all payments there.
   */
  readonly isStrangers?: true;
  /** Finds an exchange that is not the connector's member of the same name. */
  readonly find?: (
    connector: Connector | undefined,
    connectorName: string,
  ) => Exchange<InputOf<Name>, OutcomeOf<Name>> | undefined;
}

/** The sender's data about each exchange. */
// biome-ignore format: exchanges read better in rows.
export const exchangeRows: { readonly [Name in ExchangeName]: ExchangeRow<Name> } = {
  authorize: { flow: 'Authorize', kind: 'change', check: checkPaymentIntegrity },
  complete: { flow: 'CompleteAuthorize', kind: 'change', check: checkPaymentIntegrity },
  verify: { flow: 'SetupMandate', kind: 'change', check: checkPaymentIntegrity },
  sync: { flow: 'PSync', kind: 'question', check: checkPaymentIntegrity },
  capture: { flow: 'Capture', kind: 'change', check: checkCaptureIntegrity },
  syncCapture: { flow: 'CSync', kind: 'question', check: checkCaptureIntegrity },
  void: { flow: 'Void', kind: 'change', check: checkPaymentIntegrity },
  voidCaptured: { flow: 'PostCaptureVoid', kind: 'change', check: checkPaymentIntegrity },
  increment: { flow: 'IncrementalAuthorization', kind: 'change', check: checkIncrementIntegrity },
  extend: { flow: 'ExtendAuthorization', kind: 'change', check: checkPaymentIntegrity },
  revokeMandate: { flow: 'MandateRevoke', kind: 'change' },

  refund: { flow: 'Execute', kind: 'change', check: checkRefundIntegrity },
  syncRefund: { flow: 'RSync', kind: 'question', check: checkRefundIntegrity },

  payout: { flow: 'PoCreate', kind: 'change', check: checkPayoutIntegrity },
  fulfillPayout: { flow: 'PoFulfill', kind: 'change', check: checkPayoutIntegrity },
  cancelPayout: { flow: 'PoCancel', kind: 'change', check: checkPayoutIntegrity },
  syncPayout: { flow: 'PoSync', kind: 'question', check: checkPayoutIntegrity },

  checkCredentials: { flow: 'VerifyCredentials', kind: 'question' },

  acceptDispute: { flow: 'Accept', kind: 'change', check: checkDisputeIdentity },
  uploadEvidenceFile: { flow: 'Upload', kind: 'preparation' },
  submitEvidence: { flow: 'Evidence', kind: 'change', check: checkDisputeIdentity },
  syncDispute: { flow: 'Dsync', kind: 'question', check: checkDisputeIdentity },
  listDisputes: { flow: 'Fetch', kind: 'question' },

  openWalletSession: { flow: 'Session', kind: 'preparation' },
  registerWebhook: { flow: 'ConnectorWebhookRegister', kind: 'change' },
  verifyWebhook: { flow: 'VerifyWebhookSource', kind: 'question', isStrangers: true, find: (connector) => connector?.webhooks?.verifyByAsking },

  checkRisk: { flow: 'FrmCheckout', kind: 'change', find: (_, name) => riskCheckerNamed(name)?.check },
  authenticate: { flow: 'Authentication', kind: 'change', find: (_, name) => authenticatorNamed(name)?.start },
  syncAuthentication: { flow: 'PostAuthentication', kind: 'question', find: (_, name) => authenticatorNamed(name)?.sync },
  openAccountLink: { flow: 'LinkToken', kind: 'preparation', find: (_, name) => accountVerifierNamed(name)?.openLink },
  exchangeAccountToken: { flow: 'ExchangeToken', kind: 'preparation', find: (_, name) => accountVerifierNamed(name)?.exchangeToken },
  listBankAccounts: { flow: 'BankAccountCredentials', kind: 'question', find: (_, name) => accountVerifierNamed(name)?.listAccounts },
  calculateTax: { flow: 'CalculateTax', kind: 'question', find: (_, name) => taxCalculatorNamed(name)?.calculate },
};

/** Finds an exchange of this connector; undefined when the connector does not support it. */
export function findExchange<Name extends ExchangeName>(
  name: Name,
  connector: Connector | undefined,
  connectorName: string,
): Exchange<InputOf<Name>, OutcomeOf<Name>> | undefined {
  const { find } = exchangeRows[name];
  if (find) return find(connector, connectorName);
  const members: ConnectorMembers | undefined = connector;
  return members?.[name];
}

/** A connector's exchanges, typed by their names. */
type ConnectorMembers = {
  readonly [Name in ExchangeName]?: Exchange<InputOf<Name>, OutcomeOf<Name>> | undefined;
};
