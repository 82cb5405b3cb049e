import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { UsageError } from '../../../scripts/command-line/command.ts';
import { NeutralInput } from './neutral-input.ts';
import { RecordedOutcome } from './recorded-outcome.ts';

/** The calls of a connector, in the words of the file. */
export const flows = [
  'authorize',
  'capture',
  'void',
  'payment_sync',
  'refund',
  'refund_sync',
  'setup_mandate',
  'mandate_charge',
  'incremental_authorization',
  'customer_create',
  'payment_method_token',
  'access_token',
  'dispute_accept',
  'dispute_defend',
  'webhook',
] as const;
export type Flow = (typeof flows)[number];

/** A body by its encoding: `form` is names and values, `json` any value, `text` and `xml` are raw. */
const RecordedBody = v.object({
  encoding: v.picklist(['form', 'json', 'json-with-bom', 'xml', 'text', 'none']),
  value: v.optional(v.unknown()),
  /** The very bytes, of a webhook. */
  raw: v.optional(v.string()),
});
export type RecordedBody = v.InferOutput<typeof RecordedBody>;

const Headers = v.optional(v.record(v.string(), v.string()), {});

const RecordedRequest = v.object({
  method: v.string(),
  url: v.string(),
  headers: Headers,
  body: v.optional(RecordedBody, { encoding: 'none' }),
});
export type RecordedRequest = v.InferOutput<typeof RecordedRequest>;

const RecordedResponse = v.object({
  status: v.number(),
  headers: Headers,
  body: v.optional(RecordedBody, { encoding: 'none' }),
});
export type RecordedResponse = v.InferOutput<typeof RecordedResponse>;

/** One recorded exchange: the input, the request, the answer and its reading. */
const Vector = v.object({
  id: v.string(),
  connector: v.string(),
  flow: v.picklist(flows),
  input: NeutralInput,
  wire_request: v.optional(RecordedRequest),
  wire_response: v.optional(RecordedResponse),
  outcome: RecordedOutcome,
});
export type Vector = v.InferOutput<typeof Vector>;

const VectorFile = v.object({
  connector: v.string(),
  credentials: v.record(v.string(), v.unknown()),
  vectors: v.array(Vector),
});
export type VectorFile = v.InferOutput<typeof VectorFile>;

/**
 * The files of a folder whose names end with `.json`, in the order of their names.
 *
 * @throws UsageError for a folder without such files, and for a file of another form
 */
export function readVectorFiles(folder: string): readonly VectorFile[] {
  const names = namesIn(folder).filter((name) => name.endsWith('.json'));
  if (names.length === 0) throw new UsageError(`There are no .json files in ${folder}.`);
  return names.sort().map((name) => readVectorFile(join(folder, name)));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new UsageError(`The folder ${folder} cannot be read.`, { cause: error });
  }
}

function readVectorFile(path: string): VectorFile {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`${path} is no JSON.`, { cause: error });
  }
  const read = v.safeParse(VectorFile, parsed);
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new UsageError(`${path}: ${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}`);
}
