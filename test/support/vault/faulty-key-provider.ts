import type { KeyProvider } from '#vault/keys/key-provider.ts';

/** The faults of the key service; may be changed at any time. */
interface KeyFaults {
  /** How long each answer takes, in milliseconds. */
  latencyMs: number;
  /** Access is denied, as when a policy was changed. */
  denied: boolean;
  /** So many more calls are throttled. */
  throttled: number;
}

/** A key service in front of another one: slow, throttled or denied at will. It counts its calls. */
export function faultyKeyProvider(behind: KeyProvider) {
  const faults: KeyFaults = { latencyMs: 0, denied: false, throttled: 0 };
  const calls = { generate: 0, unwrap: 0, rewrap: 0 };
  async function passing() {
    if (faults.latencyMs > 0) {
      await new Promise((resolve) => setTimeout(resolve, faults.latencyMs));
    }
    if (faults.denied) throw named('AccessDeniedException');
    if (faults.throttled > 0) {
      faults.throttled -= 1;
      throw named('ThrottlingException');
    }
  }
  const provider: KeyProvider = {
    async generate(context) {
      calls.generate += 1;
      await passing();
      return behind.generate(context);
    },
    async unwrap(wrapped, context) {
      calls.unwrap += 1;
      await passing();
      return behind.unwrap(wrapped, context);
    },
    async rewrap(wrapped, context) {
      calls.rewrap += 1;
      await passing();
      return behind.rewrap(wrapped, context);
    },
  };
  return { ...provider, faults, calls };
}

const named = (name: string) => Object.assign(new Error(name), { name });
