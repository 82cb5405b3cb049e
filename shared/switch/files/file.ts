import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import type { UploadedFile } from '#platform/http/request/form.ts';
import type { AttachedFile } from '#vocabulary/dispute-evidence.ts';
import { retentionDays } from './retention-days.ts';

/** The record of a file that a merchant uploaded; the file store has its bytes. */
export const StoredFile = v.looseObject({
  merchantId: v.string(),
  id: v.string(),
  profileId: v.string(),
  /** The dispute that it was uploaded for. */
  disputeId: v.string(),
  name: v.optional(v.string()),
  /** In bytes. */
  size: v.number(),
  /** The content type that the bytes show; the upload's own statement does not count. */
  type: v.string(),
  /** SHA-256 of the bytes, in hex. */
  sha256: v.string(),
  createdAt: v.string(),
  /** When the table deletes the record, in seconds since 1970. */
  expiresAtSeconds: v.number(),
});
export type StoredFile = v.InferOutput<typeof StoredFile>;

/**
 * The largest file accepted, in bytes: well below the limits of a Lambda's request and response.
 */
const largestFile = 4 * 1_024 * 1_024;

/** The longest file name that is stored, in characters. */
const longestName = 255;

/** The first bytes of the file types that banks accept as evidence. */
const signatures = [
  { type: 'application/pdf', begins: Buffer.from('%PDF-') },
  { type: 'image/png', begins: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  { type: 'image/jpeg', begins: Buffer.from([0xff, 0xd8, 0xff]) },
] as const;

/**
 * The content type that the file's bytes show.
 *
 * @throws SwitchError `file_type_missing` when neither the upload nor the bytes show a type;
 * `file_invalid` for a file that is empty, too large, of another type, or not of its stated type
 */
function typeOf({ bytes, type: stated }: UploadedFile): string {
  if (bytes.length === 0) throw invalid('the file is empty');
  if (bytes.length > largestFile) {
    throw invalid(`the file is larger than ${largestFile} bytes`);
  }
  const found = signatures.find(({ begins }) =>
    begins.equals(Buffer.from(bytes.subarray(0, begins.length))),
  );
  // For a part without a content type, the platform's form parser reports plain text.
  const isStated = stated !== '' && !/^text\/plain\b/i.test(stated);
  if (!found) {
    if (!isStated) throw new SwitchError('file_type_missing');
    throw invalid('the file is neither PDF, JPEG nor PNG');
  }
  const essence = stated.split(';')[0]?.trim().toLowerCase();
  const isGeneral = essence === 'application/octet-stream';
  if (
    isStated &&
    !isGeneral &&
    essence !== found.type &&
    !aliases[found.type]?.includes(essence ?? '')
  ) {
    throw invalid('the file is not of the type that was stated');
  }
  return found.type;
}

/** Other names that senders use for a content type. */
const aliases: Readonly<Record<string, readonly string[]>> = { 'image/jpeg': ['image/jpg'] };

const invalid = (why: string) => new SwitchError('file_invalid', { why });

/** The part of a file's record that a dispute stores with its evidence. */
export const attachmentOf = ({ id, name, size, type, sha256 }: StoredFile): AttachedFile => ({
  fileId: id,
  ...(name !== undefined && { name }),
  size,
  type,
  sha256,
});

/** Throws `file_not_found` when the caller acts for another profile than the file's. */
export function checkFileProfile(
  { profileId: own }: Pick<StoredFile, 'profileId'>,
  { profileId }: { readonly profileId?: string },
): void {
  if (profileId !== undefined && own !== profileId) throw new SwitchError('file_not_found');
}

/**
 * A new file's record. Its id is derived from the invocation, so one invocation creates one file.
 *
 * @throws SwitchError `file_invalid`, `file_type_missing`
 */
export function newFile(
  upload: UploadedFile,
  of: Pick<StoredFile, 'merchantId' | 'id' | 'profileId' | 'disputeId'>,
  now: Date,
): StoredFile {
  const name = upload.name.slice(0, longestName);
  return {
    ...of,
    ...(name !== '' && { name }),
    size: upload.bytes.length,
    type: typeOf(upload),
    sha256: createHash('sha256').update(upload.bytes).digest('hex'),
    createdAt: now.toISOString(),
    expiresAtSeconds: Math.floor(now.getTime() / 1_000) + retentionDays * 86_400,
  };
}
