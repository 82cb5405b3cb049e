import { packedPort } from '#platform/table/packed-port.ts';
import type { TablePort } from '#platform/table/port.ts';
import type {
  Container,
  Merchant,
  SwitchDependencies,
} from '../support/switch/switch-in-memory.ts';
import { listStored } from '../support/table/listed-in-memory.ts';
import type { MemoryPort } from '../support/table/memory-table.ts';
import { withKey } from './request-keys.ts';
import type { Shop } from './scenario.ts';

interface InMemory extends Pick<Container, 'ask'> {
  readonly port: TablePort;
  readonly vault: SwitchDependencies['vault'];
  now(): Date;
}

/**
 * The common part of all shops whose table and vault are in memory, whatever passes the time there.
 */
export function shopOver(
  { ask, port, vault, now }: InMemory,
  merchant: Merchant,
): Omit<Shop, 'visit' | 'aMoment' | 'laterAtProcessor' | 'listed' | 'enterDispute'> {
  const packed = packedPort(port);
  let made = 10_000_000;
  return {
    merchant: { ...merchant, processorKey: `key of ${merchant.id}` },
    ask: (name, request) => ask(name, withKey(name, merchant, request)),
    newId: (prefix) => `${prefix}_${++made}`,
    now,
    pageLength: 10,
    async stored(key) {
      const item = await packed.get(key);
      if (!item) throw new Error(`There is no ${key.pk} ${key.sk}.`);
      return item;
    },
    async store(item) {
      const { pk, sk } = item;
      const there = await port.get({ pk, sk });
      await packed.put(item, there ? { version: Number(there.version) } : 'absent');
    },
    async captureCard() {
      const { token } = await vault.cards.store(
        {
          tenant: merchant.id,
          actor: { kind: 'session token', id: `vst_${++made}` },
          reason: 'typed by the customer',
          origin: '203.0.113.9',
          requestId: 'req_capture',
          now: now(),
        },
        {
          number: Buffer.from('4111111111111111'),
          brand: 'visa',
          expiryMonth: '08',
          expiryYear: '2039',
          cvc: Buffer.from('737'),
        },
      );
      return token;
    },
    async ageCards() {
      const { cards } = vault.ports;
      const createdAt = twoDaysBefore(now());
      for (const { pk, sk } of cards.items())
        if (pk.startsWith(vaultCardsOf(merchant)) && sk === 'CARD')
          await cards.update({ pk, sk }, { set: { createdAt } });
    },
    async cardsUsed() {
      const own = vault.ports.cards
        .items()
        .filter(({ pk }) => pk.startsWith(vaultCardsOf(merchant)));
      return own.filter(({ sk, lastUsedAt }) => sk === 'CARD' && lastUsedAt !== undefined).length;
    },
    async ageVaultKeys() {
      const { keys } = vault.ports;
      const own = keys.items().filter(({ pk }) => pk.startsWith(vaultKeysOf(merchant)));
      const createdAt = fourYearsBefore(now());
      for (const { pk, sk } of own)
        if (sk.startsWith('VERSION#')) await keys.update({ pk, sk }, { set: { createdAt } });
    },
    async cardsInVault() {
      const items = [...vault.ports.cards.items(), ...vault.ports.codes.items()];
      const own = items.filter(({ pk }) => pk.startsWith(vaultCardsOf(merchant)));
      return own.filter(({ sk, sealed }) => sk === 'CODE' || sealed !== undefined).length;
    },
  };
}

/** How the partitions of a merchant's cards, and of their codes, begin in the vault. */
export const vaultCardsOf = ({ id }: Pick<Merchant, 'id'>) => `TENANT#${id}#C`;

/** How the partitions of a merchant's keys in the vault begin. */
export const vaultKeysOf = ({ id }: Pick<Merchant, 'id'>) => `TENANT#${id}#KEY#`;

export const twoDaysBefore = (now: Date) => new Date(now.getTime() - 2 * 86_400_000).toISOString();

export const fourYearsBefore = (now: Date) =>
  new Date(now.getTime() - 4 * 365 * 86_400_000).toISOString();

/** A shop over a container in memory, which is asked for all that a scenario prepares. */
export function shopInMemory(
  {
    ask,
    port,
    dependencies,
  }: Pick<Container, 'ask'> & {
    readonly port: MemoryPort;
    readonly dependencies: SwitchDependencies;
  },
  merchant: Merchant,
): Shop {
  const { processor, vault, clock } = dependencies;
  return {
    ...shopOver({ ask, port, vault, now: () => clock.now }, merchant),
    async visit(url) {
      const { headers } = await processor.visit(url);
      return String(headers.location ?? '');
    },
    listed: () => listStored(port),
    enterDispute: processor.enterDispute,
    async aMoment() {
      clock.now = new Date(clock.now.getTime() + 500);
    },
    async laterAtProcessor(seconds) {
      processor.clock.now = new Date(processor.clock.now.getTime() + seconds * 1_000);
    },
  };
}
