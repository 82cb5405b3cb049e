/** The tokens of a page's address, which can be taken once. */
export interface SessionAddress {
  readonly sessionToken: string;
  readonly cardToken: string;
  readonly cvcToken: string;
}

const secrets = ['session_token', 'service_code_token', 'card_token'];

/**
 * Takes the tokens out of the page's address, where history, extensions and reports would find
 * them. The rest of the address stays: it contains the merchant's options for the form.
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
