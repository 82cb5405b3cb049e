import type { AuthenticationData, AuthenticationOutcome } from '#connectors/interface/three-ds.ts';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { syncAtAuthenticator } from '../payments/authentication/authenticator.ts';
import { afterSync, errorOf, isDecided, type PlainAuthentication } from './authentication.ts';
import type { PlainAuthenticationServices } from './authentication-services.ts';

interface AskRequest {
  remainingMs(): number;
  readonly requestId: string;
}

/** An authentication after its 3-D Secure server was asked. */
export interface Answered {
  readonly authentication: PlainAuthentication;
  /** The proof; undefined where there is none, and where the server did not give it. */
  readonly proof?: AuthenticationData | undefined;
  /** Why the server gave no result. */
  readonly failure?: PlainAuthentication['error'];
}

/**
 * Asks the 3-D Secure server for the result of an authentication, and saves it. A decided one is asked
 * about only for its proof, which the switch does not store.
 *
 * @param wantsProof whether the caller may see the proof
 * @throws SwitchError `connector_account_not_found`, `concurrent_update`
 */
export async function askAbout(
  [authentication, configuration]: readonly [PlainAuthentication, Configuration],
  wantsProof: boolean,
  request: AskRequest,
  services: PlainAuthenticationServices,
): Promise<Answered> {
  const { asked } = authentication;
  const mayHaveProof = wantsProof && authentication.status === 'success';
  if (!asked?.version || (isDecided(authentication) && !mayHaveProof)) return { authentication };
  const outcome = await syncAtAuthenticator(
    { configuration, accountId: asked.connectorAccountId },
    asked.reference,
    request,
    services,
  );
  const settled = await save(authentication, asked.reference, outcome, services);
  if (!('ids' in outcome)) return { authentication: settled, failure: errorOf(outcome) };
  // Meanwhile another card may have been sent, of which this proof is none.
  const isOfThis = settled.asked?.reference === asked.reference && settled.status === 'success';
  return {
    authentication: settled,
    proof: isOfThis && outcome.result === 'authenticated' ? outcome.authenticationData : undefined,
  };
}

/** Stores the proof's name before the success is saved, so that no proof is shown without it. */
async function save(
  authentication: PlainAuthentication,
  reference: string,
  outcome: AuthenticationOutcome,
  { authentications, proofs, clock }: PlainAuthenticationServices,
): Promise<PlainAuthentication> {
  if (isDecided(authentication)) return authentication;
  const now = clock();
  const cryptogram =
    outcome.result === 'authenticated' ? outcome.authenticationData.cryptogram : undefined;
  if (cryptogram !== undefined) {
    const { merchantId, id, amountMinor, currency } = authentication;
    const createdAt = now.toISOString();
    const facts = { merchantId, authenticationId: id, amountMinor, currency, createdAt };
    await proofs.add(facts, cryptogram);
  }
  return authentications.settle(authentication, (current) =>
    afterSync(current, reference, outcome, now),
  );
}
