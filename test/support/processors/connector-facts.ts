import type { DeclineError } from '#connectors/interface/decline-table.ts';
import type { ConnectorAccess } from '#connectors/interface/exchange.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import type { PayoutInstruction } from '#connectors/interface/payouts.ts';
import type { DeclineKind } from '#vocabulary/decline-kinds.ts';
import type { Description } from './described-requests.ts';
import type { PublishedEnumeration } from './published-words.ts';

/**
 * The facts of one processor that the suites over all of them ask for, beside its `about.ts`: in
 * `test/shared/connectors/NAME/facts.ts`.
 */
export interface ConnectorFacts {
  /** How it writes an amount: in its own minor units, or as a decimal of major units. */
  readonly amounts: 'minor' | 'major';
  /**
   * How a charge's request marks an order by mail or telephone; absent: it takes none. `later
   * step`: the first request is not yet the charge.
   */
  readonly mailOrder?: { readonly mark: string } | 'later step';
  /** Requests that move money and have no place for our reference. */
  readonly withoutReference?: readonly string[];
  /** The statuses whose empty answers have a meaning. */
  readonly emptyAnswers?: readonly number[];
  /** What its answers to requests that move money do not state. */
  readonly answersWithout?: readonly ('amount' | 'currency')[];
  /** Keys that show their mode, by the mode. */
  readonly keys?: Readonly<Record<'live' | 'test', readonly string[]>>;
  readonly credentialsCheck: CredentialsCheck;
  /** Webhooks about nothing of ours that can be read all the same: the event, and the body. */
  readonly foreignWebhooks: readonly (readonly [event: string, body: string])[];
  /** Webhooks with the processor's own signature. */
  readonly genuineWebhooks?: readonly GenuineWebhook[];
  /** Webhooks that say that the refund `ref_1` of 6.00 EUR failed: the event, and the body. */
  readonly failedRefunds?: readonly (readonly [event: string, body: string])[];
  /** The body of a webhook of 2023-11-14T21:13:20Z, where its webhooks have a time. */
  readonly datedWebhook?: string;
  /** Parts of the first request of a charge, by the decrypted wallet that is charged. */
  readonly decryptedWallets: Readonly<Partial<Record<DecryptedWallet, readonly string[]>>>;
  readonly storedCredentials: StoredCredentials;
  /** Declines, with the kind of each. */
  readonly declines?: readonly (readonly [DeclineError, DeclineKind])[];
  /** A payout that it pays, where it does not pay to a bare IBAN. */
  readonly payout?: Pick<PayoutInstruction, 'destination' | 'payee'>;
  /** Every word that the processor publishes. */
  readonly published: readonly PublishedEnumeration[];
  readonly recordings: Recordings;
  /** The public descriptions of its API that requests are held against. */
  readonly descriptions?: readonly Description[];
}

/** The answers to a check of credentials, as the processor publishes them or as they were recorded. */
interface CredentialsCheck {
  readonly credentials: ConnectorAccess['credentials'];
  /** The method and the URL of the question. */
  readonly asked: string;
  readonly accepted: readonly [status: number, body: object | string];
  readonly refused: readonly [status: number, body: object | string];
  /** The processor's words in the refusal. */
  readonly words: { readonly code?: string; readonly message?: string };
}

interface GenuineWebhook {
  readonly event: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The secret that it is signed with. */
  readonly secret: string;
  /** The time of its arrival, as signatures may have one: ISO 8601. */
  readonly at: string;
  /** Its contents, or parts of them. */
  readonly says: readonly object[];
}

export type DecryptedWallet =
  | 'apple_pay of a device'
  | 'google_pay of a device'
  | 'google_pay without a cryptogram';

/** How a charge says who starts it, whether its card is stored or was before, and why. */
interface StoredCredentials {
  /** The mandate of the later charges. */
  readonly mandate: string;
  /** The processor's id of the customer; absent: `cust_1`. */
  readonly customer?: string;
  /** The answers to the steps before the charge of a card. */
  readonly before?: readonly object[];
  /** The object of the request that has the members. */
  readonly within?: string;
  /** The members about it, by their paths with dots; an absent one is not compared. */
  readonly members: readonly string[];
  /** By the case: its words. `given` has the charge where it is not the usual one. */
  readonly cases: Readonly<Record<UseOfCard, object>>;
  readonly given?: Readonly<Partial<Record<UseOfCard, Partial<Authorization>>>>;
  /** Further cases: the name, the charge, and its words. */
  readonly more?: readonly (readonly [string, Partial<Authorization>, object])[];
}

export type UseOfCard =
  `${'customer' | 'merchant'}, ${'first' | 'later'}, ${'recurring' | 'unscheduled'}`;

/** How its recorded exchanges are read. */
interface Recordings {
  /** The account by the recordings' names of the credentials. */
  readonly account: (
    words: Readonly<Record<string, string>>,
  ) => Pick<ConnectorAccess, 'credentials' | 'metadata'>;
  /** Where a recorded request may differ from ours: the processor takes both. */
  readonly takes?: readonly ('amounts without zeros' | 'expiry in numbers')[];
  /** Whether the processor reads the members of a JSON object in a fixed order. */
  readonly isOrdered?: true;
  /** Whether the ids in its errors are those of requests, and of no payment. */
  readonly hasRequestIds?: true;
}
