import type { vaultInMemory } from '../../../support/vault/vault-in-memory.ts';

type AVaultInMemory = ReturnType<typeof vaultInMemory>;

/** A session token of a tenant, made the way its server makes one. */
export async function aSession(
  { ask }: Pick<AVaultInMemory, 'ask'>,
  wanted: {
    readonly scope: string;
    readonly card_token?: string;
    readonly origin?: string;
    readonly expires_in?: number;
  },
  tenant = 'shop',
): Promise<string> {
  const made = await ask('vault.create-session-token', {
    key: `vk_${tenant}`,
    body: { session_token: wanted },
  });
  if (made.status !== 200) throw new Error(`${made.status}: ${made.text}`);
  return made.body.data.attributes.session_token;
}

/** The card token of a card that was typed into the form. */
export async function aTypedCard(
  vault: Pick<AVaultInMemory, 'ask'>,
  changes: Readonly<Record<string, string>> = {},
  tenant = 'shop',
): Promise<string> {
  const stored = await typeCard(vault, await aSession(vault, { scope: 'card' }, tenant), changes);
  if (stored.status !== 200) throw new Error(`${stored.status}: ${stored.text}`);
  return stored.body.data.attributes.card_token;
}

export const typed = {
  card_number: '5555555555554444',
  cardholder_name: 'ANA LIMA',
  service_code: '737',
  expiration_month: '08',
  expiration_year: '2031',
};

/** Sends the form as its page does. */
export const typeCard = (
  { ask }: Pick<AVaultInMemory, 'ask'>,
  token: string,
  changes: Readonly<Record<string, string | undefined>> = {},
  query: Readonly<Record<string, string>> = {},
) =>
  ask('vault.capture-card', {
    query,
    headers: { authorization: `Bearer ${token}` },
    body: { card: { ...typed, ...changes } },
  });
