/** What a session token is good for, once. */
export const scopes = ['card', 'show_card', 'show_service_code'] as const;
export type Scope = (typeof scopes)[number];

/** A session token as it is kept: never the token itself. */
export interface SessionToken {
  /** UUID v4. */
  readonly id: string;
  readonly tenant: string;
  readonly scope: Scope;
  /** The only card that it may show; any of the tenant's without it. */
  readonly cardToken?: string | undefined;
  /** The exact origin of the page that may embed what it opens. */
  readonly origin?: string | undefined;
  /** The API key that made it: revoked, it takes the token along. */
  readonly apiKeyId: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** For what somebody shows a token. */
export interface TokenUse {
  readonly scope: Scope;
  /** The card that is to be shown. */
  readonly cardToken?: string | undefined;
  readonly now: Date;
}

export interface SessionTokens {
  /**
   * The token, which stays good: for a page that may be opened again. Counts the opening, five at
   * most. Throws VaultError `session_expired` (used, expired, unknown, opened too often, or its API
   * key revoked) and `scope_mismatch` (another scope or card).
   */
  open(token: string, use: TokenUse): Promise<SessionToken>;
  /** The token, used up by this: of many that show it at once, one gets it. Throws the same. */
  consume(token: string, use: TokenUse): Promise<SessionToken>;
}
