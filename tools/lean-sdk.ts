import { join } from 'node:path';

const standIn = (file: string) => join(import.meta.dirname, file);

/**
 * How functions are bundled as far as the AWS SDK is concerned. What Lambda never needs of it is
 * replaced; `mainFields` has esbuild drop what no function calls.
 */
export const leanSdk = {
  mainFields: ['module', 'main'],
  minify: true,
  alias: { '@aws-sdk/credential-provider-node': standIn('lambda-credentials.ts') },
};
