import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { documentFile, openapiDocument } from './openapi-document.ts';

await writeFile(join(import.meta.dirname, '..', documentFile), await openapiDocument());
