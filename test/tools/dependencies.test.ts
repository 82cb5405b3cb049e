import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import * as v from 'valibot';
import packageJson from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..', '..');

/** An empty package, which npm installs in place of one that nothing here loads. */
const empty = 'npm:inherits@2.0.4';

/**
 * Every entry of `overrides` in package.json, which has no comments, with its reason: the package
 * that asks for another one, that one, and the version that npm installs for it.
 */
const overrides: readonly (readonly [by: string, name: string, version: string, why: string])[] = [
  ['aws-cdk-lib', '@aws-cdk/asset-awscli-v1', empty, 'a zip of 20 MB, for bucket deployments'],
  ['aws-cdk-lib', '@aws-cdk/asset-node-proxy-agent-v6', empty, 'a zip of 3 MB, for EKS'],
  ['aws-lambda-ric', 'node-addon-api', empty, 'compiles the native part, which tests replace'],
  ['aws-lambda-ric', 'node-gyp', empty, 'compiles the native part, which tests replace'],
  ['@juspay-tech/react-hyper-js', '@rescript/core', empty, 'its published bundle contains it'],
  ['@juspay-tech/react-hyper-js', '@rescript/react', empty, 'its published bundle contains it'],
  ['@juspay-tech/react-hyper-js', '@ryyppy/rescript-promise', empty, 'its bundle contains it'],
  ['@redocly/openapi-core', 'json-schema-to-ts', empty, 'only its declarations import it'],
  ['openapi-typescript', 'fast-glob', empty, 'only its command line imports it'],
  ['openapi-typescript', 'js-yaml', '3.15.2', 'the version of Jest: no description here is YAML'],
  ['react-dom-18', 'react', '$react', 'tests bundle it with React 18, by another name'],
];

/** Overrides of a package for all that ask for it. */
const pinned: Readonly<Record<string, string>> = {
  // Its scripts may not run, so the binding has to be one that is installed as a package.
  'unrs-resolver': '1.12.2',
};

it('each override of a package has a reason here, and each reason its override', () => {
  const byPackage = Map.groupBy(overrides, ([by]) => by);
  const expected = [...byPackage].map(([by, all]) => [
    by,
    Object.fromEntries(all.map(([, name, version]) => [name, version])),
  ]);
  expect(packageJson.overrides).toEqual({ ...pinned, ...Object.fromEntries(expected) });
});

const Packages = v.record(v.string(), v.string());

it.each(overrides)('%s still asks for %s, which an override replaces', (by, name) => {
  const file = join(root, 'node_modules', by, 'package.json');
  const { dependencies, peerDependencies } = v.parse(
    v.object({ dependencies: Packages, peerDependencies: v.optional(Packages) }),
    JSON.parse(readFileSync(file, 'utf8')),
  );
  expect({ ...dependencies, ...peerDependencies }).toHaveProperty([name]);
});

it('each dependency is a package that the functions load, and all others serve development', () => {
  const sources = globSync('{shared,functions}/**/*.{ts,tsx,mjs}', { cwd: root });
  const loaded = new Set(
    sources.flatMap((file) => {
      const { staticImports, dynamicImports } = parsed(file);
      return [...staticImports, ...dynamicImports];
    }),
  );
  const unused = Object.keys(packageJson.dependencies).filter(
    (name) => ![...loaded].some((one) => one === name || one.startsWith(`${name}/`)),
  );
  expect(unused).toEqual([]);
});

/** The packages and files whose values a source imports. Imports of types do not count. */
function parsed(file: string) {
  const text = readFileSync(join(root, file), 'utf8');
  const { staticImports, dynamicImports } = parseSync(file, text).module;
  return {
    staticImports: staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.length > 0 && entries.every(({ isType }) => isType) ? [] : moduleRequest.value,
    ),
    dynamicImports: dynamicImports.map(({ moduleRequest: { start, end } }) =>
      text.slice(start + 1, end - 1),
    ),
  };
}
