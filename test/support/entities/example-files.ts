import type { Ask, Merchant } from '../switch/switch-in-memory.ts';
import { aPdf } from '../switch/switch-with-disputes.ts';
import { memoryFiles } from '../table/memory-files.ts';

/** The bytes of the example's file, in a store of their own. */
export async function exampleFiles(merchant: Merchant) {
  const files = memoryFiles();
  const bytes = new Uint8Array(await aPdf().arrayBuffer());
  await files.put({ merchantId: merchant.id, id: 'file_example' }, bytes, 'application/pdf');
  return files;
}

/** A form of an example: the file is one, a table where it is written out, and the rest is a text. */
export const exampleForm = (body: unknown): NonNullable<Ask['form']> => {
  const parts = body as Record<string, string>; // As examples of forms are written.
  const isTable = parts.file?.includes('\n') === true;
  return { ...parts, file: isTable ? new File([parts.file ?? ''], 'table.csv') : aPdf() };
};
