import type { MountCardForm } from './card-form.ts';
import type { MountCheckout } from './checkout.ts';
import { secureAddress } from './secure-address.ts';
import { trustedScriptAddress } from './trusted-script-address.ts';

/** The functions of the vault's script. */
export interface TurnoutBrowser {
  readonly mountCardForm: MountCardForm;
}

/** The functions of the switch's script. */
export interface TurnoutCheckout {
  readonly mountCheckout: MountCheckout;
}

export interface LoadOptions {
  /**
   * `sha384-…`: the hash of the script that the page accepts, or several with spaces between. The
   * browser runs no other script. A script that was loaded under another hash is refused.
   */
  readonly integrity?: string;
  /** The nonce of the page's Content-Security-Policy. */
  readonly nonce?: string;
  /** In ms; 20 seconds unless stated. `Infinity` for no limit. */
  readonly timeoutMs?: number;
}

/** A script of the vault or of the switch did not load. */
export class TurnoutLoadError extends Error {
  /** The address of the script. */
  readonly url: string;

  constructor(url: string, reason: string) {
    super(`Turnout's script ${url} did not load: ${reason}`);
    this.name = 'TurnoutLoadError';
    this.url = url;
  }
}

interface Load {
  /** The hashes under which the browser loads the script; none for any script. */
  readonly hashes: readonly string[];
  readonly script: Promise<unknown>;
}

/** By the address of the script. */
const loads = new Map<string, Load>();

/**
 * Loads the vault's script into the page. It loads once for each vault; after a failure the next
 * call tries again. Rejects with a TurnoutLoadError.
 *
 * @param vaultUrl the vault's origin: `https://vault.example`
 */
export const loadTurnout = (vaultUrl: string, options: LoadOptions = {}): Promise<TurnoutBrowser> =>
  load(scriptUrl(vaultUrl, '/v1/embed.js'), hasCardForm, options, 'a vault');

/**
 * Loads the switch's script into the page, as `loadTurnout` does the vault's.
 *
 * @param switchUrl where the switch is: `https://pay.example`
 */
export const loadCheckout = (
  switchUrl: string,
  options: LoadOptions = {},
): Promise<TurnoutCheckout> =>
  load(
    scriptUrl(switchUrl.endsWith('/') ? switchUrl : `${switchUrl}/`, 'checkout.js'),
    hasCheckout,
    options,
    'a switch',
  );

async function load<Script>(
  url: string | TurnoutLoadError,
  isScript: (value: unknown) => value is Script,
  options: LoadOptions,
  owner: string,
): Promise<Script> {
  if (typeof url !== 'string') throw url;
  const hashes = hashesOf(options.integrity, url);
  const known = loads.get(url);
  if (known && hashes.length > 0 && !isWithin(known.hashes, hashes)) {
    throw new TurnoutLoadError(
      url,
      'the page has loaded it before, with another integrity. State the same one in each call.',
    );
  }
  const script = known?.script ?? loadScript(url, options);
  if (!known) {
    loads.set(url, { hashes, script });
    script.catch(() => loads.delete(url));
  }
  const loaded = await script;
  if (isScript(loaded)) return loaded;
  loads.delete(url);
  throw new TurnoutLoadError(url, `it is not the script of ${owner}.`);
}

const isWithin = (some: readonly string[], accepted: readonly string[]) =>
  some.length > 0 && some.every((one) => accepted.includes(one));

/** A browser runs any script where it does not understand the hash. */
function hashesOf(integrity: string | undefined, url: string): readonly string[] {
  if (integrity === undefined) return [];
  const hashes = integrity.trim().split(/\s+/);
  const isHash = (one: string) => /^sha(?:256|384|512)-[A-Za-z0-9+/]{43,86}={0,2}$/.test(one);
  if (hashes.every(isHash)) return hashes;
  throw new TurnoutLoadError(url, 'its integrity needs a hash such as sha384-…');
}

async function loadScript(
  url: string,
  { integrity, nonce, timeoutMs = 20_000 }: LoadOptions,
): Promise<unknown> {
  if (typeof document === 'undefined') {
    throw new TurnoutLoadError(url, 'there is no page. Load it in the browser.');
  }
  if (!(timeoutMs > 0)) throw new TurnoutLoadError(url, 'its time limit needs ms above 0.');
  const script = document.createElement('script');
  try {
    script.src = trustedScriptAddress(url);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new TurnoutLoadError(
      url,
      "the page's Content-Security-Policy asks for Trusted Types, and lacks `trusted-types turnout`.",
    );
  }
  script.async = true;
  if (nonce !== undefined) script.nonce = nonce;
  if (integrity !== undefined) {
    script.integrity = integrity;
    script.crossOrigin = 'anonymous';
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<unknown>((resolve, reject) => {
      const fail = (reason: string) => reject(new TurnoutLoadError(url, reason));
      // The script of a second vault replaces the function of the first: each is read when it loads.
      script.onload = () => resolve(Reflect.get(globalThis, 'Turnout'));
      script.onerror = () =>
        fail(
          'its server does not answer, the Content-Security-Policy of the page does not admit the script, or its content has another hash than the stated integrity.',
        );
      // A timer for a longer time would act at once.
      if (timeoutMs < 2 ** 31) {
        timer = setTimeout(() => fail(`no answer in ${timeoutMs} ms.`), timeoutMs);
      }
      document.head.append(script);
    });
  } catch (error) {
    script.remove();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function scriptUrl(base: string, path: string): string | TurnoutLoadError {
  try {
    return secureAddress(path, base).href;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TurnoutLoadError(base, 'it needs an address such as https://vault.example.');
  }
}

const hasCardForm = (value: unknown): value is TurnoutBrowser => has(value, 'mountCardForm');
const hasCheckout = (value: unknown): value is TurnoutCheckout => has(value, 'mountCheckout');

const has = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function';
