import { type KeyManagement, keyManagement } from '../../aws/kms.ts';
import { environment } from '../../stage.ts';
import type { KeyClass, KeyContext, KeyProvider } from './key-provider.ts';

/** The roots that a function was given, by class: ARNs of keys in KMS. */
export type Roots = Readonly<Partial<Record<KeyClass, string>>>;

/** One call may take this long before it is tried again; three tries in all. */
const patience = { tries: 3, callTimeoutMs: 2_000 };

/**
 * Keys that KMS makes and opens, bound to tenant, class and version by the encryption context.
 * Throws in production when KMS would be anything but the KMS of AWS.
 */
export function kmsKeyProvider(
  roots: Roots,
  kms: Omit<KeyManagement, 'close'> = keyManagement(patience),
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

/** Where the endpoint of KMS is named, when it is to be another than AWS's own. */
const endpointVariables = ['AWS_ENDPOINT_URL_KMS', 'AWS_ENDPOINT_URL'] as const;

/** `kms.eu-west-1.amazonaws.com`, the FIPS one, and those inside a private network. */
const hostOfKms = /^(?:[a-z0-9-]+\.)?kms(?:-fips)?(?:\.[a-z0-9-]+)*\.amazonaws\.com(?:\.cn)?$/;

/** Keys of production come from KMS. A stand-in, such as a laptop's, keeps its roots in a file. */
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
