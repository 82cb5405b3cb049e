import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import {
  checkDisputeProfile,
  type Dispute,
  startDisputeRequest,
} from '#switch/disputes/dispute.ts';
import { handOverFiles } from '#switch/disputes/hand-over-files.ts';
import { liveDisputeServices } from '#switch/disputes/live-dispute-services.ts';
import {
  type SubmitEvidenceRequest,
  submitEvidence as submitEvidenceOperation,
} from '#switch/disputes/operations.ts';
import { presentDispute } from '#switch/disputes/present-dispute.ts';
import {
  connectorOfDispute,
  type DisputeServices,
  referenceOfDispute,
  settleDispute,
} from '#switch/disputes/sync-dispute.ts';
import { attachmentOf } from '#switch/files/file.ts';
import { type FileRecords, fileRecords } from '#switch/files/file-records.ts';
import type { FileStore } from '#switch/files/file-store.ts';
import { liveFileStore } from '#switch/files/live-file-store.ts';
import {
  type AttachedFile,
  type Evidence,
  EvidenceType,
  evidenceTexts,
} from '#vocabulary/dispute-evidence.ts';
import { mayAnswer } from '#vocabulary/dispute-statuses.ts';

interface Services extends DisputeServices {
  readonly fileRecords: FileRecords;
  readonly files: FileStore;
}

/**
 * Submits evidence against a dispute to the customer's bank. It consists of the request's texts,
 * the files that it names, and the files attached earlier. The evidence is saved before the
 * connector gets any of it; files that the processor wants uploaded go first.
 */
export const submitEvidence = implement(submitEvidenceOperation, {
  load: ({ merchantId, body }, { disputes }: Services) => disputes.get(merchantId, body.dispute_id),

  async run({ body, caller, now, remainingMs, requestId }, services: Services, dispute) {
    checkDisputeProfile(dispute, caller);
    const { status } = dispute;
    if (!mayAnswer(dispute)) throw new SwitchError('dispute_status_invalid', { status });
    const evidence = { ...dispute.evidence, ...(await namedFiles(dispute, body, services)) };
    const access = await connectorOfDispute(dispute, 'submitEvidence', services);
    const started = await services.disputes.save(
      startDisputeRequest(dispute, 'evidence', now, evidence),
    );
    const connectors = services.connectors({ remainingMs, requestId });
    const handed = await handOverFiles(started, access, connectors, services);
    const outcome = await connectors.submitEvidence(access, {
      ...referenceOfDispute(started),
      texts: textsOf(body),
      files: handed.files,
    });
    return presentDispute(await settleDispute(handed.dispute, outcome, services));
  },
});

/**
 * The files that a request names. A file that the dispute has already keeps the processor's id of
 * its upload. Throws `file_not_found` for a file that the merchant does not have.
 */
async function namedFiles(
  { merchantId, profileId, evidence: before = {} }: Dispute,
  body: SubmitEvidenceRequest,
  { fileRecords }: Services,
): Promise<Evidence> {
  const named = EvidenceType.options.flatMap((type) => {
    const id = body[type];
    return id == null ? [] : [{ type, id }];
  });
  const found = await fileRecords.find(
    merchantId,
    named.map(({ id }) => id),
  );
  const files = new Map(found.map((file) => [file.id, file]));
  const known = new Map(Object.values(before).map((file) => [file.fileId, file]));
  const evidence: Partial<Record<EvidenceType, AttachedFile>> = {};
  for (const { type, id } of named) {
    const file = files.get(id);
    if (!file || file.profileId !== profileId) throw new SwitchError('file_not_found');
    evidence[type] = known.get(id) ?? attachmentOf(file);
  }
  return evidence;
}

const textsOf = (body: SubmitEvidenceRequest): Record<string, string> =>
  Object.fromEntries(
    evidenceTexts.flatMap((name) => {
      const text = body[name];
      return text == null ? [] : [[name, text]];
    }),
  );

export const handler = lambda(submitEvidence, () => ({
  ...liveDisputeServices(),
  fileRecords: fileRecords(liveTable()),
  files: liveFileStore(),
}));
