import type { CellMap } from '../../lib/settings/cell-map.ts';
import { CommandFailed } from '../command-line/command.ts';

/** A key of the store at the edge, and its value. */
interface Pair {
  readonly key: string;
  readonly value: string;
}

/** The file from which CloudFront makes a KeyValueStore. */
export interface EdgeFile {
  readonly data: readonly Pair[];
}

/**
 * The limits of a file and its pairs, as of November 2026. A key has ASCII only, so that its
 * characters are its bytes.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/kvs-with-functions-create-s3-kvp.html
 */
export const edgeLimits = { fileBytes: 5_000_000, keyCharacters: 512, valueCharacters: 1_024 };

/**
 * The map as the edge reads it, sorted by key: a merchant has the name of its cell, `cell/NAME` the
 * address of a cell's API, and `new/merchants` the cell of merchants that the map does not name. A
 * slash is in no merchant's id. Throws CommandFailed where AWS would refuse the file.
 */
export function edgeFileOf({ cells, cellOf, newMerchants }: CellMap): EdgeFile {
  const data = [
    ...cells.map(({ name, url }) => ({ key: `cell/${name}`, value: url })),
    ...[...cellOf].map(([key, value]) => ({ key, value })),
    { key: 'new/merchants', value: newMerchants },
  ].sort((one, other) => (one.key < other.key ? -1 : 1));
  const { fileBytes, keyCharacters, valueCharacters } = edgeLimits;
  const long = data.find(
    ({ key, value }) => key.length > keyCharacters || value.length > valueCharacters,
  );
  if (long) {
    throw new CommandFailed(
      `${long.key} has more than ${keyCharacters} characters, or its value more than ${valueCharacters}.`,
    );
  }
  const bytes = edgeText({ data }).length;
  if (bytes > fileBytes) {
    throw new CommandFailed(
      `The file would have ${bytes} bytes for ${cellOf.size} merchants, and CloudFront takes ${fileBytes}: several stores, or names of cells in new keys, are for more.`,
    );
  }
  return { data };
}

/** The file as text, a pair a line. */
export const edgeText = ({ data }: EdgeFile): string =>
  `{"data":[\n${data.map((pair) => JSON.stringify(pair)).join(',\n')}\n]}\n`;
