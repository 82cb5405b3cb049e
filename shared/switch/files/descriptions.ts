import type { Descriptions } from '#platform/http/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { files: 'Files that are uploaded as evidence for disputes.' },
  operations: {
    'POST /files': 'Uploads a file that evidence can name. PDF, PNG and JPEG are taken.',
    'GET /files/{file_id}': 'Answers with the content of the file.',
    'DELETE /files/{file_id}': 'Deletes a file.',
  },
  properties: {
    purpose: 'What the file is for.',
    file: 'The content of the file.',
  },
};
