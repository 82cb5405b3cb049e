import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import { UploadedFile } from '#platform/http/request/form.ts';
import { Identifier } from '#platform/schema.ts';

/** The form fields that all uploads share. */
interface UploadForm {
  readonly file?: UploadedFile | string | undefined;
  readonly dispute_id?: UploadedFile | string | undefined;
}

/** The file of a form. Throws `file_missing`. */
export function fileOf({ file }: UploadForm): UploadedFile {
  if (v.is(UploadedFile, file)) return file;
  throw new SwitchError('file_missing');
}

/**
 * The dispute that a form names. Throws `dispute_id_missing`, and `dispute_not_found` for an
 * invalid id.
 */
export function namedDispute({ dispute_id }: UploadForm): string {
  if (typeof dispute_id !== 'string' || dispute_id.trim() === '') {
    throw new SwitchError('dispute_id_missing');
  }
  const id = v.safeParse(Identifier, dispute_id);
  if (!id.success) throw new SwitchError('dispute_not_found');
  return id.output;
}
