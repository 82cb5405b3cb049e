import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';

const root = join(import.meta.dirname, '..', '..', '..');

/** One import of a source, static or dynamic, of values or of types. */
export interface SourceImport {
  /** The source, as a path below the repository. */
  readonly from: string;
  /** The imported file, as a path below the repository. */
  readonly to: string;
  /** As it is written: `../../../shared/platform/log.ts` or `./payment.ts`. */
  readonly specifier: string;
}

/** Every import of a file of the repository by the TypeScript files below a folder. */
export function importsBelow(folder: string): readonly SourceImport[] {
  return (
    globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })
      // The lists of all connectors, which may be a company's own, are written by each start.
      .filter((file) => !file.includes('/built/'))
      .sort()
      .flatMap((from) =>
        specifiersIn(from).flatMap((specifier) => {
          const to = imported(from, specifier);
          return to === undefined ? [] : [{ from, to, specifier }];
        }),
      )
  );
}

function specifiersIn(file: string): readonly string[] {
  const source = readFileSync(join(root, file), 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module;
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1)),
  ];
}

/** The file that a specifier stands for; undefined for a package. */
function imported(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.replace('#', 'shared/');
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : undefined;
}
