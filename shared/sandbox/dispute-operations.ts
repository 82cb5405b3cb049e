import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { integer, text } from '#platform/schema.ts';
import { EvidenceType } from '#vocabulary/dispute-evidence.ts';
import { standing } from './ledger.ts';
import { disputesOf, hasOpened } from './ledger-disputes.ts';
import type { LedgerPayment } from './ledger-payment.ts';
import { LedgerDispute } from './ledger-payment.ts';
import { Reference } from './operations.ts';

export const SandboxDispute = v.object({
  id: v.string(),
  /** The caller's reference of the payment. */
  payment: v.string(),
  stage: LedgerDispute.entries.stage,
  status: LedgerDispute.entries.status,
  amount: v.number(),
  currency: v.string(),
  reason: v.string(),
  reason_code: v.string(),
  respond_by: v.string(),
  created: v.string(),
  updated: v.string(),
});
export type SandboxDispute = v.InferOutput<typeof SandboxDispute>;

/** Evidence against a dispute. Files are identified by their hash. */
export const SandboxEvidence = v.strictObject({
  texts: v.record(text(64, 1), v.string()),
  files: v.array(
    v.strictObject({
      evidence_type: EvidenceType,
      file_id: text(64, 1),
      name: v.nullable(text(255)),
      size: integer(0, Number.MAX_SAFE_INTEGER),
      type: text(64, 1),
      sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'expected 64 hex digits')),
    }),
  ),
});
export type SandboxEvidence = v.InferOutput<typeof SandboxEvidence>;

const params = v.object({
  reference: Reference,
  dispute_id: v.pipe(v.string(), v.regex(/^du_[A-Za-z0-9]{20}$/)),
});

/** A disputed example payment; the dispute's id follows from the payment's own. */
const exampleParams = { reference: 'pay_disputed_1', dispute_id: 'du_exampleexampleexampl' };

export const retrieveSandboxDispute = defineOperation({
  name: 'sandbox.retrieve-dispute',
  method: 'GET',
  path: '/payments/{reference}/disputes/{dispute_id}',
  summary: 'Retrieve the dispute of a test payment',
  auth: 'processor key',
  params,
  response: SandboxDispute,
  errors: [],
  access: { table: ['GetItem'] },
  impact: 'How disputes of test payments stand cannot be asked.',
  example: { params: exampleParams },
});

/** The place after which the next page begins, as an earlier page stated it. */
const Place = v.pipe(v.string(), v.regex(/^[\d:.TZ-]{24}#du_[A-Za-z0-9]{20}$/));

/** A moment in UTC with milliseconds. */
const Moment = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/));

export const listSandboxDisputes = defineOperation({
  name: 'sandbox.list-disputes',
  method: 'GET',
  path: '/disputes',
  summary: 'List the disputes of test payments',
  auth: 'processor key',
  query: v.object({ from: Moment, till: Moment, after: v.optional(Place) }),
  response: v.object({
    disputes: v.array(SandboxDispute),
    /** Where the next page begins; null on the last one. */
    next: v.nullable(v.string()),
  }),
  errors: [],
  access: { table: ['Query', 'GetItem'] },
  impact: 'Disputes of test payments cannot be fetched.',
  example: { query: { from: '2026-01-01T00:00:00.000Z', till: '2026-02-01T00:00:00.000Z' } },
});

export const acceptSandboxDispute = defineOperation({
  name: 'sandbox.accept-dispute',
  method: 'PUT',
  path: '/payments/{reference}/disputes/{dispute_id}/acceptance',
  summary: 'Give in to the dispute of a test payment',
  auth: 'processor key',
  params,
  body: v.strictObject({}),
  response: SandboxDispute,
  errors: ['concurrent_update'],
  access: { table: ['GetItem', 'PutItem'], notifies: true },
  impact: 'Disputes of test payments cannot be accepted.',
  example: { params: exampleParams, body: {} },
});

export const submitSandboxEvidence = defineOperation({
  name: 'sandbox.submit-evidence',
  method: 'PUT',
  path: '/payments/{reference}/disputes/{dispute_id}/evidence',
  summary: 'Show the evidence against the dispute of a test payment',
  auth: 'processor key',
  params,
  body: SandboxEvidence,
  response: SandboxDispute,
  errors: ['concurrent_update'],
  access: { table: ['GetItem', 'PutItem'], notifies: true },
  impact: 'Disputes of test payments cannot be defended.',
  example: {
    params: exampleParams,
    body: { texts: { uncategorized_text: 'winning_evidence' }, files: [] },
  },
});

/** A dispute as its payment's owner sees it; undefined when the ledger has none with this id. */
export function presentSandboxDispute(
  payment: LedgerPayment,
  id: string,
  now: Date,
): SandboxDispute | undefined {
  const stands = standing(payment, now);
  const dispute = disputesOf(stands).find((one) => one.id === id && hasOpened(one, now));
  return (
    dispute && {
      id,
      payment: payment.reference,
      stage: dispute.stage,
      status: dispute.status,
      amount: dispute.amountMinor,
      currency: payment.currency,
      reason: dispute.reason,
      reason_code: dispute.reasonCode,
      respond_by: dispute.dueAt,
      created: dispute.opensAt,
      updated: dispute.updatedAt,
    }
  );
}
