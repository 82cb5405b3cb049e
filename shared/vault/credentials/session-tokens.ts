import { randomBytes, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Key } from '../../table/port.ts';
import { sha256 } from '../../table/shared-keys.ts';
import type { Table } from '../../table/table.ts';
import { VaultError } from '../vault-error.ts';
import { ApiKey, apiKeyKey } from './api-key.ts';

/** What a session token is good for, once. */
export const scopes = ['card', 'show_card', 'show_service_code'] as const;
export type Scope = (typeof scopes)[number];

/** How long a token of a scope is good unless less was asked for, in seconds. */
export const defaultTokenSeconds = {
  card: 900,
  show_card: 120,
  show_service_code: 300,
} as const satisfies Record<Scope, number>;

/** How often a page may be opened before its token is used up. */
const maxOpenings = 5;

const Item = v.object({
  id: v.string(),
  tenant: v.string(),
  scope: v.picklist(scopes),
  cardToken: v.optional(v.string()),
  origin: v.optional(v.string()),
  apiKeyId: v.string(),
  createdAt: v.string(),
  expiresAt: v.string(),
  usedAt: v.optional(v.string()),
});

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

/** What a caller uses a token for. */
interface TokenUse {
  readonly scope: Scope;
  /** The card that is to be shown. */
  readonly cardToken?: string | undefined;
  readonly now: Date;
}

/** A token that there is, and that is not good for what it was shown for. */
export class TokenRefused extends VaultError {
  /** The origin that it is bound to: only a page there gets the refusal's message. */
  readonly origin: string | undefined;

  constructor(
    code: 'session_expired' | 'scope_mismatch',
    { origin }: Pick<SessionToken, 'origin'>,
  ) {
    super(code);
    this.origin = origin;
  }
}

export interface SessionTokens {
  /**
   * The token, which stays good: for a page that may be opened again. Counts the opening, five at
   * most. Throws VaultError `session_expired` (used, expired, unknown, opened too often, or its API
   * key revoked) and `scope_mismatch` (another scope or card); as TokenRefused where there is one.
   */
  open(token: string, use: TokenUse): Promise<SessionToken>;
  /** The token, used up by this: of many that show it at once, one gets it. Throws the same. */
  consume(token: string, use: TokenUse): Promise<SessionToken>;
}

interface NewSessionToken {
  readonly tenant: string;
  readonly scope: Scope;
  readonly cardToken?: string | undefined;
  readonly origin?: string | undefined;
  readonly apiKeyId: string;
  /** How long it is good, in seconds. */
  readonly seconds: number;
  readonly now: Date;
}

export interface SessionTokenStore extends SessionTokens {
  /** Makes a token. `value` is what the browser shows, and is nowhere else. */
  create(
    wanted: NewSessionToken,
  ): Promise<{ readonly token: SessionToken; readonly value: string }>;
}

/** Found by the hash of what a browser shows. */
const tokenKey = (value: string): Key => ({
  pk: `SESSION_TOKEN#${sha256(value).toString('hex')}`,
  sk: 'SESSION_TOKEN',
});

/** Session tokens in the table of credentials, where the API keys are too. */
export function sessionTokens(table: () => Table): SessionTokenStore {
  /** The token as it was read, if it is good for this use; the write that follows has the last word. */
  async function readUsable(value: string, { scope, cardToken, now }: TokenUse) {
    const item = await table().get(tokenKey(value));
    if (!item) throw new VaultError('session_expired');
    const { usedAt, ...token } = v.parse(Item, item);
    if (usedAt !== undefined || Date.parse(token.expiresAt) <= now.getTime()) {
      throw new TokenRefused('session_expired', token);
    }
    const apiKey = await table().get(apiKeyKey(token.apiKeyId));
    if (!apiKey || v.parse(ApiKey, apiKey).status !== 'active') {
      throw new TokenRefused('session_expired', token);
    }
    const isOtherCard = token.cardToken !== undefined && token.cardToken !== cardToken;
    if (token.scope !== scope || isOtherCard) throw new TokenRefused('scope_mismatch', token);
    return token;
  }

  /** What must still be true when the token is opened or used. */
  const unused = (now: Date) => ({
    present: true,
    absent: ['usedAt'],
    atLeast: { expiresAtMs: now.getTime() + 1 },
  });

  return {
    async create({ seconds, now, ...facts }) {
      const value = `stk_${randomBytes(32).toString('base64url')}`;
      const expiresAtMs = now.getTime() + seconds * 1_000;
      const token: SessionToken = {
        id: randomUUID(),
        ...facts,
        createdAt: now.toISOString(),
        expiresAt: new Date(expiresAtMs).toISOString(),
      };
      const existing = await table().putNew({
        ...tokenKey(value),
        ...token,
        openings: 0,
        expiresAtMs,
        expiresAtSeconds: Math.ceil(expiresAtMs / 1_000),
      });
      if (existing) throw new Error('Two session tokens of the same value.');
      return { token, value };
    },

    async open(value, use) {
      const token = await readUsable(value, use);
      const opened = await table().changeWhere(
        tokenKey(value),
        { add: { openings: 1 } },
        { ...unused(use.now), atMost: { openings: maxOpenings - 1 } },
      );
      if (!opened) throw new TokenRefused('session_expired', token);
      return token;
    },

    async consume(value, use) {
      const token = await readUsable(value, use);
      const used = await table().changeWhere(
        tokenKey(value),
        { set: { usedAt: use.now.toISOString() } },
        unused(use.now),
      );
      if (!used) throw new TokenRefused('session_expired', token);
      return token;
    },
  };
}
