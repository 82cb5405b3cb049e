/** How long the vault may take to answer, in milliseconds. */
const reachMs = 3_000;

/**
 * Whether the vault answers this page. `unknown` while it has not answered, and where the
 * Content-Security-Policy of the page forbids to ask.
 */
export type Reach = 'reached' | 'unreachable' | 'unknown';

/**
 * Asks the vault for its embedding script.
 *
 * @param reaches whether a request reaches an address; false where the page's policy forbids it
 */
export async function vaultReach(
  vaultOrigin: string,
  reaches: (address: string) => Promise<boolean>,
): Promise<Reach> {
  // A cached script would prove nothing; policies do not read the query.
  const address = `${vaultOrigin}/v1/embed.js?reach=${performance.now()}`;
  let isForbidden = false;
  const onViolation = ({ blockedURI }: SecurityPolicyViolationEvent) => {
    isForbidden ||= blockedURI.startsWith(vaultOrigin);
  };
  document.addEventListener('securitypolicyviolation', onViolation);
  try {
    const isReached = await Promise.race([reaches(address), pause(reachMs)]);
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

/** For a page with a script of its own, which may allow that in its `connect-src`. */
export const fetches = (address: string): Promise<boolean> =>
  fetch(address, { mode: 'no-cors', credentials: 'omit', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/**
 * For a page that loaded the script from the vault, which allows that in its `script-src`.
 *
 * @param nonce the nonce of the page's policy; empty without one
 */
export function preloads(address: string, nonce: string): Promise<boolean> {
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
