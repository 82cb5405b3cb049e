import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

const root = join(import.meta.dirname, '..');
const lazy = join(root, 'shared', 'lazy.ts');

/**
 * Has functions make a schema when they first use it, and leaves out those that they never name: most
 * requests need few of the schemas that their files declare. Each declaration at the top of a file of
 * `shared/` is rewritten from
 *
 *     export const PaymentId = v.pipe(…);
 *
 * to
 *
 *     export const PaymentId = /* @__PURE__ *\/ lazy(() => v.pipe(…));
 *
 * The formatter decides how a declaration looks. One that looks otherwise stays as it is.
 */
export const lazySchemas = (): Plugin => ({
  name: 'turnout-lazy-schemas',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]shared[/\\].*\.ts$/ }, ({ path }) => {
      if (path === lazy) return undefined;
      const contents = withLazySchemas(readFileSync(path, 'utf8'));
      return contents === undefined ? undefined : { contents, loader: 'ts' };
    });
  },
});

/** The source with its schemas made when they are used; undefined where it declares none. */
export function withLazySchemas(source: string): string | undefined {
  const changed = source.replace(
    declaration,
    (_, begin: string, expression: string) =>
      `${begin} /* @__PURE__ */ lazySchema(() => ${expression});`,
  );
  if (changed === source) return undefined;
  return `import { lazy as lazySchema } from ${JSON.stringify(lazy)};${changed}`;
}

/** What makes schemas and operations, beside valibot. */
const makers = [
  ...['given', 'text', 'chosenName', 'integer', 'url', 'pageUrl', 'orNull', 'oneOf', 'textOr'],
  ...['defineOperation', 'defineVaultOperation'],
];

/**
 * A declaration at the top of a file, up to its semicolon: on the same line, or on the first one that
 * begins with a bracket. What valibot does at once, such as parsing, is none.
 */
const declaration = new RegExp(
  String.raw`^((?:export )?const \w+(?:: [^=\n]+)? =)\s((?:v\.(?!parse|safeParse|is\(|parser|assert)\w+|${makers.join('|')})(?:<[^\n]*>)?\((?:[^\n]*|[^\n]*\n(?:[^\n)\]}][^\n]*\n|\n)*[)\]}][^\n]*));$`,
  'gm',
);
