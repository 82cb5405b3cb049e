import { randomBytes, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Key } from '#platform/table/port.ts';
import { sha256 } from '#platform/table/shared-keys.ts';
import type { Table } from '#platform/table/table.ts';
import { ApiKey, apiKeyKey } from '../callers/api-key.ts';
import type { StoreClaim } from '../cards/store-once.ts';
import { VaultError } from '../vault-error.ts';

/** The operations that a session token allows, each once. */
export const scopes = ['card', 'show_card', 'show_service_code'] as const;
export type Scope = (typeof scopes)[number];

/** The default lifetime of a token by scope, in seconds. */
export const defaultTokenSeconds = {
  card: 900,
  show_card: 120,
  show_service_code: 300,
} as const satisfies Record<Scope, number>;

/** How often a page may be opened with one token. */
const maxOpenings = 5;

/** How often one token may look up ranges of cards: operators' tables of them are not public. */
const maxLookUps = 20;

const Item = v.object({
  id: v.string(),
  tenant: v.string(),
  scope: v.picklist(scopes),
  cardToken: v.optional(v.string()),
  onlyCode: v.optional(v.boolean()),
  origin: v.optional(v.string()),
  ancestors: v.optional(v.array(v.string())),
  apiKeyId: v.optional(v.string()),
  createdAt: v.string(),
  expiresAt: v.string(),
  usedAt: v.optional(v.string()),
});

