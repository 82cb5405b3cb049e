/** What the address of a page gave it to work with, once. */
export interface SessionAddress {
  readonly sessionToken: string;
  readonly cardToken: string;
  readonly cvcToken: string;
}

const secrets = ['session_token', 'service_code_token', 'card_token'];

/**
 * Takes the tokens out of the page's address, where history, extensions and reports would find them.
 * What else the address says stays: it is what the merchant asked of the form.
 */
export function takeSession(): SessionAddress {
  const address = new URL(location.href);
  const given = (name: string) => address.searchParams.get(name) ?? '';
  const session = {
    sessionToken: given('session_token'),
    cardToken: given('card_token'),
    cvcToken: given('service_code_token'),
  };
  for (const name of secrets) address.searchParams.delete(name);
  history.replaceState(null, '', address.pathname + address.search);
  return session;
}
