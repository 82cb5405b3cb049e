import { parseArgs } from 'node:util';
import { dynamoPort } from '../shared/table/dynamo-port.ts';
import { tableOver } from '../shared/table/table.ts';
import { tenantAuditLines } from '../shared/vault/audit/audit-export.ts';
import { verifyAudit } from '../shared/vault/audit/audit-seals.ts';
import { auditTrail } from '../shared/vault/audit/audit-trail.ts';

const help = `Reads the audit trail of the vault.

  npm run --silent vault-audit -- verify [--from 2030-01-31T10:00]
  npm run --silent vault-audit -- export --tenant ID --by NAME [--since 2030-01-31]

verify computes the chain of seals anew and names the first minute that is not as it was sealed;
compare the hash that it prints with the newest line "audit sealed" in the log of the job seal-audit.
export writes all lines of one tenant, one JSON object a line; that NAME read them becomes a line too.
The table is named by VAULT_AUDIT_TABLE. The credentials of the environment need dynamodb:Query on it
and on its index, for export dynamodb:PutItem too, and must be of a role that the table's own policy lets in.
`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string' },
    since: { type: 'string' },
    tenant: { type: 'string' },
    by: { type: 'string' },
    help: { type: 'boolean' },
  },
});
const [command] = positionals;
const { from, since, tenant, by } = options;
const tableName = process.env.VAULT_AUDIT_TABLE;
const isExport = command === 'export' && tenant !== undefined && by !== undefined;

if (options.help || !tableName || (command !== 'verify' && !isExport)) {
  if (!options.help && !tableName) process.stderr.write('VAULT_AUDIT_TABLE is not set.\n');
  process.stdout.write(help);
  process.exit(options.help ? 0 : 1);
}
const table = tableOver(dynamoPort(tableName));
const now = new Date();

if (isExport) {
  await auditTrail(() => table).record({
    ...{ tenant, type: 'audit.read', reason: 'exported', result: 'allowed', now },
    actor: { kind: 'operator', id: by },
    ...{ origin: 'script', requestId: 'vault-audit' },
  });
  for await (const line of tenantAuditLines(table, tenant, since)) {
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
} else {
  const check = await verifyAudit(table, { from, now });
  process.stdout.write(`${JSON.stringify(check, null, 2)}\n`);
  process.exitCode = check.intact ? 0 : 1;
}
