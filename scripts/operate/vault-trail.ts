import { dynamoPort } from '#platform/table/dynamo-port.ts';
import { plainTableOver, type Table } from '#platform/table/table.ts';
import { tenantAuditRecords } from '#vault/audit/audit-export.ts';
import { verifyAudit } from '#vault/audit/audit-seals.ts';
import { auditTrail } from '#vault/audit/audit-trail.ts';
import type { Ended, Output, Report } from '../command-line/command.ts';
import { auditorCredentials } from './auditor-credentials.ts';
import { type OperatedTable, operatorDatabase } from './operator-database.ts';

/** A table with an audit trail, and the role that is assumed to read it. */
interface Trail extends OperatedTable {
  readonly role: Parameters<typeof auditorCredentials>[1] | undefined;
}

async function openTrail({ environment, name, role }: Trail): Promise<Table> {
  const taken = role && (await auditorCredentials(environment, role));
  return plainTableOver(dynamoPort(name, await operatorDatabase(environment, taken)));
}

/** Prints all lines of a tenant, and adds one that says who read them. */
export async function exportLines(
  trail: Trail,
  { tenant, by, since, now }: { tenant: string; by: string; since: string | undefined; now: Date },
  { result }: Output,
): Promise<Ended> {
  const table = await openTrail(trail);
  await auditTrail(() => table).record({
    tenant,
    type: 'audit.read',
    reason: 'exported',
    result: 'allowed',
    now,
    actor: { kind: 'operator', id: by },
    origin: 'script',
    requestId: 'vault-audit',
  });
  for await (const one of tenantAuditRecords(table, tenant, since)) {
    result(one, JSON.stringify(one));
  }
  return { code: 0 };
}

/** Compares each minute of the trail with its seal. */
export async function verifyTrail(
  trail: Trail,
  asked: { from: string | undefined; now: Date },
): Promise<Report> {
  const check = await verifyAudit(await openTrail(trail), asked);
  return { value: check, text: JSON.stringify(check, null, 2), code: check.intact ? 0 : 1 };
}
