import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { AttachedFile } from '../disputes/evidence.ts';
import { SwitchError } from '../errors.ts';
import type { UploadedFile } from '../http/form.ts';
import { retentionDays } from './retention-days.ts';

/** What is known of a file that a merchant uploaded; its bytes are in the file store. */
export const StoredFile = v.looseObject({
  merchantId: v.string(),
  id: v.string(),
  profileId: v.string(),
  /** The dispute that it was uploaded for. */
  disputeId: v.string(),
  name: v.optional(v.string()),
  /** In bytes. */
  size: v.number(),
  /** What its bytes say that it is, whatever the sender said. */
  type: v.string(),
  /** Of its bytes, in hex. */
  sha256: v.string(),
  createdAt: v.string(),
  /** When the table forgets it, in seconds since 1970. */
  expiresAtSeconds: v.number(),
});
export type StoredFile = v.InferOutput<typeof StoredFile>;

/** The largest file that is taken: what a function can be handed, and can hand out, with room to spare. */
export const largestFile = 4 * 1_024 * 1_024;

/** As names of files are shown, and no longer. */
const longestName = 255;

/** What files begin with, as far as banks take them for evidence. */
const signatures = [
  { type: 'application/pdf', begins: Buffer.from('%PDF-') },
  { type: 'image/png', begins: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  { type: 'image/jpeg', begins: Buffer.from([0xff, 0xd8, 0xff]) },
] as const;

/**
 * The type of the file that its bytes show.
 *
 * @throws SwitchError `file_type_missing` for what nobody calls anything and that shows nothing either;
 * `file_invalid` for what is empty, too large, of another kind, or not what it is called
 */
export function typeOf({ bytes, type: stated }: UploadedFile): string {
  if (bytes.length === 0) throw invalid('the file is empty');
  if (bytes.length > largestFile) {
    throw invalid(`the file is larger than ${largestFile} bytes`);
  }
  const found = signatures.find(({ begins }) =>
    begins.equals(Buffer.from(bytes.subarray(0, begins.length))),
  );
  // Where a part says nothing the platform's reader of forms says that it is plain text.
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

/** Other names that senders have for a type. */
const aliases: Readonly<Record<string, readonly string[]>> = { 'image/jpeg': ['image/jpg'] };

const invalid = (why: string) => new SwitchError('file_invalid', { why });

/** What a dispute keeps of a file that is attached to it. */
export const attachmentOf = ({ id, name, size, type, sha256 }: StoredFile): AttachedFile => ({
  fileId: id,
  ...(name !== undefined && { name }),
  size,
  type,
  sha256,
});

/** A caller who acts for a profile finds the files of that profile alone. */
export function checkFileProfile(
  { profileId: own }: Pick<StoredFile, 'profileId'>,
  { profileId }: { readonly profileId?: string },
): void {
  if (profileId !== undefined && own !== profileId) throw new SwitchError('file_not_found');
}

/**
 * A file as it is written down. Its identifier follows from the invocation: one invocation makes one.
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
