import * as v from 'valibot';
import type { Table } from '#platform/table/table.ts';
import { AuditRecord, tenantAudit } from './audit-trail.ts';

/** How many records are read at a time. */
const pageRecords = 100;

/**
 * All audit records of one tenant, the oldest first, and of no other tenant. It reads with `Query`
 * only, the one action that readers of the audit trail have.
 *
 * @param since an ISO timestamp; records from then on.
 */
export async function* tenantAuditRecords(
  audit: Pick<Table, 'query'>,
  tenant: string,
  since = '',
): AsyncGenerator<AuditRecord> {
  let after = since || '0';
  for (;;) {
    const entries = await audit.query(tenantAudit(tenant), {
      index: 'by-list',
      limit: pageRecords,
      after,
    });
    const lines = await Promise.all(
      entries.map(async ({ pk, sk }) => audit.query(pk, { beginsWith: sk, limit: 1 })),
    );
    yield* lines.flat().map((line) => v.parse(AuditRecord, line));
    const last = entries.at(-1)?.listSk;
    if (last === undefined || entries.length < pageRecords) return;
    after = last;
  }
}
