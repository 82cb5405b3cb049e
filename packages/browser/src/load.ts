import type { MountCardForm } from './card-form.ts';

/** The functions of the vault's script. */
export interface TurnoutBrowser {
  readonly mountCardForm: MountCardForm;
}

export interface LoadOptions {
  /** `sha384-…`: the hash of the script that the page accepts. The browser runs no other script. */
  readonly integrity?: string;
  /** The nonce of the page's Content-Security-Policy. */
  readonly nonce?: string;
  /** 20 seconds unless stated. */
  readonly timeoutMs?: number;
}

/** The vault's script did not load. */
export class TurnoutLoadError extends Error {
  /** The address of the script. */
  readonly url: string;

  constructor(url: string, reason: string) {
    super(`Turnout's script ${url} did not load: ${reason}`);
    this.name = 'TurnoutLoadError';
    this.url = url;
  }
}

const loads = new Map<string, Promise<TurnoutBrowser>>();

/**
 * Loads the vault's script into the page. It loads once for each vault; after a failure the next
 * call tries again. Rejects with a TurnoutLoadError.
 *
 * @param vaultUrl the vault's origin: `https://vault.example`
 */
export function loadTurnout(vaultUrl: string, options: LoadOptions = {}): Promise<TurnoutBrowser> {
  const known = loads.get(vaultUrl);
  if (known) return known;
  const load = loadScript(vaultUrl, options);
  loads.set(vaultUrl, load);
  load.catch(() => loads.delete(vaultUrl));
  return load;
}

async function loadScript(
  vaultUrl: string,
  { integrity, nonce, timeoutMs = 20_000 }: LoadOptions,
): Promise<TurnoutBrowser> {
  const url = scriptUrl(vaultUrl);
  if (typeof document === 'undefined') {
    throw new TurnoutLoadError(url, 'there is no page. Call loadTurnout in the browser.');
  }
  const script = document.createElement('script');
  script.src = url;
  script.async = true;
  if (nonce !== undefined) script.nonce = nonce;
  if (integrity !== undefined) {
    script.integrity = integrity;
    script.crossOrigin = 'anonymous';
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<TurnoutBrowser>((resolve, reject) => {
      const fail = (reason: string) => reject(new TurnoutLoadError(url, reason));
      // A script of a second vault replaces the global of the first: each is read when it loads.
      script.onload = () => {
        const loaded: unknown = Reflect.get(globalThis, 'Turnout');
        if (isTurnout(loaded)) resolve(loaded);
        else fail('it is not the script of a vault.');
      };
      script.onerror = () =>
        fail(
          'the vault does not answer, the Content-Security-Policy of the page does not admit the script, or its content has another hash than the stated integrity.',
        );
      timer = setTimeout(() => fail(`no answer in ${timeoutMs} ms.`), timeoutMs);
      document.head.append(script);
    });
  } catch (error) {
    script.remove();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function scriptUrl(vaultUrl: string): string {
  try {
    return new URL('/v1/embed.js', vaultUrl).href;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new TurnoutLoadError(vaultUrl, 'it needs an address such as https://vault.example.');
  }
}

const isTurnout = (value: unknown): value is TurnoutBrowser =>
  typeof value === 'object' &&
  value !== null &&
  'mountCardForm' in value &&
  typeof value.mountCardForm === 'function';