/** A stored session token: never the token itself. */
export interface SessionToken {
  /** UUID v4. */
  readonly id: string;
  readonly tenant: string;
  readonly scope: Scope;
  /** The only card that the token may show; absent when it may show any of the tenant's. */
  readonly cardToken?: string | undefined;
  /**
   * Whether the form takes a service code for a saved card, and no card. Only the switch creates
   * such a token.
   */
  readonly onlyCode?: boolean | undefined;
  /** The exact origin of the page that may embed the token's page. */
  readonly origin?: string | undefined;
  /** Further origins, whose pages may in turn frame the page of `origin`. */
  readonly ancestors?: readonly string[] | undefined;
  /**
   * The API key that created it. Revoking that key revokes the token. Absent for a token that the
   * switch created for a page of its own.
   */
  readonly apiKeyId?: string | undefined;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** One use of a token. */
interface TokenUse {
  readonly scope: Scope;
  /** The card that is to be shown. */
  readonly cardToken?: string | undefined;
  /** Whether the form sends a service code and no card; undefined where both are possible. */
  readonly onlyCode?: boolean;
  readonly now: Date;
}

/**
 * The refusal of an existing token: its scope, card, lifetime or API key does not allow the use.
 */
export class TokenRefused extends VaultError {
  /**
   * The origin that the token is bound to: only a page of that origin gets the refusal's message.
   */
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
   * Returns the token and leaves it valid, for a page that may be loaded again. Counts the opening,
   * five at most. Throws VaultError `session_expired` (used, expired, unknown, opened too often, or
   * its API key revoked) and `scope_mismatch` (another scope or card). An existing token is refused
   * with TokenRefused.
   */
  open(token: string, use: TokenUse): Promise<SessionToken>;
  /**
   * Leaves the token valid, and counts a look-up of a range of cards, twenty at most. A used token
   * may look up until it expires, because the form may repeat its request. Throws the same errors.
   */
  lookUp(token: string, use: TokenUse): Promise<void>;
  /**
   * Returns the token and uses it up: of concurrent requests with a token, one gets it. Throws the
   * same errors.
   */
  consume(token: string, use: TokenUse): Promise<SessionToken>;
  /**
   * Uses the token up for what it stores: the first claim stays in its item, and a repeat with the
   * same `body` gets the token again while it has not expired. Throws the same errors; a used token
   * and another body are `session_expired`.
   */
  claim(
    token: string,
    use: TokenUse,
    claimOf: (token: SessionToken) => Promise<StoreClaim>,
  ): Promise<ClaimedToken>;
}

/** A token whose item has a claim. */
interface ClaimedToken {
  readonly token: SessionToken;
  /** The item with the claim. */
  readonly key: Key;
  /** The claim of this request. */
  readonly claim: StoreClaim;
  /** Whether this request used the token up. */
  readonly isFirst: boolean;
}

interface NewSessionToken
  extends Pick<
    SessionToken,
    'tenant' | 'scope' | 'cardToken' | 'onlyCode' | 'origin' | 'ancestors' | 'apiKeyId'
  > {
  /** The lifetime, in seconds. */
  readonly seconds: number;
  readonly now: Date;
}

export interface SessionTokenStore extends SessionTokens {
  /** Creates a token. `value` is the token itself, which is never stored. */
  create(
    wanted: NewSessionToken,
  ): Promise<{ readonly token: SessionToken; readonly value: string }>;
}

/** The key of a token: the hash of the value that the browser sends. */
const tokenKey = (value: string): Key => ({
  pk: `SESSION_TOKEN#${sha256(value).toString('hex')}`,
  sk: 'SESSION_TOKEN',
});

/** Session tokens in the credentials table, beside the API keys. */
export function sessionTokens(table: () => Table): SessionTokenStore {
  /** The token as read, if it is valid for this use. The conditional write that follows decides. */
  async function readUsable(value: string, use: TokenUse) {
    return (await read(value, use, 'unused')).token;
  }

  async function read(
    value: string,
    { scope, cardToken, onlyCode, now }: TokenUse,
    wanted: 'unused' | 'used or unused',
  ) {
    const item = await table().get(tokenKey(value));
    if (!item) throw new VaultError('session_expired');
    const { usedAt, ...token } = v.parse(Item, item);
    const isSpent = wanted === 'unused' && usedAt !== undefined;
    if (isSpent || Date.parse(token.expiresAt) <= now.getTime()) {
      throw new TokenRefused('session_expired', token);
    }
    if (!(await isCreatorActive(token))) throw new TokenRefused('session_expired', token);
    const isOtherCard = token.cardToken !== undefined && token.cardToken !== cardToken;
    const isOtherForm = onlyCode !== undefined && onlyCode !== (token.onlyCode ?? false);
    if (token.scope !== scope || isOtherCard || isOtherForm)
      throw new TokenRefused('scope_mismatch', token);
    return { item, usedAt, token };
  }

  /** Whether the API key that created the token is still active. The switch needs none. */
  async function isCreatorActive({ apiKeyId }: Pick<SessionToken, 'apiKeyId'>): Promise<boolean> {
    if (apiKeyId === undefined) return true;
    const apiKey = await table().get(apiKeyKey(apiKeyId));
    return apiKey !== undefined && v.parse(ApiKey, apiKey).status === 'active';
  }

  /** The write's condition: the token is still unused and not expired. */
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
        lookUps: 0,
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

    async lookUp(value, use) {
      const { token } = await read(value, use, 'used or unused');
      const counted = await table().changeWhere(
        tokenKey(value),
        { add: { lookUps: 1 } },
        { present: true, atMost: { lookUps: maxLookUps - 1 } },
      );
      if (!counted) throw new TokenRefused('session_expired', token);
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

    async claim(value, use, claimOf) {
      const { item, usedAt, token } = await read(value, use, 'used or unused');
      const key = tokenKey(value);
      const claim = await claimOf(token);
      if (usedAt === undefined) {
        const set = { usedAt: use.now.toISOString(), ...claim };
        const used = await table().changeWhere(key, { set }, unused(use.now));
        if (used) return { token, key, claim, isFirst: true };
      }
      const claimed = usedAt === undefined ? await table().get(key) : item;
      if (claimed?.body !== claim.body) throw new TokenRefused('session_expired', token);
      return { token, key, claim, isFirst: false };
    },
  };
}
