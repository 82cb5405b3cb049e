import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { textResponse } from '#platform/http/response/raw-response.ts';
import { liveTable } from '#platform/table/table.ts';
import { checkFileProfile } from '#switch/files/file.ts';
import { type FileRecords, fileRecords } from '#switch/files/file-records.ts';
import type { FileStore } from '#switch/files/file-store.ts';
import { liveFileStore } from '#switch/files/live-file-store.ts';
import { deleteFile } from '#switch/files/operations.ts';

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
