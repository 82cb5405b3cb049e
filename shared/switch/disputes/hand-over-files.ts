import type { Connectors } from '#connectors/connectors.ts';
import type { DisputeEvidence, UploadOutcome } from '#connectors/interface/disputes.ts';
import type { ConnectorAccess } from '#connectors/interface/exchange.ts';
import { SwitchError } from '#platform/errors.ts';
import { type AttachedFile, EvidenceType } from '#vocabulary/dispute-evidence.ts';
import type { FileStore } from '../files/file-store.ts';
import { type Dispute, withUploads } from './dispute.ts';
import { type DisputeServices, referenceOfDispute, settleDispute } from './sync-dispute.ts';

type HandedFile = DisputeEvidence['files'][number];

interface Services extends DisputeServices {
  readonly files: FileStore;
}

/**
 * A dispute's files as its processor takes them: uploaded before, so that each has the processor's
 * own id; with their bytes; or, at a processor that takes neither, by their hashes. The ids of
 * uploaded files are saved, so that a repeated request uploads nothing that is there already.
 *
 * @throws SwitchError `file_not_found` for a file whose bytes have expired,
 * `dispute_refused_by_connector`, `dispute_operation_failed`: the merchant may safely repeat the
 * request
 */
export async function handOverFiles(
  dispute: Dispute,
  access: ConnectorAccess,
  connectors: Connectors,
  services: Services,
): Promise<{ readonly dispute: Dispute; readonly files: readonly HandedFile[] }> {
  const attached = filesOf(dispute);
  const read = async (file: HandedFile) => ({
    ...file,
    bytes: await bytesOf(file, dispute, services),
  });
  if (connectors.canDo(access, 'uploadEvidenceFile')) {
    const missing = withoutId(attached);
    if (missing.length === 0) return { dispute, files: attached };
    const reference = referenceOfDispute(dispute);
    const outcomes = await Promise.all(
      (await Promise.all(missing.map(read))).map(async (file) => ({
        fileId: file.fileId,
        outcome: await connectors.uploadEvidenceFile(access, { ...reference, file }),
      })),
    );
    const uploaded = await saveUploads(dispute, outcomes, services);
    for (const { outcome } of outcomes) {
      if (outcome.result !== 'uploaded') await settleDispute(uploaded, outcome, services);
    }
    return { dispute: uploaded, files: withIds(attached, outcomes) };
  }
  return connectors.takesEvidenceBytes(access)
    ? { dispute, files: await Promise.all(attached.map(read)) }
    : { dispute, files: attached };
}

/** The files that the processor has no id of, each once, though it may be of several kinds. */
const withoutId = (files: readonly HandedFile[]): readonly HandedFile[] => [
  ...new Map(
    files.flatMap((file) =>
      file.connectorFileId === undefined ? [[file.fileId, file] as const] : [],
    ),
  ).values(),
];

interface Upload {
  readonly fileId: string;
  readonly outcome: UploadOutcome;
}

const idsOf = (uploads: readonly Upload[]): ReadonlyMap<string, string> =>
  new Map(
    uploads.flatMap(({ fileId, outcome }) =>
      outcome.result === 'uploaded' ? [[fileId, outcome.connectorFileId] as const] : [],
    ),
  );

const withIds = (files: readonly HandedFile[], uploads: readonly Upload[]) => {
  const ids = idsOf(uploads);
  return files.map((file) => {
    const connectorFileId = file.connectorFileId ?? ids.get(file.fileId);
    return { ...file, ...(connectorFileId !== undefined && { connectorFileId }) };
  });
};

async function saveUploads(
  dispute: Dispute,
  uploads: readonly Upload[],
  { disputes }: Services,
): Promise<Dispute> {
  const ids = idsOf(uploads);
  return ids.size === 0
    ? dispute
    : disputes.settle(dispute, (current) => withUploads(current, ids));
}

async function bytesOf(
  { fileId: id }: HandedFile,
  { merchantId }: Dispute,
  { files }: Services,
): Promise<Uint8Array> {
  const bytes = await files.get({ merchantId, id });
  if (!bytes) throw new SwitchError('file_not_found');
  return bytes;
}

const filesOf = ({ evidence = {} }: Dispute): readonly HandedFile[] =>
  EvidenceType.options.flatMap((evidenceType) => {
    const file: AttachedFile | undefined = evidence[evidenceType];
    if (!file) return [];
    const { name, connectorFileId, ...facts } = file;
    return [
      {
        evidenceType,
        ...facts,
        ...(name !== undefined && { name }),
        ...(connectorFileId !== undefined && { connectorFileId }),
      },
    ];
  });
