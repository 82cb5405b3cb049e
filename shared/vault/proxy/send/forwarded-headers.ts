type Headers = Readonly<Record<string, string>>;

/**
 * Request headers between the tenant and the vault, or between two hops, which are not forwarded to
 * the target. `authorization` is the tenant's credential at the target, so it is. A compressed
 * answer could not be searched, so the vault does not ask the target for one.
 */
const withheldHeaders: ReadonlySet<string> = new Set([
  ...['api-key', 'api_key', 'cookie', 'host', 'content-length', 'expect', 'accept-encoding'],
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'http2-settings', 'proxy-authorization', 'proxy-authenticate'],
  ...['via', 'forwarded', 'x-real-ip', 'true-client-ip'],
]);
const withheldPrefixes = ['x-forwarded-', 'x-amzn-', 'x-amz-cf-', 'cloudfront-', 'x-vault-'];

/** The headers that are forwarded to a target; names in lower case. */
export function forwardedHeaders(headers: Headers): Headers {
  const named = new Set(
    (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()),
  );
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) =>
        !withheldHeaders.has(name) &&
        !named.has(name) &&
        !withheldPrefixes.some((beginning) => name.startsWith(beginning)),
    ),
  );
}

/**
 * The target's headers that are returned. The vault sets length and encoding itself, and only the
 * vault decides the browser's security headers.
 */
const responseHeaders: ReadonlySet<string> = new Set([
  ...['content-length', 'content-encoding', 'content-security-policy'],
  'content-security-policy-report-only',
]);

/**
 * The headers of a target's answer that the tenant gets. The request id is ours; the target's own
 * becomes `x-vault-target-request-id`. A browser that shows the answer runs no script of it.
 */
export function returnedHeaders(headers: Headers): Headers {
  const heard = Object.entries(headers).filter(
    ([name]) =>
      (name.startsWith('content-') && !responseHeaders.has(name)) || name === 'retry-after',
  );
  const targetsId = headers['x-request-id'];
  return {
    // An answer without a type stays binary, instead of becoming JSON.
    'content-type': 'application/octet-stream',
    ...Object.fromEntries(heard),
    ...(targetsId !== undefined && { 'x-vault-target-request-id': targetsId }),
    'content-security-policy': "sandbox; default-src 'none'",
  };
}
