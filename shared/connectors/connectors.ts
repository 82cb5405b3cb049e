import { randomUUID } from 'node:crypto';
import { aboutNamed } from './abouts.ts';
import { type AccessTokens, unsharedAccessTokens, withAccessToken } from './access-tokens.ts';
import { baseUrlsOf } from './base-urls.ts';
import { authenticatorNamed, riskCheckerNamed, taxCalculatorNamed } from './checkers.ts';
import {
  checkCaptureIntegrity,
  checkDisputeIdentity,
  checkIncrementIntegrity,
  checkPaymentIntegrity,
  checkPayoutIntegrity,
  checkRefundIntegrity,
} from './integrity-check.ts';
import type { About, Feature } from './interface/about.ts';
import type { Connector } from './interface/connector.ts';
import type {
  DisputeEvidence,
  DisputeOutcome,
  DisputeReference,
  EvidenceUpload,
  UploadOutcome,
} from './interface/disputes.ts';
import type {
  ConnectorAccess,
  Exchange,
  ExchangeAccount,
  KeptReferences,
} from './interface/exchange.ts';
import type { FraudCheckRequest, FraudCheckResult } from './interface/fraud-check.ts';
import type { MandateReference, RevocationOutcome } from './interface/mandates.ts';
import type {
  Authorization,
  Capture,
  Completion,
  Increment,
  PaymentOutcome,
  Reference,
} from './interface/payments.ts';
import type { PayoutInstruction, PayoutOutcome, PayoutReference } from './interface/payouts.ts';
import type { RefundOutcome, RefundReference } from './interface/refunds.ts';
import type { TaxOutcome, TaxRequest } from './interface/tax.ts';
import type {
  AuthenticationOutcome,
  AuthenticationReference,
  AuthenticationRequest,
} from './interface/three-ds.ts';
import type { WalletSessionOutcome, WalletSessionRequest } from './interface/wallet-session.ts';
import type {
  IncomingWebhook,
  WebhookRegistration,
  WebhookRegistrationOutcome,
  WebhookVerification,
} from './interface/webhooks.ts';
import { connectorNamed } from './registry.ts';
import {
  allowedFor,
  type ExchangeKind,
  exchangeMs,
  type NoAnswer,
  type SenderContext,
  sendExchange,
} from './send-exchange.ts';

/**
 * Saves what finds a payment at its processor, before the step that moves the money. Rejects when it
 * could not be saved: then no money moves.
 */
type KeepReferences = (kept: KeptReferences) => Promise<void>;

