import { join } from 'node:path';
import { build } from 'esbuild';
import { modules } from './packed.ts';

/** The versions of React that the package runs with here, and the folders of each. */
export const reactVersions = [18, 19] as const;
export type ReactVersion = (typeof reactVersions)[number];

const foldersOf = {
  18: { react: 'react-18', dom: 'react-dom-18', types: 'types-react-18' },
  19: { react: 'react', dom: 'react-dom', types: '@types/react' },
};

/** `paths` of a compiler that reads the types of a version of React. */
export function typesOfReact(version: ReactVersion): Readonly<Record<string, readonly string[]>> {
  const folder = join(modules, foldersOf[version].types);
  return {
    react: [join(folder, 'index.d.ts')],
    'react/jsx-runtime': [join(folder, 'jsx-runtime.d.ts')],
  };
}

/**
 * Bundles a program of a shop with a version of React, as its builds for development are, in which
 * `StrictMode` plays each effect twice.
 *
 * @param folder the folder of the shop, in which its packages are installed
 * @param platform `node` for a program that renders on a server
 */
export async function bundledForReact(
  program: string,
  folder: string,
  version: ReactVersion,
  platform: 'browser' | 'node' = 'browser',
): Promise<string> {
  const { react, dom } = foldersOf[version];
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: folder, loader: 'tsx' },
    bundle: true,
    write: false,
    format: platform === 'browser' ? 'iife' : 'cjs',
    platform,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"' },
    // Where npm would install the packages that the shop has beside ours.
    nodePaths: [modules],
    alias: { react: join(modules, react), 'react-dom': join(modules, dom) },
  });
  const [{ text = '' } = {}] = outputFiles;
  return platform === 'browser' ? text.replaceAll('</script', '<\\/script') : text;
}
