import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  fieldsNeverProducedDocument,
  fieldsNeverProducedFile,
} from './fields-never-produced-document.ts';

writeFileSync(
  join(import.meta.dirname, '..', fieldsNeverProducedFile),
  fieldsNeverProducedDocument(),
);
