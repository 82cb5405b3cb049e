import type { CollectionFiles } from './collection.ts';

/**
 * The files as a tar archive, below one folder, in the format ustar of POSIX.
 *
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html
 */
export function archiveOf(folder: string, files: CollectionFiles): Buffer {
  const entries = [...files].flatMap(([path, text]) => {
    const content = Buffer.from(text);
    const padding = Buffer.alloc((block - (content.length % block)) % block);
    return [headerOf(`${folder}/${path}`, content.length), content, padding];
  });
  return Buffer.concat([...entries, Buffer.alloc(2 * block)]);
}

const block = 512;

/** The same for the same files: it has no time and no owner. */
function headerOf(path: string, size: number): Buffer {
  const header = Buffer.alloc(block);
  if (header.write(path) > 100) throw new Error(`${path} is too long a name for an archive.`);
  const octal = (value: number, at: number, digits: number) =>
    header.write(value.toString(8).padStart(digits, '0'), at);
  octal(0o644, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(0, 136, 11);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\0' + '00', 257);
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  );
  header.write('\0 ', 154);
  return header;
}
