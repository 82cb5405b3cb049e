import * as v from 'valibot';
import { idInReference } from '#connectors/sent-reference.ts';
import type { Key } from '#platform/table/port.ts';
import { disputeEntry } from '#sandbox/ledger-store.ts';
import { eventually } from '../support/runner/eventually.ts';
import {
  createMerchant,
  type Merchant,
  newId,
  newSecret,
  successful,
} from '../support/switch/merchant.ts';
import { adminKey, type RunningSwitch, textAt } from '../support/switch/switch.ts';
import type { Answer, Ask } from '../support/switch/switch-in-memory.ts';
import { untilListed } from '../support/table/listed-entities.ts';
import { operationNamed, withKey } from './request-keys.ts';
import type { Shop } from './scenario.ts';
import { fourYearsBefore, twoDaysBefore, vaultCardsOf, vaultKeysOf } from './shop-in-memory.ts';

/**
 * A merchant of its own, just taken on by a switch that runs as it would be deployed. The operation
 * that its scenario is about has no part in that, since a function keeps secrets that it has read: its
 * API key or its connector account is missing then.
 */
export async function runningShop(running: RunningSwitch, operation: string): Promise<Shop> {
  const processorKey = newSecret();
  const merchant =
    operation === 'api-keys.create'
      ? await createAccount(running)
      : await createMerchant(running, {
          processorKey,
          connectors: operation === 'connector-accounts.create' ? [] : ['stripe_test'],
        });
  return {
    merchant: { ...merchant, processorKey },
    ask: (name, request) =>
      askOverHttp(running, operationNamed(name), withKey(name, merchant, request)),
    newId,
    async visit(url) {
      const { headers } = await running.call('GET', url);
      return headers.get('location') ?? '';
    },
    async stored({ pk, sk }) {
      const found = await itemAt(running, { pk, sk });
      if (!found) throw new Error(`There is no ${pk} ${sk}.`);
      return { ...found.value, pk, sk };
    },
    store: async (item, beside = item) => running.put(item, (await itemAt(running, beside))?.table),
    now: () => new Date(),
    // Time passes by itself.
    aMoment: async () => {},
    async laterAtProcessor() {
      throw new Error('The time of a running processor is no test’s to pass.');
    },
    async enterDispute(reference, dispute) {
      const payments = await running.items('SANDBOX#');
      const payment = payments.find(
        ({ pk }) => idInReference(pk.split('#').at(-1) ?? '') === reference,
      );
      if (!payment) throw new Error(`The processor has no ${reference}.`);
      const { disputes: [known] = [] } = v.parse(Disputes, payment.value);
      await running.rewrite(payment, { disputes: [{ ...known, ...dispute }] });
      if (dispute.id === undefined || dispute.opensAt === undefined) return;
      const [, keyHash = '', , sent = ''] = payment.pk.split('#');
      const listed = { id: dispute.id, opensAt: dispute.opensAt };
      const entry = disputeEntry({ keyHash, reference: sent }, listed);
      await running.put(entry, payment.table);
    },
    pageLength: 1,
    listed: (list, owner) => untilListed(running, merchant.id, list, owner),
    captureCard: () => aVaultCard(running, merchant),
    async ageCards() {
      const createdAt = twoDaysBefore(new Date());
      for (const card of await running.items(vaultCardsOf(merchant)))
        if (card.sk === 'CARD') await running.rewrite(card, { createdAt });
    },
    async cardsUsed() {
      const items = await running.items(vaultCardsOf(merchant));
      return items.filter(({ sk, value }) => sk === 'CARD' && value.lastUsedAt !== undefined)
        .length;
    },
    async ageVaultKeys() {
      const createdAt = fourYearsBefore(new Date());
      for (const key of await running.items(vaultKeysOf(merchant)))
        if (key.sk.startsWith('VERSION#')) await running.rewrite(key, { createdAt });
    },
    async cardsInVault() {
      const items = await running.items(vaultCardsOf(merchant));
      return items.filter(({ sk, value }) => sk === 'CODE' || value.sealed !== undefined).length;
    },
  };
}

const typedCard = {
  card_number: '4242424242424242',
  cardholder_name: 'ANA LIMA',
  service_code: '737',
  expiration_month: '08',
  expiration_year: '2035',
};

/** A card that a merchant stored in the vault: a function of the vault has made the keys. */
export async function aVaultCard(
  { call, vaultUrl }: RunningSwitch,
  { id }: Merchant,
): Promise<string> {
  const body = { api_key: { merchant_id: id } };
  // The operator's key too is good for so many requests in a second only.
  const made = await eventually(async () =>
    successful(await call('POST', `${vaultUrl}/api/v1/api_keys`, { key: adminKey, body })),
  );
  const key = textAt(made, 'data.attributes.api_key');
  const request = { key, body: { card: typedCard } };
  return textAt(successful(await call('POST', `${vaultUrl}/api/v1/cards`, request)), 'data.id');
}

const Disputes = v.object({ disputes: v.optional(v.array(v.looseObject({}))) });

export const itemAt = async (running: RunningSwitch, { pk, sk }: Key) =>
  (await running.items(pk)).find((one) => one.pk === pk && one.sk === sk);

async function createAccount({ call }: RunningSwitch) {
  const id = newId('merchant');
  const body = { merchant_id: id };
  const created = successful(await call('POST', '/accounts', { key: adminKey, body }));
  const [publishableKey, profileId] = [
    textAt(created, 'publishable_key'),
    textAt(created, 'default_profile'),
  ];
  return { id, key: '', publishableKey, profileId, hashKey: '' };
}

/** Asks an operation of a running switch, of its sandbox processor or of its vault. */
export async function askOverHttp(
  running: RunningSwitch,
  { name, method, path }: Pick<ReturnType<typeof operationNamed>, 'name' | 'method' | 'path'>,
  request: Ask,
): Promise<Answer> {
  const { params = {}, query, key, headers } = request;
  const bases: Readonly<Record<string, string>> = {
    sandbox: running.sandboxUrl,
    vault: running.vaultUrl,
  };
  const base = bases[name.split('.')[0] ?? ''] ?? running.url;
  const filled = path.replace(/\{(\w+)\}/g, (_, param) => encodeURIComponent(params[param] ?? ''));
  const sent = await bodyOf(request);
  const answer = await running.call(method, `${base}${filled}`, {
    key,
    body: sent.body,
    headers: { ...sent.headers, ...headers },
    ...(query && { query }),
  });
  const { status, text } = answer;
  const body = answer.headers.get('content-type')?.startsWith('application/json')
    ? JSON.parse(text)
    : undefined;
  return { status, text, body, headers: Object.fromEntries(answer.headers) };
}

/** The body as it is sent: a form as text, which its files have to be. */
export async function bodyOf({ form, text, body }: Ask): Promise<Pick<Ask, 'body' | 'headers'>> {
  if (!form) return { body: text ?? body };
  const data = new FormData();
  for (const [name, part] of Object.entries(form)) data.append(name, part);
  const sent = new Response(data);
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' };
  return { headers, body: await sent.text() };
}
