import { type Table, tableOver } from '#platform/table/table.ts';
import { type AuditTrail, auditTrail } from '#vault/audit/audit-trail.ts';
import { type CardVault, cardVault } from '#vault/cards/card-vault.ts';
import { type CvcStore, cvcStore } from '#vault/cvc/cvc-store.ts';
import type { VaultTableName } from '#vault/http/vault-operation.ts';
import { type TenantKeys, tenantKeys } from '#vault/keys/tenant-keys.ts';
import { type MemoryPort, memoryPort } from '../table/memory-table.ts';
import { memoryKeyProvider } from './memory-key-provider.ts';

/** The vault over tables and a key service in memory: our own rules, without AWS. */
export interface AVault {
  readonly ports: Readonly<Record<VaultTableName, MemoryPort>>;
  table(name: VaultTableName): Table;
  readonly provider: ReturnType<typeof memoryKeyProvider>;
  readonly keys: TenantKeys;
  readonly audit: AuditTrail;
  readonly codes: CvcStore;
  readonly cards: CardVault;
  /** The same tables and roots as a container sees them that has just started. */
  another(): AVault;
}

export function aVault(before?: Pick<AVault, 'ports' | 'provider'>): AVault {
  const ports = before?.ports ?? {
    cards: memoryPort(),
    codes: memoryPort(),
    keys: memoryPort(),
    credentials: memoryPort(),
    audit: memoryPort(),
  };
  const provider = before?.provider ?? memoryKeyProvider();
  const table = (name: VaultTableName) => tableOver(ports[name]);
  const keys = tenantKeys(
    provider,
    { keys: () => table('keys'), codes: () => table('codes') },
    // Counting uses by chance would write something once in many runs of a test.
    { chance: () => false },
  );
  const audit = auditTrail(() => table('audit'));
  const codes = cvcStore(() => table('codes'), keys, audit);
  const cards = cardVault({ cards: () => table('cards'), keys, codes, audit });
  return {
    ports,
    table,
    provider,
    keys,
    audit,
    codes,
    cards,
    another: () => aVault({ ports, provider }),
  };
}

/** Makes vaults with the items that are in this one now: nothing that is changed in one is seen in another. */
export function copiesOf({ ports, provider }: Pick<AVault, 'ports' | 'provider'>): () => AVault {
  const { cards, codes, keys, credentials, audit } = ports;
  const before = [cards, codes, keys, credentials, audit].map((port) => port.items());
  return () => {
    const [cards, codes, keys, credentials, audit] = before.map((items) => memoryPort(items));
    if (!cards || !codes || !keys || !credentials || !audit) throw new Error('Five tables.');
    return aVault({ ports: { cards, codes, keys, credentials, audit }, provider });
  };
}
