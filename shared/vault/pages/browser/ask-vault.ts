/**
 * Sends the vault a card of the form, or a question about one. Rejects without an answer in JSON.
 * The merchant's wishes are still in the address: the vault checks them again.
 */
export async function askVault(
  sessionToken: string,
  request: object,
  signal: AbortSignal | null = null,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await fetch(location.pathname + location.search, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${sessionToken}`,
    },
    body: JSON.stringify(request),
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    signal,
  });
  return { status: response.status, body: await response.json() };
}
