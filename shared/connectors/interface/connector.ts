import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { AccessTokenOutcome } from './access-token.ts';
import type { CredentialsOutcome } from './credentials.ts';
import type { DisputePage, DisputePageOutcome } from './dispute-list.ts';
import type {
  DisputeEvidence,
  DisputeOutcome,
  DisputeReference,
  EvidenceUpload,
  UploadOutcome,
} from './disputes.ts';
import type { Exchange } from './exchange.ts';
import type { MandateReference, RevocationOutcome } from './mandates.ts';
import type {
  Authorization,
  Capture,
  Completion,
  Increment,
  PaymentOutcome,
  Reference,
} from './payments.ts';
import type { PayoutInstruction, PayoutOutcome, PayoutReference } from './payouts.ts';
import type { RefundOutcome, RefundReference } from './refunds.ts';
import type { WalletSessionOutcome, WalletSessionRequest } from './wallet-session.ts';
import type { WebhookParser, WebhookRegistration, WebhookRegistrationOutcome } from './webhooks.ts';

/**
 * The behaviour of a processor: data in, data out; only `send-exchange.ts` uses the network. The
 * processor's abilities are data in its `about.ts`, which is read without loading this.
 */
export interface Connector {
  /**
   * Asks for the access token that every other exchange gets, where the processor wants one. It is
   * kept, shared and renewed for all connectors alike.
   */
  readonly accessToken?: Exchange<Readonly<Record<string, never>>, AccessTokenOutcome>;
  /** Asks something that only a holder of valid credentials may read, and that changes nothing. */
  readonly checkCredentials?: Exchange<Readonly<Record<string, never>>, CredentialsOutcome>;
  /**
   * Whether an answer above 499 is the processor's own definite refusal, by its published rules: it
   * is read like any other answer then, but not where this throws. Absent: no such answer is a
   * refusal, and the effect of the request is not known.
   */
  isRefusal?(response: HttpResponse): boolean;
  /** Charges or reserves the customer's money. */
  readonly authorize: Exchange<Authorization, PaymentOutcome>;
  /**
   * Finishes a payment with the redirect return of a challenge. Asked once for each proof in a
   * return; where it is absent, the payment is synced.
   */
  readonly complete?: Exchange<Completion, PaymentOutcome>;
  /**
   * Verifies that the customer's payment source could be charged, and stores it at the processor:
   * `captured`, with amount 0, if it could. Synced like a payment.
   */
  readonly verify?: Exchange<Authorization, PaymentOutcome>;
  /** Revokes a mandate that the processor stores. */
  readonly revokeMandate?: Exchange<MandateReference, RevocationOutcome>;
  /**
   * Syncs a payment. It changes nothing, so it may be sent at any time. `declined` only when the
   * processor shows us the declined payment. The switch gets `unknown` without code or message when
   * there is nothing to ask by, or when a search finds nothing, because a search may lag. The same
   * holds for the other syncs.
   */
  readonly sync: Exchange<Reference, PaymentOutcome>;
  /**
   * Captures an authorization, or a part of it. `declined` means that this capture was declined,
   * and not the payment.
   */
  readonly capture?: Exchange<Capture, PaymentOutcome>;
  /**
   * Syncs one capture, where `sync` reports no list of captures: its outcome is that of `capture`.
   * It changes nothing.
   */
  readonly syncCapture?: Exchange<Capture, PaymentOutcome>;
  /** Releases an authorization that was not captured. `declined` means that it stays. */
  readonly void?: Exchange<Reference, PaymentOutcome>;
  /**
   * Gives back a captured payment that is not settled yet. `declined` means that the money stays
   * captured.
   */
  readonly voidCaptured?: Exchange<Reference, PaymentOutcome>;
  /**
   * Raises the authorized amount to a new total. `authorized` means that the new total is
   * authorized; `declined`, that the earlier total stays.
   */
  readonly increment?: Exchange<Increment, PaymentOutcome>;
  /**
   * Extends an authorization. A repeat asks for the same. `authorized` means that it is valid for
   * longer.
   */
  readonly extend?: Exchange<Reference, PaymentOutcome>;
  readonly refund?: Exchange<RefundReference, RefundOutcome>;
  /** Syncs a refund. It changes nothing. */
  readonly syncRefund?: Exchange<RefundReference, RefundOutcome>;
  /** Creates a payout at the processor, and pays it at once if the instruction asks for it. */
  readonly payout?: Exchange<PayoutInstruction, PayoutOutcome>;
  /** Has the processor pay a payout that it has created. */
  readonly fulfillPayout?: Exchange<PayoutReference, PayoutOutcome>;
  /** Syncs a payout. It changes nothing. */
  readonly syncPayout?: Exchange<PayoutReference, PayoutOutcome>;
  /** Cancels a payout that was not paid. `declined` means that the payout stays as it is. */
  readonly cancelPayout?: Exchange<PayoutReference, PayoutOutcome>;
  /** Accepts a dispute. A repeat asks for the same. */
  readonly acceptDispute?: Exchange<DisputeReference, DisputeOutcome>;
  /** Submits evidence against a dispute. */
  readonly submitEvidence?: Exchange<DisputeEvidence, DisputeOutcome>;
  /** Syncs a dispute. It changes nothing. Never `declined`. */
  readonly syncDispute?: Exchange<DisputeReference, DisputeOutcome>;
  /** Lists the disputes of a time span by pages. It changes nothing. */
  readonly listDisputes?: Exchange<DisputePage, DisputePageOutcome>;
  /** Uploads one file of evidence, before `submitEvidence`. */
  readonly uploadEvidenceFile?: Exchange<EvidenceUpload, UploadOutcome>;
  /** Opens a wallet's session for the customer's browser. */
  readonly openWalletSession?: Exchange<WalletSessionRequest, WalletSessionOutcome>;
  /** Registers our address for webhooks. */
  readonly registerWebhook?: Exchange<WebhookRegistration, WebhookRegistrationOutcome>;
  /** Parses the processor's webhooks; absent when it sends none. */
  readonly webhooks?: WebhookParser;
}
