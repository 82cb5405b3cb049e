import { liveTable } from '#platform/table/table.ts';
import { livePaymentServices } from '../payments/live-payment-services.ts';
import type { PlainAuthenticationServices } from './authentication-services.ts';
import { authenticationStore } from './authentication-store.ts';

/** The services with which functions ask 3-D Secure servers without a payment. */
export const livePlainAuthenticationServices = (): PlainAuthenticationServices => ({
  ...livePaymentServices(),
  authentications: authenticationStore(liveTable()),
});
