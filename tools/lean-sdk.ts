import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

const stub = (file: string) => join(import.meta.dirname, file);

/** Of a client's package.json the bundle needs to know the version; the rest would go with it. */
const clientManifest = /[\\/]@aws-sdk[\\/]client-[\w-]+[\\/]package\.json$/;

/** The module of the SDK that reads profiles from files. */
const configFiles = /[\\/]node-config-provider[\\/]fromSharedConfigFiles\.js$/;

const plugin: Plugin = {
  name: 'lean-sdk',
  setup(build) {
    build.onLoad({ filter: clientManifest }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
    build.onLoad({ filter: configFiles }, async () => {
      const file = stub('no-config-files.ts');
      return { contents: await readFile(file, 'utf8'), loader: 'ts' };
    });
  },
};

/**
 * How functions are bundled as far as the AWS SDK is concerned. What Lambda never needs of it is
 * replaced; `mainFields` has esbuild drop what no function calls.
 */
export const leanSdk = {
  options: {
    mainFields: ['module', 'main'],
    minify: true,
    alias: {
      '@aws-sdk/credential-provider-node': stub('lambda-credentials.ts'),
      '@aws/lambda-invoke-store': stub('no-invoke-store.ts'),
      '@smithy/core/event-streams': stub('no-event-streams.ts'),
    },
  },
  plugin,
};
