// Builds the package of the current folder into `dist`, for `import` and for `require`: `npm pack`
// runs it. The compiler writes modules and their types; each of them gets a twin in CommonJS, whose
// types end with `.d.cts`, because a compiler refuses to `require` types of a module.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';

const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

rmSync('dist', { recursive: true, force: true });
execFileSync(process.execPath, [compiler, '-p', '.'], { stdio: 'inherit' });

// The types of the API are one file for both: it imports nothing, and a module may import CommonJS.
const apiTypes = 'api.d.ts';
if (existsSync(apiTypes)) copyFileSync(apiTypes, 'dist/api.d.cts');

for (const name of readdirSync('dist').filter((one) => /\.(js|d\.ts)$/.test(one))) {
  const file = `dist/${name}`;
  const written = readFileSync(file, 'utf8');
  const isTypes = file.endsWith('.d.ts');
  // The compiler leaves `.ts` in types, and esbuild leaves the endings of imports as they are.
  const [module, commonJs] = ['js', 'cjs'].map((ending) =>
    written
      .replaceAll(/(['"])\.\.\/api\.js\1/g, "'./api.cjs'")
      .replaceAll(/(['"])(\.\/[\w-]+)\.[jt]s\1/g, `'$2.${ending}'`),
  );
  writeFileSync(file, module);
  if (isTypes) writeFileSync(file.replace(/\.d\.ts$/, '.d.cts'), commonJs);
  else {
    const { code } = transformSync(commonJs, { format: 'cjs', platform: 'node', target: 'es2022' });
    writeFileSync(file.replace(/\.js$/, '.cjs'), code);
  }
}
