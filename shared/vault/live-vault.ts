import { metric } from '../metrics.ts';
import { dynamoPort } from '../table/dynamo-port.ts';
import { largestItem } from '../table/item-size.ts';
import { plainTableOver, type Table } from '../table/table.ts';
import { type AuditTrail, auditTrail } from './audit/audit-trail.ts';
import { type CardVault, cardVault } from './cards/card-vault.ts';
import type { VaultTableName } from './http/vault-operation.ts';
import type { KeyProvider } from './keys/key-provider.ts';
import { kmsKeyProvider } from './keys/kms-key-provider.ts';
import { type TenantKeys, tenantKeys } from './keys/tenant-keys.ts';
import { type ServiceCodes, serviceCodes } from './service-codes/service-codes.ts';
import { watchedAudit, watchedKeys } from './watched.ts';

/** The vault as functions reach it: its tables and its roots in KMS, one client a container. */
export interface LiveVault {
  table(name: VaultTableName): Table;
  readonly provider: KeyProvider;
  readonly keys: TenantKeys;
  readonly audit: AuditTrail;
  readonly codes: ServiceCodes;
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
  live ??= made();
  return live;
}

function made(): LiveVault {
  const tables = new Map<VaultTableName, Table>();
  const table = (name: VaultTableName) => {
    const known = tables.get(name);
    if (known) return known;
    const opened = plainTableOver(dynamoPort(process.env[environmentOf[name]] ?? ''), {
      upTo: largestItem,
    });
    tables.set(name, opened);
    return opened;
  };
  const roots = kmsKeyProvider({
    ...ofClass('pan', process.env.VAULT_PAN_KEY_ARN),
    ...ofClass('face', process.env.VAULT_FACE_KEY_ARN),
    ...ofClass('csc', process.env.VAULT_CSC_KEY_ARN),
    ...ofClass('fpr', process.env.VAULT_FPR_KEY_ARN),
  });
  const provider = watchedKeys(roots, metric);
  const audit = watchedAudit(
    auditTrail(() => table('audit')),
    metric,
  );
  const keys = tenantKeys(
    provider,
    { keys: () => table('keys'), codes: () => table('codes') },
    { audit },
  );
  const codes = serviceCodes(() => table('codes'), keys, audit);
  const cards = cardVault({ cards: () => table('cards'), keys, codes, audit });
  return { table, provider, keys, audit, codes, cards };
}

const ofClass = (keyClass: string, arn: string | undefined) => arn && { [keyClass]: arn };

/** Where browsers and tenants reach the vault, without a slash at its end. */
export const vaultUrl = (): string => (process.env.VAULT_URL ?? '').replace(/\/+$/, '');
