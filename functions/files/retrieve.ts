import { SwitchError } from '../../shared/errors.ts';
import { checkFileProfile } from '../../shared/files/file.ts';
import { type FileRecords, fileRecords } from '../../shared/files/file-records.ts';
import type { FileStore } from '../../shared/files/file-store.ts';
import { liveFileStore } from '../../shared/files/live-file-store.ts';
import { retrieveFile } from '../../shared/files/operations.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { rawResponse } from '../../shared/http/raw-response.ts';
import { liveTable } from '../../shared/table/table.ts';

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