/** The processors as an operation calls them. No method throws: every result is an outcome. */
export interface Connectors {
  /**
   * Opens a connection for the next request that changes something at the account's processor, while
   * the caller saves. Waits for nothing, and fails silently: the request then opens its own.
   */
  prepare(account: ConnectorAccess): void;
  authorize(
    account: ConnectorAccess,
    input: Authorization,
    keep?: KeepReferences,
  ): Promise<PaymentOutcome>;
  /** Finishes a payment with what the customer's browser brought back. */
  complete(
    account: ConnectorAccess,
    input: Completion,
    keep?: KeepReferences,
  ): Promise<PaymentOutcome>;
  /** Verifies that a payment source could be charged; `captured`, with amount 0, if it could. */
  verify(
    account: ConnectorAccess,
    input: Authorization,
    keep?: KeepReferences,
  ): Promise<PaymentOutcome>;
  revokeMandate(account: ConnectorAccess, input: MandateReference): Promise<RevocationOutcome>;
  /**
   * Never `not_sent`, and `declined` only when the processor shows us the declined payment. `unknown`
   * without code or message: there is nothing to ask by, or a search did not find it, which says
   * nothing. The same holds for the other syncs.
   */
  sync(account: ConnectorAccess, input: Reference): Promise<PaymentOutcome>;
  /** `declined` means that this capture was declined, and not the payment. */
  capture(account: ConnectorAccess, input: Capture): Promise<PaymentOutcome>;
  /** Syncs one capture, where the processor's `sync` lists none. Never `not_sent`. */
  syncCapture(account: ConnectorAccess, input: Capture): Promise<PaymentOutcome>;
  /** `declined` means that the authorization stays. */
  void(account: ConnectorAccess, input: Reference): Promise<PaymentOutcome>;
  /** `declined` means that the money stays captured. */
  voidCaptured(account: ConnectorAccess, input: Reference): Promise<PaymentOutcome>;
  /**
   * `authorized` means that the new total is authorized; `declined`, that the earlier total stays.
   */
  increment(account: ConnectorAccess, input: Increment): Promise<PaymentOutcome>;
  /** `authorized` means that the authorization is valid for longer. */
  extend(account: ConnectorAccess, input: Reference): Promise<PaymentOutcome>;
  refund(account: ConnectorAccess, input: RefundReference): Promise<RefundOutcome>;
  /** Never `not_sent`, and `declined` only when the processor shows us the declined refund. */
  syncRefund(account: ConnectorAccess, input: RefundReference): Promise<RefundOutcome>;
  payout(account: ConnectorAccess, input: PayoutInstruction): Promise<PayoutOutcome>;
  fulfillPayout(account: ConnectorAccess, input: PayoutReference): Promise<PayoutOutcome>;
  /** `declined` means that the payout stays as it is. */
  cancelPayout(account: ConnectorAccess, input: PayoutReference): Promise<PayoutOutcome>;
  /** Never `not_sent`, and `declined` only when the processor shows us the declined payout. */
  syncPayout(account: ConnectorAccess, input: PayoutReference): Promise<PayoutOutcome>;
  acceptDispute(account: ConnectorAccess, input: DisputeReference): Promise<DisputeOutcome>;
  submitEvidence(account: ConnectorAccess, input: DisputeEvidence): Promise<DisputeOutcome>;
  /** Never `not_sent` or `declined`. */
  syncDispute(account: ConnectorAccess, input: DisputeReference): Promise<DisputeOutcome>;
  /** Uploads one file of evidence. */
  uploadEvidenceFile(account: ConnectorAccess, input: EvidenceUpload): Promise<UploadOutcome>;
  /** Opens a wallet's session for the customer's browser. */
  openWalletSession(
    account: ConnectorAccess,
    input: WalletSessionRequest,
  ): Promise<WalletSessionOutcome>;
  /** Registers our address for webhooks at the processor. */
  registerWebhook(
    account: ConnectorAccess,
    input: WebhookRegistration,
  ): Promise<WebhookRegistrationOutcome>;
  /** Asks the processor whether a webhook is its own, where only it can tell. */
  verifyWebhook(account: ConnectorAccess, input: IncomingWebhook): Promise<WebhookVerification>;
  /** Starts a 3-D Secure authentication outside the processor. */
  authenticate(
    account: ConnectorAccess,
    input: AuthenticationRequest,
  ): Promise<AuthenticationOutcome>;
  /** Syncs that authentication. Never `not_sent`. */
  syncAuthentication(
    account: ConnectorAccess,
    input: AuthenticationReference,
  ): Promise<AuthenticationOutcome>;
  /** Asks for an order's tax. Never `not_sent`. */
  calculateTax(account: ConnectorAccess, input: TaxRequest): Promise<TaxOutcome>;
  /** Asks a fraud check. A result that is no finding gives no risk. */
  checkRisk(account: ConnectorAccess, input: FraudCheckRequest): Promise<FraudCheckResult>;
  /** Whether the customer brought back anything by which the payment can be completed. */
  canComplete(account: Pick<ConnectorAccess, 'connectorName'>, input: Completion): boolean;
  /**
   * Whether the account's processor supports this operation. Calling an unsupported one gives
   * `not_sent`.
   */
  canDo(account: Pick<ConnectorAccess, 'connectorName'>, feature: Feature): boolean;
  /** Whether the processor takes the bytes of files together with the evidence. */
  takesEvidenceBytes(account: Pick<ConnectorAccess, 'connectorName'>): boolean;
}

