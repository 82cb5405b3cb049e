// Lets Jest run our TypeScript: types are stripped by esbuild, the bundler of the functions.
import { createHash } from 'node:crypto';
import { transformSync, version } from 'esbuild';

const options = {
  loader: 'ts',
  format: 'esm',
  target: 'node24',
  sourcemap: 'inline',
  sourcesContent: false,
};

const compile = (source, file) => ({
  code: transformSync(source, { ...options, sourcefile: file }).code,
});

export default {
  canInstrument: false,
  getCacheKey: (source, file, { configString }) =>
    createHash('sha256')
      .update(JSON.stringify([version, options, file, configString]))
      .update(source)
      .digest('hex'),
  process: compile,
  processAsync: async (source, file) => compile(source, file),
};
