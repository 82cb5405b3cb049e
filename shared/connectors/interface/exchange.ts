/**
 * One conversation with a processor as two pure halves: the request, and the outcome of its
 * response.
 */
export interface Exchange<Input, Outcome> {
  /**
   * Throws when it cannot build a request with these credentials, or has no address in this
   * deployment.
   */
  request(input: Input, credentials: Credentials, addresses: Addresses): HttpRequest;
  /**
   * Gets every response below 500 except 429. Throws when it cannot read the response, which makes
   * the outcome `unknown`. It cannot read a response with an unknown status word.
   */
  outcome(response: HttpResponse): Outcome;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** An absolute URL, http or https. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpResponse {
  readonly status: number;
  /** By lower-case name; the values of a repeated header are joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The base URLs of processors that depend on the deployment. */
export interface Addresses {
  /** Base URL of the sandbox processor; absent where it is not deployed, as in production. */
  readonly sandbox?: string | undefined;
}

/** The part of a merchant's account at a processor that an exchange needs. */
export interface ConnectorAccess {
  readonly connectorName: string;
  readonly credentials: Credentials;
}

/** What identifies the merchant to the processor, in the shapes of the Hyperswitch v1 API. */
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
  /** The error in the operator's unified words, the same for every processor. */
  readonly unified?: UnifiedError;
}

/** A processor's error in the operator's unified words. */
export interface UnifiedError {
  readonly code?: string;
  readonly message?: string;
  readonly standardisedCode?: string;
  readonly description?: string;
  readonly userGuidance?: string;
}