export interface SendContext extends SenderContext {
  /** The id of the request that we are answering, which links our logs with the processor's. */
  readonly requestId?: string;
  /** Access tokens that are shared with other requests; without it each request asks for its own. */
  readonly accessTokens?: AccessTokens;
  /** Finds a connector by the name that merchants use. */
  readonly connectorNamed?: (name: string) => Connector | undefined;
  /** Finds what a connector can do. */
  readonly aboutNamed?: (name: string) => About | undefined;
}

/** An exchange, with what is asked. */
interface Asked<Input, Outcome> {
  /** In the words of the `x-flow` header. */
  readonly flow: string;
  readonly kind?: ExchangeKind;
  /** Undefined: the connector does not have it. */
  readonly exchange: Exchange<Input, Outcome> | undefined;
  readonly input: Input;
  /** Checks the outcome against what was asked. */
  readonly check?: (outcome: Outcome, expected: Input) => Outcome;
  readonly keep?: KeepReferences | undefined;
}

/**
 * Sends exchanges over HTTP. Made for one request of a merchant, and limited to that request's
 * time.
 */
export function httpConnectors(context: SendContext): Connectors {
  const { addresses, accessTokens: tokens = unsharedAccessTokens } = context;
  const findConnector = context.connectorNamed ?? connectorNamed;
  const findAbout = context.aboutNamed ?? aboutNamed;
  const requestId = context.requestId ?? randomUUID();
  const of = ({ connectorName }: ConnectorAccess) => findConnector(connectorName);
  const urlsOf = (access: ConnectorAccess) =>
    baseUrlsOf(
      findAbout(access.connectorName) ?? { name: access.connectorName },
      access,
      addresses,
    );

  const send = <Input, Outcome extends { readonly result: string }>(
    access: ConnectorAccess,
    asked: Asked<Input, Outcome>,
    token: { readonly accessToken?: string; readonly tokenRefused?: () => void } = {},
  ): Promise<Outcome | NoAnswer> => {
    const { flow, kind = 'change', exchange, input, check, keep } = asked;
    const { connectorName } = access;
    const { accessToken, tokenRefused } = token;
    const { renames = [] } = findAbout(connectorName) ?? {};
    const expected = {
      ...input,
      ...(renames.includes('payment') && { connectorTransactionId: undefined }),
      ...(renames.includes('refund') && { connectorRefundId: undefined }),
    };
    const { tokenPlace: _, ...known } = access;
    const accountOf = (): ExchangeAccount => ({
      ...known,
      urls: urlsOf(access),
      ...(accessToken !== undefined && { accessToken }),
    });
    return sendExchange<Outcome>(context, {
      logFields: { connector: connectorName, flow, requestId },
      kind,
      accountId: access.accountId,
      request() {
        if (!exchange) throw new Error('No connector of this name can do that.');
        return exchange.request(input, accountOf());
      },
      outcome(response) {
        if (!exchange) throw new Error('Nothing was asked.');
        return exchange.outcome(response, input, accountOf());
      },
      isRefusal: (response) => of(access)?.isRefusal?.(response) ?? false,
      check: (outcome) => check?.(outcome, expected) ?? outcome,
      keep,
      tokenRefused,
    });
  };

  const ask = async <Input, Outcome extends { readonly result: string }>(
    access: ConnectorAccess,
    asked: Asked<Input, Outcome>,
  ): Promise<Outcome | NoAnswer> => {
    const { exchange, input, kind } = asked;
    if (exchange?.canAsk?.(input) === false) return { result: 'unknown' };
    const accessToken = exchange && of(access)?.accessToken;
    if (!accessToken) return send(access, asked);
    return withAccessToken<Outcome | NoAnswer>(access, {
      tokens,
      ask: () =>
        send(access, {
          flow: 'AccessTokenAuth',
          kind: 'preparation',
          exchange: accessToken,
          input: {},
        }),
      leftMs: () => exchangeMs(context),
      async send(token, mayRefuse) {
        let isRefused = false;
        const tokenRefused = () => {
          isRefused = true;
        };
        const outcome = await send(access, asked, {
          accessToken: token,
          ...(mayRefuse && { tokenRefused }),
        });
        return isRefused ? undefined : outcome;
      },
      withoutToken: (why) => ({ ...why, result: kind === 'question' ? 'unknown' : 'not_sent' }),
    });
  };

  /**
   * Where our reference finds nothing, "not found" says nothing: a search that lags behind does not
   * know of a payment that was made.
   */
  const unlessItMayExist = <Outcome extends { readonly result: string }>(
    { connectorName }: ConnectorAccess,
    outcome: Outcome,
  ): Outcome | { readonly result: 'unknown' } =>
    outcome.result === 'not_found' && findAbout(connectorName)?.lookup.by !== 'reference'
      ? { result: 'unknown' }
      : outcome;

  return {
    prepare(account) {
      try {
        const { api } = urlsOf(account);
        if (api) context.prepareConnection?.(api, { allow: allowedFor(api, addresses) });
      } catch {
        // The request that follows says what is wrong with the account.
      }
    },
    authorize: (account, input, keep) =>
      ask(account, {
        flow: 'Authorize',
        exchange: of(account)?.authorize,
        input,
        keep,
        check: checkPaymentIntegrity,
      }),
    complete: (account, input, keep) =>
      ask(account, {
        flow: 'CompleteAuthorize',
        exchange: of(account)?.complete,
        input,
        keep,
        check: checkPaymentIntegrity,
      }),
    verify: (account, input, keep) =>
      ask(account, {
        flow: 'SetupMandate',
        exchange: of(account)?.verify,
        input,
        keep,
        check: checkPaymentIntegrity,
      }),
    revokeMandate: (account, input) =>
      ask(account, { flow: 'MandateRevoke', exchange: of(account)?.revokeMandate, input }),
    async sync(account, input) {
      const lookup = findAbout(account.connectorName)?.lookup.by;
      if (lookup === 'kept' && input.connectorTransactionId === undefined) {
        return { result: 'not_found' };
      }
      const outcome = await ask(account, {
        flow: 'PSync',
        kind: 'question',
        exchange: of(account)?.sync,
        input,
        check: checkPaymentIntegrity,
      });
      return lookup === 'kept' ? outcome : unlessItMayExist(account, outcome);
    },
    capture: (account, input) =>
      ask(account, {
        flow: 'Capture',
        exchange: of(account)?.capture,
        input,
        check: checkCaptureIntegrity,
      }),
    syncCapture: async (account, input) =>
      unlessItMayExist(
        account,
        await ask(account, {
          flow: 'CSync',
          kind: 'question',
          exchange: of(account)?.syncCapture,
          input,
          check: checkCaptureIntegrity,
        }),
      ),
    void: (account, input) =>
      ask(account, {
        flow: 'Void',
        exchange: of(account)?.void,
        input,
        check: checkPaymentIntegrity,
      }),
    voidCaptured: (account, input) =>
      ask(account, {
        flow: 'PostCaptureVoid',
        exchange: of(account)?.voidCaptured,
        input,
        check: checkPaymentIntegrity,
      }),
    increment: (account, input) =>
      ask(account, {
        flow: 'IncrementalAuthorization',
        exchange: of(account)?.increment,
        input,
        check: checkIncrementIntegrity,
      }),
    extend: (account, input) =>
      ask(account, {
        flow: 'ExtendAuthorization',
        exchange: of(account)?.extend,
        input,
        check: checkPaymentIntegrity,
      }),
    refund: (account, input) =>
      ask(account, {
        flow: 'Execute',
        exchange: of(account)?.refund,
        input,
        check: checkRefundIntegrity,
      }),
    async syncRefund(account, input) {
      const connector = of(account);
      // What became of its refunds comes with webhooks.
      if (connector?.refund && !connector.syncRefund) return { result: 'unknown' };
      const outcome = await ask(account, {
        flow: 'RSync',
        kind: 'question',
        exchange: connector?.syncRefund,
        input,
        check: checkRefundIntegrity,
      });
      return unlessItMayExist(account, outcome);
    },
    payout: (account, input) =>
      ask(account, {
        flow: 'PoCreate',
        exchange: of(account)?.payout,
        input,
        check: checkPayoutIntegrity,
      }),
    fulfillPayout: (account, input) =>
      ask(account, {
        flow: 'PoFulfill',
        exchange: of(account)?.fulfillPayout,
        input,
        check: checkPayoutIntegrity,
      }),
    cancelPayout: (account, input) =>
      ask(account, {
        flow: 'PoCancel',
        exchange: of(account)?.cancelPayout,
        input,
        check: checkPayoutIntegrity,
      }),
    syncPayout: async (account, input) =>
      unlessItMayExist(
        account,
        await ask(account, {
          flow: 'PoSync',
          kind: 'question',
          exchange: of(account)?.syncPayout,
          input,
          check: checkPayoutIntegrity,
        }),
      ),
    acceptDispute: (account, input) =>
      ask(account, {
        flow: 'Accept',
        exchange: of(account)?.acceptDispute,
        input,
        check: checkDisputeIdentity,
      }),
    uploadEvidenceFile: (account, input) =>
      ask(account, {
        flow: 'Upload',
        kind: 'preparation',
        input,
        exchange: of(account)?.uploadEvidenceFile,
      }),
    submitEvidence: (account, input) =>
      ask(account, {
        flow: 'Evidence',
        exchange: of(account)?.submitEvidence,
        input,
        check: checkDisputeIdentity,
      }),
    syncDispute: (account, input) =>
      ask(account, {
        flow: 'Dsync',
        kind: 'question',
        exchange: of(account)?.syncDispute,
        input,
        check: checkDisputeIdentity,
      }),
    openWalletSession: (account, input) =>
      ask(account, {
        flow: 'Session',
        kind: 'preparation',
        input,
        exchange: of(account)?.openWalletSession,
      }),
    registerWebhook: (account, input) =>
      ask(account, {
        flow: 'ConnectorWebhookRegister',
        exchange: of(account)?.registerWebhook,
        input,
      }),
    verifyWebhook: (account, input) =>
      ask(account, {
        flow: 'VerifyWebhookSource',
        kind: 'question',
        input,
        exchange: of(account)?.webhooks?.verifyByAsking,
      }),
    checkRisk: (account, input) =>
      ask(account, {
        flow: 'FrmCheckout',
        input,
        exchange: riskCheckerNamed(account.connectorName)?.check,
      }),
    authenticate: (account, input) =>
      ask(account, {
        flow: 'Authentication',
        input,
        exchange: authenticatorNamed(account.connectorName)?.start,
      }),
    syncAuthentication: (account, input) =>
      ask(account, {
        flow: 'PostAuthentication',
        kind: 'question',
        input,
        exchange: authenticatorNamed(account.connectorName)?.sync,
      }),
    calculateTax: (account, input) =>
      ask(account, {
        flow: 'CalculateTax',
        kind: 'question',
        input,
        exchange: taxCalculatorNamed(account.connectorName)?.calculate,
      }),
    canComplete: ({ connectorName }, input) =>
      findConnector(connectorName)?.complete?.canAsk?.(input) ?? true,
    canDo: ({ connectorName }, feature) =>
      findAbout(connectorName)?.features.includes(feature) ?? false,
    takesEvidenceBytes: ({ connectorName }) =>
      findAbout(connectorName)?.takesEvidenceBytes === true,
  };
}
