interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): {
    /** A `TrustedScriptURL`, which the types of the web do not name; `src` takes it as it does a text. */
    createScriptURL(address: string): string;
  };
}

let trust: ((address: string) => string) | undefined;

/**
 * The address of the vault's script as a page with Trusted Types accepts it, by the policy
 * `turnout`: https://w3c.github.io/trusted-types/dist/spec/. It is the text where the browser has
 * none, and where the page allows no such policy: such a page may still have one for all texts.
 */
export function trustedScriptAddress(url: string): string {
  trust ??= policy();
  return trust(url);
}

function policy(): (address: string) => string {
  const factory: unknown = Reflect.get(globalThis, 'trustedTypes');
  if (!isFactory(factory)) return asText;
  try {
    const made = factory.createPolicy('turnout', { createScriptURL: asText });
    return (address) => made.createScriptURL(address);
  } catch (error) {
    if (error instanceof TypeError) return asText;
    throw error;
  }
}

const asText = (address: string) => address;

const isFactory = (value: unknown): value is PolicyFactory =>
  typeof value === 'object' && value !== null && 'createPolicy' in value;
