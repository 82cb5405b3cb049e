/** How long the vault may take to answer, in milliseconds. */
const reachMs = 3_000;

/**
 * Whether the vault answers this page. `unknown` while it has not answered, and where the
 * Content-Security-Policy of the page forbids to ask.
 */
export type Reach = 'reached' | 'unreachable' | 'unknown';

/**
 * Asks the vault for its embedding script. A page that loaded the script from the vault allows that
 * in its `script-src`, and a page with a script of its own may allow it in its `connect-src`.
 *
 * @param nonce the nonce of the page's policy; empty without one
 */
export async function vaultReach(
  vaultOrigin: string,
  { isScriptOfVault, nonce }: { readonly isScriptOfVault: boolean; readonly nonce: string },
): Promise<Reach> {
  // A cached script would prove nothing; policies do not read the query.
  const address = `${vaultOrigin}/v1/embed.js?reach=${performance.now()}`;
  let isForbidden = false;
  const onViolation = ({ blockedURI }: SecurityPolicyViolationEvent) => {
    isForbidden ||= blockedURI.startsWith(vaultOrigin);
  };
  document.addEventListener('securitypolicyviolation', onViolation);
  try {
    const asked = isScriptOfVault ? preloads(address, nonce) : fetches(address);
    const isReached = await Promise.race([asked, pause(reachMs)]);
    if (isReached !== false) return isReached ? 'reached' : 'unknown';
    // The event of a violation may follow the event of the failed request.
    await pause(100);
    return isForbidden ? 'unknown' : 'unreachable';
  } finally {
    document.removeEventListener('securitypolicyviolation', onViolation);
  }
}

const pause = (ms: number) =>
  new Promise<undefined>((resolve) => {
    setTimeout(resolve, ms, undefined);
  });

const fetches = (address: string): Promise<boolean> =>
  fetch(address, { mode: 'no-cors', credentials: 'omit', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

function preloads(address: string, nonce: string): Promise<boolean> {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'script';
  link.nonce = nonce;
  link.href = address;
  return new Promise((resolve) => {
    const settle = (isReached: boolean) => {
      link.remove();
      resolve(isReached);
    };
    link.addEventListener('load', () => settle(true));
    link.addEventListener('error', () => settle(false));
    document.head.append(link);
  });
}
