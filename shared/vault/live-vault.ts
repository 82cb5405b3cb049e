import { metric } from '#platform/metrics.ts';
import { dynamoPort } from '#platform/table/dynamo-port.ts';
import { maxItemBytes } from '#platform/table/item-size.ts';
import { plainTableOver, type Table } from '#platform/table/table.ts';
import { type AuditTrail, auditTrail } from './audit/audit-trail.ts';
import { type CardVault, cardVault } from './cards/card-vault.ts';
import { type CvcStore, cvcStore } from './cvc/cvc-store.ts';
import type { VaultTableName } from './http/vault-operation.ts';
import type { KeyProvider } from './keys/key-provider.ts';
import { kmsKeyProvider } from './keys/kms-key-provider.ts';
import { type TenantKeys, tenantKeys } from './keys/tenant-keys.ts';
import { withAuditMetrics, withKeyMetrics } from './metered.ts';

/**
 * The vault for deployed functions: its tables and its root keys in KMS, with one client per
 * container.
 */
export interface LiveVault {
  table(name: VaultTableName): Table;
  readonly provider: KeyProvider;
  readonly keys: TenantKeys;
  readonly audit: AuditTrail;
  readonly codes: CvcStore;
  readonly cards: CardVault;
}

const environmentOf: Readonly<Record<VaultTableName, string>> = {
  cards: 'VAULT_CARDS_TABLE',
  codes: 'VAULT_CODES_TABLE',
  keys: 'VAULT_KEYS_TABLE',
  credentials: 'VAULT_CREDENTIALS_TABLE',
  audit: 'VAULT_AUDIT_TABLE',
};

let live: LiveVault | undefined;

export function liveVault(): LiveVault {
  live ??= createVault();
  return live;
}

function createVault(): LiveVault {
  const tables = new Map<VaultTableName, Table>();
  const table = (name: VaultTableName) => {
    const known = tables.get(name);
    if (known) return known;
    const opened = plainTableOver(dynamoPort(process.env[environmentOf[name]] ?? ''), {
      upTo: maxItemBytes,
    });
    tables.set(name, opened);
    return opened;
  };
  const roots = kmsKeyProvider({
    ...ofClass('pan', process.env.VAULT_PAN_KEY_ARN),
    ...ofClass('display', process.env.VAULT_DISPLAY_KEY_ARN),
    ...ofClass('cvc', process.env.VAULT_CVC_KEY_ARN),
    ...ofClass('fingerprint', process.env.VAULT_FINGERPRINT_KEY_ARN),
  });
  const provider = withKeyMetrics(roots, metric);
  const audit = withAuditMetrics(
    auditTrail(() => table('audit')),
    metric,
  );
  const keys = tenantKeys(
    provider,
    { keys: () => table('keys'), codes: () => table('codes') },
    { audit },
  );
  const codes = cvcStore(() => table('codes'), keys, audit);
  const cards = cardVault({ cards: () => table('cards'), keys, codes, audit });
  return { table, provider, keys, audit, codes, cards };
}

const ofClass = (keyClass: string, arn: string | undefined) => arn && { [keyClass]: arn };

/** The vault's URL for browsers and tenants, without a trailing slash. */
export const vaultUrl = (): string => (process.env.VAULT_URL ?? '').replace(/(?<!\/)\/+$/, '');
