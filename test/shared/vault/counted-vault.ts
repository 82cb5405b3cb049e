import { cardVault } from '#vault/cards/card-vault.ts';
import { cvcStore } from '#vault/cvc/cvc-store.ts';
import type { VaultTableName } from '#vault/http/vault-operation.ts';
import type { KeyProvider } from '#vault/keys/key-provider.ts';
import { tenantKeys } from '#vault/keys/tenant-keys.ts';
import { type CountedPort, countedPort, stepClock } from '../../support/table/counted-port.ts';
import type { MemoryPort } from '../../support/table/memory-table.ts';
import { type AVault, aVault } from '../../support/vault/a-vault.ts';
import type { TableCost, VaultWorkCost } from './budgets.ts';

/** A container of the vault whose calls of tables and of the key service are counted. */
export interface CountedVault {
  readonly vault: AVault;
  /** The cost of everything since the last `restart`. */
  count(): VaultWorkCost;
  restart(): void;
}

/**
 * A container that has just started, over the tables and the roots of another vault. It is put
 * together as `liveVault` does it: the audit trail also gets events of keys. Only the record of
 * 65,536 uses of a key is never written here, because it is written by chance.
 */
export function countedVault({
  ports,
  provider,
}: Pick<AVault, 'ports' | 'provider'>): CountedVault {
  const clock = stepClock();
  const counted = (port: MemoryPort): CountedPort & MemoryPort => ({
    ...countedPort(port, (key) => port.get(key), clock),
    items: port.items,
  });
  const tables = {
    cards: counted(ports.cards),
    codes: counted(ports.codes),
    keys: counted(ports.keys),
    credentials: counted(ports.credentials),
    audit: counted(ports.audit),
  } satisfies Record<VaultTableName, CountedPort>;
  const keyService = countedKeyService(provider, clock.answering);
  const plain = aVault({ ports: tables, provider: keyService.provider });
  const { table, audit } = plain;
  const keys = tenantKeys(
    keyService.provider,
    { keys: () => table('keys'), codes: () => table('codes') },
    { audit, chance: () => false },
  );
  const codes = cvcStore(() => table('codes'), keys, audit);
  const cards = cardVault({ cards: () => table('cards'), keys, codes, audit });
  return {
    vault: { ...plain, keys, codes, cards },
    count() {
      const costs = Object.entries(tables).flatMap(([name, port]): [string, TableCost][] => {
        const { calls, writeUnits, readUnits } = port.count();
        return calls > 0 ? [[name, { calls, writeUnits, readUnits }]] : [];
      });
      return {
        steps: tables.cards.count().steps,
        keyService: keyService.calls(),
        tables: Object.fromEntries(costs),
      };
    },
    restart() {
      for (const port of Object.values(tables)) port.restart();
      keyService.restart();
    },
  };
}

/** A key service whose calls take a step each, as those of a table do. */
function countedKeyService(
  behind: AVault['provider'],
  answering: <T>(call: () => Promise<T>) => Promise<T>,
) {
  let calls = 0;
  const counted = <T>(call: () => Promise<T>) => {
    calls += 1;
    return answering(call);
  };
  const provider: KeyProvider & { denied: boolean } = {
    denied: false,
    generate: (context) => counted(() => behind.generate(context)),
    unwrap: (wrapped, context) => counted(() => behind.unwrap(wrapped, context)),
    rewrap: (wrapped, context) => counted(() => behind.rewrap(wrapped, context)),
  };
  return {
    provider,
    calls: () => calls,
    restart() {
      calls = 0;
    },
  };
}
