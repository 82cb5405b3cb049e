import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { documentFiles } from '../../../scripts/documents/written-files.ts';
import { withWholeParts } from '../../../site/reference/whole-parts.ts';
import type { Definitions, Described } from '../requests/malformed-requests.ts';

const Schema = v.custom<Described>((value) => typeof value === 'object' && value !== null);
const Document = v.object({
  paths: v.record(
    v.string(),
    v.record(
      v.string(),
      v.object({
        operationId: v.string(),
        parameters: v.array(v.object({ name: v.string(), in: v.string(), schema: Schema })),
        requestBody: v.optional(
          v.object({ content: v.record(v.string(), v.object({ schema: Schema })) }),
        ),
      }),
    ),
  ),
  components: v.object({ schemas: v.record(v.string(), Schema) }),
});

const file = join(import.meta.dirname, '..', '..', '..', documentFiles.switch);
const document = v.parse(Document, withWholeParts(JSON.parse(readFileSync(file, 'utf8'))));

/** The references of the schemas of our description of the API. */
export const definitions: Definitions = document.components.schemas;

/** The operations of our description of the API, by name. */
export const describedOperations = new Map(
  Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((one) => [one.operationId, one] as const),
  ),
);

/** The schema of an operation's JSON body; undefined where it takes none. */
export const bodySchemaOf = (name: string): Described | undefined =>
  describedOperations.get(name)?.requestBody?.content['application/json']?.schema;
