import type { AccessTokenOutcome } from './interface/access-token.ts';
import type { ConnectorAccess } from './interface/exchange.ts';
import type { NoAnswer } from './send-exchange.ts';

/** Access tokens, kept for all requests that use the same connector account. */
export interface AccessTokens {
  /**
   * A token that is valid now; `ask` is called where there is none. `leftMs` are the milliseconds
   * that are left for the exchange.
   */
  get(
    access: ConnectorAccess,
    ask: AskForToken,
    leftMs: () => number,
  ): Promise<AccessTokenOutcome | NoAnswer>;
  /** Throws away a token that the processor refused, unless it was renewed meanwhile. */
  refused(access: ConnectorAccess, accessToken: string): Promise<void>;
}

export type AskForToken = () => Promise<AccessTokenOutcome | NoAnswer>;

/** Asks for a token for each exchange, and keeps none. */
export const unsharedAccessTokens: AccessTokens = {
  get: (_, ask) => ask(),
  refused: async () => {},
};

interface TokenUser<Outcome> {
  readonly tokens: AccessTokens;
  readonly ask: AskForToken;
  /** Milliseconds that are left for the exchange. */
  leftMs(): number;
  /** Sends the exchange; undefined when the processor refused the token and it `mayRefuse`. */
  send(accessToken: string, mayRefuse: boolean): Promise<Outcome | undefined>;
  /** The outcome without a token. Nothing was sent. */
  withoutToken(why: Exclude<AccessTokenOutcome, { result: 'issued' }> | NoAnswer): Outcome;
}

/**
 * Sends an exchange with an access token. A token that the processor refuses is thrown away, and
 * the exchange is sent once more with a new one: a refused request was not processed.
 */
export async function withAccessToken<Outcome>(
  access: ConnectorAccess,
  { tokens, ask, leftMs, send, withoutToken }: TokenUser<Outcome>,
): Promise<Outcome> {
  for (const mayRefuse of [true, false]) {
    const token = await tokens.get(access, ask, leftMs);
    if (token.result !== 'issued') return withoutToken(token);
    const outcome = await send(token.accessToken, mayRefuse);
    if (outcome !== undefined) return outcome;
    await tokens.refused(access, token.accessToken);
  }
  throw new Error('The second token may not be refused.');
}
