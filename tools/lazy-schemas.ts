import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

const root = join(import.meta.dirname, '..');
const lazy = join(root, 'shared', 'platform', 'lazy.ts');

/**
 * Has functions make a schema when they first use it, and leaves out those that they never name: most
 * requests need few of the schemas that their files declare. Each declaration of a schema, or of an object
 * with schemas in it, at the top of a file of `shared/` is rewritten from
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
  const made = (begin: string, expression: string) =>
    `${begin} /* @__PURE__ */ lazySchema(() => ${expression});`;
  const changed = source
    .replace(declaration, (_, begin: string, expression: string) => made(begin, expression))
    .replace(table, (all: string, begin: string, expression: string) =>
      holdsSchema.test(expression) ? made(begin, `(${expression})`) : all,
    );
  if (changed === source) return undefined;
  return `import { lazy as lazySchema } from ${JSON.stringify(lazy)};${changed}`;
}

/** The functions that make schemas and operations, beside valibot's. */
const makers = [
  ...['given', 'text', 'chosenName', 'integer', 'url', 'pageUrl', 'orNull', 'oneOf', 'textOr'],
  ...['columnOf', 'passedOn', 'passedOnAs', 'passedOnField'],
  ...['defineOperation', 'variantOf', 'defineVaultOperation'],
];

/** Functions of valibot that act at once, such as parsing, make no schema. */
const maker = String.raw`(?:v\.(?!parse|safeParse|is\(|parser|assert)\w+|${makers.join('|')})`;

/** How a declaration at the top of a file begins. */
const beginning = String.raw`^((?:export )?const \w+(?:: [^=\n]+)? =)\s`;

/** The lines of one, up to the first that begins with a bracket. */
const lines = String.raw`(?:[^\n)\]}][^\n]*\n|\n)*`;

/** A schema's declaration up to its semicolon, on the same line or after that bracket. */
const declaration = new RegExp(
  String.raw`${beginning}(${maker}(?:<[^\n]*>)?\((?:[^\n]*|[^\n]*\n${lines}[)\]}][^\n]*));$`,
  'gm',
);

/**
 * The same for an object, whose members may be schemas: `given` reads the expected values from the
 * schema in it.
 */
const table = new RegExp(
  String.raw`${beginning}(\{(?:[^\n]*|\n${lines})\}(?: as const| satisfies [^\n]+)?);$`,
  'gm',
);
const holdsSchema = new RegExp(String.raw`(?:^|[\s{[(:,])${maker}\(`);
