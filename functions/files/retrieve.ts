import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { rawResponse } from '#platform/http/response/raw-response.ts';
import { liveTable } from '#platform/table/table.ts';
import { checkFileProfile } from '#switch/files/file.ts';
import { type FileRecords, fileRecords } from '#switch/files/file-records.ts';
import type { FileStore } from '#switch/files/file-store.ts';
import { liveFileStore } from '#switch/files/live-file-store.ts';
import { retrieveFile } from '#switch/files/operations.ts';

interface Services {
  readonly fileRecords: FileRecords;
  readonly files: FileStore;
}

/**
 * Returns a file as it was uploaded, with headers that keep browsers from showing it as our page.
 */
export const retrieve = implement(retrieveFile, {
  load: ({ merchantId, params }, { fileRecords }: Services) =>
    fileRecords.get(merchantId, params.file_id),

  async run({ caller }, { files }: Services, file) {
    checkFileProfile(file, caller);
    const bytes = await files.get(file);
    if (!bytes) throw new SwitchError('file_not_available');
    return rawResponse({
      status: 200,
      headers: {
        'content-type': file.type,
        'content-disposition': 'attachment',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
      body: Buffer.from(bytes).toString('base64'),
      isBase64: true,
    });
  },
});

export const handler = lambda(retrieve, () => ({
  fileRecords: fileRecords(liveTable()),
  files: liveFileStore(),
}));
