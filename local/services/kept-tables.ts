import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder of the built-in tables, in the data folder. */
export const tablesFolder = 'tables';

/** Programs that earlier versions kept tables in, by their folders. */
const otherPrograms: Readonly<Record<string, string>> = {
  dynoxide: 'Dynoxide',
  dynamodb: 'DynamoDB Local',
};

/** Why the tables of a data folder cannot be read, with the way out; undefined when they can. */
export function unreadableTables(dataDirectory: string): string | undefined {
  const has = (folder: string) => existsSync(path.join(dataDirectory, folder));
  if (has(tablesFolder)) return undefined;
  const [, program] = Object.entries(otherPrograms).find(([folder]) => has(folder)) ?? [];
  if (program === undefined) return undefined;
  return `${dataDirectory} holds tables of ${program}, which only earlier versions read: name another folder.`;
}
