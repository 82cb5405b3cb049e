import { type KeyManagement, keyManagement } from '#platform/aws/kms.ts';
import { environment } from '#platform/stage.ts';
import { keyTimeoutMs } from '#platform/time-limits.ts';
import type { KeyClass, KeyContext, KeyProvider } from './key-provider.ts';

/** The root keys of a function, by class: ARNs of keys in KMS. */
export type Roots = Readonly<Partial<Record<KeyClass, string>>>;

/**
 * Keys that KMS creates and unwraps, bound to tenant, class and version by the encryption context.
 * Throws in production when the endpoint is not the KMS of AWS.
 */
export function kmsKeyProvider(
  roots: Roots,
  kms: Omit<KeyManagement, 'close'> = keyManagement({ callTimeoutMs: keyTimeoutMs }),
): KeyProvider {
  if (environment() === 'prd') refuseStandIns();
  const rootOf = ({ keyClass }: KeyContext) => {
    const root = roots[keyClass];
    if (!root) throw new Error(`This function was given no root of class ${keyClass}.`);
    return root;
  };

  return {
    generate: async (context) => kms.generateDataKey(rootOf(context), encryptionContext(context)),
    unwrap: async (wrapped, context) =>
      kms.decrypt(rootOf(context), wrapped, encryptionContext(context)),
    rewrap: async (wrapped, context) =>
      kms.reEncrypt(rootOf(context), wrapped, encryptionContext(context)),
  };
}

/** Variables that can set another endpoint than AWS's own KMS. */
const endpointVariables = ['AWS_ENDPOINT_URL_KMS', 'AWS_ENDPOINT_URL'] as const;

/** `kms.eu-west-1.amazonaws.com`, the FIPS one, and those inside a private network. */
const hostOfKms = /^(?:[a-z0-9-]+\.)?kms(?:-fips)?(?:\.[a-z0-9-]+)*\.amazonaws\.com(?:\.cn)?$/;

/**
 * Refuses other endpoints in production: a stand-in, such as a laptop's, keeps its root keys in a
 * file.
 */
function refuseStandIns() {
  for (const name of endpointVariables) {
    const given = process.env[name];
    if (!given) continue;
    const url = URL.parse(given);
    if (url?.protocol !== 'https:' || !hostOfKms.test(url.hostname)) {
      throw new Error(`${name} leads elsewhere than to KMS, which production must not.`);
    }
  }
}

const encryptionContext = ({ tenant, keyClass, version }: KeyContext) => ({
  tenant,
  class: keyClass,
  version: String(version),
});
