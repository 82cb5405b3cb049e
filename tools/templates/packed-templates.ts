import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as v from 'valibot';
import { hashOf } from '../bundle/build-cache.ts';

/** An assembly with placeholders instead of bundles. */
export const Assembly = v.object({
  /** The digest of its sources: see `template-sources.ts`. */
  sources: v.string(),
  /** Its files by path. */
  files: v.record(v.string(), v.string()),
});
export type Assembly = v.InferOutput<typeof Assembly>;

const Packed = v.object({
  format: v.literal(1),
  /** Settings, functions and placeholders of the assembly. */
  purpose: v.string(),
  ...Assembly.entries,
});

/** The assembly that comes with each clone: that of the laptop, without a setting of the user. */
const packedFile = path.join(import.meta.dirname, '..', '..', 'lib', 'laptop-templates.br');

/** The file with the assembly that comes with each clone. */
export interface PackedTemplates {
  /** The hash of the file's bytes; `none` without a file. */
  readonly hash: string;
  /** The assembly; undefined where it was made for another purpose. Throws PackedUnusable. */
  read(purpose: string): Assembly | undefined;
}

/** The assembly that comes with a clone cannot be read. The message is one line. */
export class PackedUnusable extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    const renewal = '"npm run generate -- templates" writes them anew.';
    super(`The templates that come with this clone ${reason}: ${renewal}`, options);
    this.name = 'PackedUnusable';
  }
}

export function packedTemplates(file: string = packedFile): PackedTemplates {
  const bytes = bytesOf(file);
  return {
    hash: bytes ? hashOf(bytes) : 'none',
    read(purpose) {
      if (!bytes) throw new PackedUnusable('are missing');
      const { purpose: own, sources, files } = unpacked(bytes);
      return own === purpose ? { sources, files } : undefined;
    },
  };
}

function unpacked(bytes: Uint8Array): v.InferOutput<typeof Packed> {
  let content: unknown;
  try {
    content = JSON.parse(brotliDecompressSync(bytes).toString());
  } catch (error) {
    throw new PackedUnusable('are damaged', { cause: error });
  }
  const { success, output } = v.safeParse(Packed, content);
  if (!success) throw new PackedUnusable('are of another version');
  return output;
}

/**
 * The bytes of the file for this assembly: its present ones, where it has this content, because they
 * differ with the version of Node.js.
 */
export function packedBytes(
  purpose: string,
  { sources, files }: Assembly,
  file: string = packedFile,
): Uint8Array {
  const ordered = Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1));
  const content: v.InferOutput<typeof Packed> = {
    ...{ format: 1, purpose, sources },
    files: Object.fromEntries(ordered),
  };
  const text = JSON.stringify(content);
  const present = bytesOf(file);
  if (present && textIn(present) === text) return present;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  };
  return brotliCompressSync(text, { params });
}

/** The text in the bytes; undefined where no text can be read. */
function textIn(bytes: Uint8Array): string | undefined {
  try {
    return brotliDecompressSync(bytes).toString();
  } catch {
    return undefined;
  }
}

function bytesOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
