import type { Descriptions } from '#platform/http/operation/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { files: 'Files that are uploaded as evidence for disputes.' },
  properties: {
    purpose: 'What the file is for.',
    file: 'The content of the file.',
  },
};
