/** How long the vault may take to answer, in milliseconds. */
const reachMs = 5_000;

/**
 * Whether the vault answers this page. The request is a preload of the embedding script, which the
 * Content-Security-Policy of the page allows in most cases; where the policy forbids the request,
 * the answer is `true`.
 */
export function canReach(vaultOrigin: string, nonce: string): Promise<boolean> {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'script';
  link.nonce = nonce;
  link.href = `${vaultOrigin}/v1/embed.js`;
  return new Promise((resolve) => {
    const settle = (isReached: boolean) => {
      document.removeEventListener('securitypolicyviolation', onViolation);
      link.remove();
      resolve(isReached);
    };
    const onViolation = ({ blockedURI }: SecurityPolicyViolationEvent) => {
      if (blockedURI.startsWith(vaultOrigin)) settle(true);
    };
    document.addEventListener('securitypolicyviolation', onViolation);
    link.addEventListener('load', () => settle(true));
    // The event of a violation may follow the event of the failed request.
    link.addEventListener('error', () => setTimeout(settle, 100, false));
    setTimeout(settle, reachMs, false);
    document.head.append(link);
  });
}
