import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = join(import.meta.dirname, '..', '..', '..', 'docs', 'turnout.md');

/** The members of the JSON of each command, by its name, as the page for users lists them. */
export function documentedMembers(): ReadonlyMap<string, readonly string[]> {
  const [, section = ''] = readFileSync(page, 'utf8').split('\n## Members of the JSON\n');
  const [table = ''] = section.split('\n## ');
  return new Map(
    [...table.matchAll(/^\| `([\w-]+)` \| (.*) \|$/gm)].map(([, name = '', cell = '']) => [
      name,
      [...cell.matchAll(/`(\w+)`/g)].map(([, member = '']) => member),
    ]),
  );
}
