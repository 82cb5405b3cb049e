/**
 * One conversation with a processor as two pure halves: the request, and the outcome of its
 * response.
 */
export interface Exchange<Input, Outcome> {
  /** Throws when it cannot be asked with these credentials, or has no address in this deployment. */
  request(input: Input, credentials: Credentials, addresses: Addresses): HttpRequest;
  /**
   * Is handed every answer below 500 but 429. Throws when it cannot read the answer, which makes the
   * outcome `unknown`. A status word that it does not know is an answer that it cannot read.
   */
  outcome(response: HttpResponse): Outcome;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Absolute, http or https. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpResponse {
  readonly status: number;
  /** By lower-case name; a header that came more than once is joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Where processors live whose address the deployment decides. */
export interface Addresses {
  /** Base URL of the sandbox processor; absent where it is not deployed, as in production. */
  readonly sandbox?: string | undefined;
}

/** A merchant's account at a processor, as far as a conversation needs to know it. */
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

/** Why a processor said no, or what we know instead of an answer. */
export interface ConnectorError {
  /** The processor's code; `TIMEOUT` or an HTTP status when there is no answer of its own. */
  readonly code?: string;
  readonly message?: string;
  readonly reason?: string;
  /** What the issuing bank said, where the processor passes it on. */
  readonly issuerCode?: string;
  readonly issuerMessage?: string;
  /** What the operator calls it, in words that are the same for every processor. */
  readonly unified?: UnifiedError;
}

/** A processor's error in the operator's words. */
export interface UnifiedError {
  readonly code?: string;
  readonly message?: string;
  readonly standardisedCode?: string;
  readonly description?: string;
  readonly userGuidance?: string;
}
