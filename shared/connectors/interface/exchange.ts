import type { HttpRequest, HttpResponse } from '#platform/http/egress/http-message.ts';
/**
 * One conversation with a processor as pure halves: the request, and the outcome of its response.
 * `send-exchange.ts` does everything between them.
 *
 * An exchange is a chain of at most four steps. Most have one. Reading a response gives the
 * outcome, or the next step. The last step is the one that the exchange is named after; the steps
 * before it prepare it.
 */
export interface Exchange<Input, Outcome> {
  /**
   * Whether there is anything to ask by, such as the processor's own id, or a redirect return;
   * absent: always. Only of questions, and of `complete`: a sync or a return without anything to
   * ask by leaves everything as it is.
   */
  canAsk?(input: Input): boolean;
  /** Throws when it cannot build a request for this account. Nothing is sent then. */
  request(input: Input, account: ExchangeAccount): StepRequest;
  /**
   * Gets every response below 500, and those above that are the processor's refusals
   * (`Connector.isRefusal`). A 429 that it reads as a refusal was not processed. Throws when it
   * cannot read the response, which makes the outcome `unknown`, or `not_sent` in a step that
   * prepares. It cannot read a response with an unknown status word.
   */
  outcome(
    response: HttpResponse,
    input: Input,
    account: ExchangeAccount,
  ): Outcome | NextStep<Outcome>;
}

/** A step that prepares an exchange. No money can move in it, so silence means `not_sent`. */
type PreparingStep = 'customer' | 'token' | 'order' | 'authentication' | 'evidence';

/** The request of a step. `step` is absent in the step that the exchange is named after. */
export interface StepRequest extends HttpRequest {
  readonly step?: PreparingStep;
}

/** The step after a response was read. */
export interface NextStep<Outcome> {
  readonly next: StepRequest;
  /**
   * The only references that find the payment again when the next answer is lost, such as the id of
   * an order. They are saved before the next request is sent; when they cannot be saved, the
   * outcome is `not_sent`.
   */
  readonly keep?: KeptReferences;
  /** Reads the response to `next`, as `Exchange.outcome` does. */
  outcome(response: HttpResponse): Outcome | NextStep<Outcome>;
}

/** A step's references, to be saved with the attempt. */
export interface KeptReferences {
  readonly connectorTransactionId?: string;
  readonly connectorMetadata?: ConnectorMetadata;
}

/**
 * An adapter's data for later exchanges about the same payment: strings, 1 KB at most in sum. Shown
 * to the merchant as the attempt's `connector_metadata`, so never a secret.
 */
export type ConnectorMetadata = Readonly<Record<string, string>>;

/** A merchant's account at a processor, opened for one use. Only in memory: never log it. */
export interface ConnectorAccess {
  /** Our id of the account, such as `mca_…`; absent in an access for no stored account. */
  readonly accountId?: string;
  readonly connectorName: string;
  readonly credentials: Credentials;
  /** The secrets with which the processor may sign its webhooks, newest first. */
  readonly webhookSecrets?: readonly string[];
  /**
   * Whether the processor knows our address for webhooks: the account has webhook details, or our
   * address is registered.
   */
  readonly hasWebhooks?: true;
  /** The merchant's metadata of the account, such as Adyen's `endpoint_prefix`. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Whether a production deployment asks the processor's test host for this account. */
  readonly testMode?: boolean;
  /** Where the account's access tokens are kept; absent: they are not kept. */
  readonly tokenPlace?: TokenPlace;
}

/** The place and the key of a stored access token. Adapters do not get it. */
export interface TokenPlace {
  readonly merchantId: string;
  readonly accountId: string;
  /** Whose key seals the token. */
  readonly keyHolder: { readonly id: string; readonly wrappedKey: Uint8Array };
  /** As they are stored: a token belongs to the credentials that it was issued for. */
  readonly sealedCredentials: Uint8Array;
}

/** The account as an exchange gets it. */
export interface ExchangeAccount extends Omit<ConnectorAccess, 'tokenPlace'> {
  /** The base URLs of the processor in this deployment, by their names in its `about.ts`. */
  readonly urls: Readonly<Record<string, string>>;
  /** A valid access token, where the processor wants one. */
  readonly accessToken?: string;
}

/** The merchant's credentials at the processor, in the shapes of the Hyperswitch v1 API. */
export type Credentials =
  | { readonly auth_type: 'HeaderKey'; readonly api_key: string }
  | { readonly auth_type: 'BodyKey'; readonly api_key: string; readonly key1: string }
  | {
      readonly auth_type: 'SignatureKey';
      readonly api_key: string;
      readonly key1: string;
      readonly api_secret: string;
    }
  | {
      readonly auth_type: 'MultiAuthKey';
      readonly api_key: string;
      readonly key1: string;
      readonly api_secret: string;
      readonly key2: string;
    }
  | {
      readonly auth_type: 'CurrencyAuthKey';
      /** Credentials by currency. */
      readonly auth_key_map: Readonly<Record<string, unknown>>;
    }
  | {
      readonly auth_type: 'CertificateAuth';
      readonly certificate: string;
      readonly private_key: string;
    }
  | { readonly auth_type: 'NoKey' };

/** Why a processor declined, or why there is no answer. */
export interface ConnectorError {
  /** The processor's code; `TIMEOUT` or an HTTP status when there is no answer of its own. */
  readonly code?: string;
  readonly message?: string;
  readonly reason?: string;
  /** The code of the issuing bank, when the processor passes it on. */
  readonly issuerCode?: string;
  readonly issuerMessage?: string;
  /** The card network's advice on trying again, such as `01`, when the processor passes it on. */
  readonly networkAdviceCode?: string;
  /** The error in the operator's unified words, the same for every processor. */
  readonly unified?: UnifiedError;
  /** Whether the operator would have the payment tried again. It is never stored. */
  readonly advice?: RetryAdvice;
}

/** The advice of the operator's rule for an error about another attempt. */
export interface RetryAdvice {
  /** Whether the next connector may take a payment that this one declined. */
  readonly retry: boolean;
  /** Whether the same connector may take it once the customer is authenticated. */
  readonly stepUp: boolean;
}

/** A processor's error in the operator's unified words. */
export interface UnifiedError {
  readonly code?: string;
  readonly message?: string;
  readonly standardisedCode?: string;
  readonly description?: string;
  readonly userGuidance?: string;
}
