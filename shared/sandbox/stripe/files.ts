import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { invalidRequest, noSuch } from './errors.ts';
import { formText, readForm } from './form-fields.ts';
import { readObject } from './objects.ts';
import { seconds, type WireHandler } from './wire.ts';
import { ok } from './wire-answer.ts';

/** An uploaded file. The sandbox stores its description and the hash of its bytes. */
const StoredFile = v.object({
  id: v.string(),
  filename: v.string(),
  purpose: v.string(),
  /** In bytes. */
  size: v.number(),
  type: v.string(),
  sha256: v.string(),
  created: v.string(),
});
type StoredFile = v.InferOutput<typeof StoredFile>;

/** The largest file for a dispute, in bytes. */
const mostBytes = 5_000_000;

/** The types that Stripe takes for disputes, by the first bytes of a file. */
const types: Readonly<Record<string, string>> = {
  '25504446': 'pdf',
  '89504e47': 'png',
  ffd8ff: 'jpg',
};

const FileForm = v.looseObject({ purpose: formText(64) });

const present = ({ created, sha256: _, ...file }: StoredFile) => ({
  ...file,
  object: 'file',
  created: seconds(created),
  expires_at: null,
  links: null,
  title: null,
  url: null,
});

/** Takes a file of a multipart form. Nothing of its name decides its type. */
export const createFile: WireHandler = async (request, { objects }) => {
  const { keyHash, file, now } = request;
  const { purpose } = readForm(FileForm, request.form);
  if (!file) {
    throw invalidRequest({
      code: 'parameter_missing',
      message: 'Missing required param: file.',
      param: 'file',
    });
  }
  if (file.bytes.length > mostBytes) {
    throw invalidRequest({ message: 'The file is larger than 5 MB.', param: 'file' });
  }
  const start = Buffer.from(file.bytes.subarray(0, 4)).toString('hex');
  const type = Object.entries(types).find(([bytes]) => start.startsWith(bytes))?.[1];
  if (!type) {
    throw invalidRequest({
      message: 'Invalid file: expected a PDF, JPEG or PNG file.',
      param: 'file',
    });
  }
  const stored: StoredFile = {
    id: `file_${request.idSuffix('file')}`,
    filename: file.name,
    purpose,
    size: file.bytes.length,
    type,
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
    created: now.toISOString(),
  };
  await objects.putNew(keyHash, stored.id, stored);
  return ok(present(stored));
};

export const retrieveFile: WireHandler = async ({ keyHash }, { objects }, id) => {
  const file = readObject(StoredFile, await objects.find(keyHash, id));
  if (!file) throw noSuch('file', id, 'file');
  return ok(present(file));
};
