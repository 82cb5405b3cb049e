import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

const stub = (file: string) => join(import.meta.dirname, file);

/**
 * A bundle needs only the version from a client's package.json; otherwise it would contain the
 * whole file.
 */
const clientManifest = /[\\/]@aws-sdk[\\/]client-[\w-]+[\\/]package\.json$/;

/** The module of the SDK that reads profiles from files. */
const configFiles = /[\\/]node-config-provider[\\/]fromSharedConfigFiles\.js$/;

/** The module of the SDK that makes random identifiers. */
const uuids = /[\\/]serde[\\/]uuid[\\/]v4\.js$/;

/** The module of the signer for the messages of event streams. */
const signedMessages = /[\\/]signature-v4[\\/]dist-es[\\/]HeaderFormatter\.js$/;

/** The module of the SDK that makes its middleware for retries while it loads. */
const retryIndex = /[\\/]@smithy[\\/]core[\\/]dist-es[\\/]submodules[\\/]retry[\\/]index\.js$/;

/**
 * Marks the retry middleware as free of side effects. Without this mark, every bundle would contain
 * it.
 */
const retryMiddleware = /(?<=^export const \w+ = )(?=bind\w+\()/gm;

const plugin: Plugin = {
  name: 'lean-sdk',
  setup(build) {
    build.onLoad({ filter: clientManifest }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
    build.onLoad({ filter: retryIndex }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(retryMiddleware, '/* @__PURE__ */ '),
      loader: 'js',
    }));
    for (const [filter, file] of [
      [configFiles, 'no-config-files.ts'],
      [uuids, 'no-web-crypto.ts'],
      [signedMessages, 'no-event-streams.ts'],
    ] as const) {
      build.onLoad({ filter }, async () => ({
        contents: await readFile(stub(file), 'utf8'),
        loader: 'ts',
      }));
    }
  },
};

/**
 * The bundler's settings for the AWS SDK. Modules that Lambda never needs are replaced. With
 * `mainFields`, esbuild drops code that no function calls.
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
