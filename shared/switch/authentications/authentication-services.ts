import type { ProofStore } from '../payments/authentication/proof-store.ts';
import type { PaymentServices } from '../payments/payment-services.ts';
import type { AuthenticationStore } from './authentication-store.ts';

/** The services that ask 3-D Secure servers about authentications without a payment. */
export interface PlainAuthenticationServices
  extends Pick<
    PaymentServices,
    'configurations' | 'secrets' | 'connectors' | 'clock' | 'switchUrl'
  > {
  readonly authentications: AuthenticationStore;
  readonly proofs: ProofStore;
}
