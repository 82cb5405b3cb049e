import { checkFileProfile } from '../../shared/files/file.ts';
import { type FileRecords, fileRecords } from '../../shared/files/file-records.ts';
import type { FileStore } from '../../shared/files/file-store.ts';
import { liveFileStore } from '../../shared/files/live-file-store.ts';
import { deleteFile } from '../../shared/files/operations.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { textResponse } from '../../shared/http/raw-response.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly fileRecords: FileRecords;
  readonly files: FileStore;
}

/**
 * Deletes a file. The bytes go first: after a crash the record still names the file, so the request
 * can be repeated.
 */
export const remove = implement(deleteFile, {
  load: ({ merchantId, params }, { fileRecords }: Services) =>
    fileRecords.get(merchantId, params.file_id),

  async run({ caller }, { fileRecords, files }: Services, file) {
    checkFileProfile(file, caller);
    await files.remove(file);
    await fileRecords.remove(file);
    return textResponse('');
  },
});

export const handler = lambda(remove, () => ({
  fileRecords: fileRecords(liveTable()),
  files: liveFileStore(),
}));
