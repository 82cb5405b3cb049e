import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { SwitchError } from '../../errors.ts';
import { Bytes, chosenName } from '../../schema.ts';

/** The largest accepted form, in bytes: a file of 4 MiB, and the form around it. */
export const formLimit = 4 * 1_024 * 1_024 + 32_768;

/** A file in a form. */
export const UploadedFile = v.object({
  /** The file's name on the sender's computer. */
  name: chosenName(255),
  /** The media type that the sender states; `text/plain` without one. */
  type: chosenName(255),
  bytes: Bytes,
});
export type UploadedFile = v.InferOutput<typeof UploadedFile>;

/** A part of a form that has to be a file, and one that has to be a text: operations check that. */
export const FilePart = v.union([UploadedFile, v.string()]);
export const TextPart = v.union([UploadedFile, v.string()]);
/** A text that names something, so that it may hold no card number. */
export const NamePart = v.union([UploadedFile, chosenName(255)]);

/**
 * The parts of a form by name: texts, and files as `UploadedFile`. Of parts with the same name the
 * first counts.
 *
 * @throws SwitchError `invalid_content_type` when it is no form, `invalid_body` when it cannot be
 * read
 */
export async function readForm(
  bytes: Uint8Array,
  contentType: string | undefined,
): Promise<Readonly<Record<string, string | UploadedFile>>> {
  if (!/^multipart\/form-data\s*;/i.test(contentType ?? '')) {
    throw new SwitchError('invalid_content_type', { param: 'content-type', hint: sendAForm });
  }
  const form = await parseForm(bytes, contentType ?? '');
  const parts = new Map<string, string | UploadedFile>();
  for (const [name, part] of form) {
    if (parts.has(name)) continue;
    parts.set(name, typeof part === 'string' ? part : await readUpload(part));
  }
  return Object.fromEntries(parts);
}

const sendAForm =
  'Send a form, and let the HTTP client write `content-type: multipart/form-data` with its boundary.';

/** Parses with the platform's own reader of forms. */
async function parseForm(bytes: Uint8Array, contentType: string): Promise<FormData> {
  try {
    const headers = { 'content-type': contentType };
    return await new Response(new Uint8Array(bytes), { headers }).formData();
  } catch {
    // The reason is left out, because the platform may quote the form in it.
    throw new SwitchError('invalid_body', { detail: 'the form could not be read' });
  }
}

const readUpload = async (file: File): Promise<UploadedFile> => ({
  name: file.name,
  type: file.type,
  bytes: new Uint8Array(await file.arrayBuffer()),
});

/** The same text for the same parts of a form. Files count by their bytes, not by their names. */
export function comparableForm(form: unknown): Readonly<Record<string, string>> {
  const parts = v.parse(v.record(v.string(), v.union([v.string(), UploadedFile])), form);
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      typeof part === 'string'
        ? `text ${part}`
        : `file ${createHash('sha256').update(part.bytes).digest('hex')}`,
    ]),
  );
}
