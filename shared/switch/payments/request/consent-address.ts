import type { CustomerAcceptance } from './mandate-data.ts';
import type { PaymentRequest } from './payment-request.ts';

/**
 * The request, whose online consents have the payer's IP address. A stated address stays, and
 * without one the consent is as stated.
 */
export function withConsentAddress(
  request: PaymentRequest,
  address: string | null | undefined,
): PaymentRequest {
  const { customer_acceptance: atRoot, mandate_data: mandate } = request;
  if (!address) return request;
  return {
    ...request,
    ...(atRoot && { customer_acceptance: withAddress(atRoot, address) }),
    ...(mandate?.customer_acceptance && {
      mandate_data: {
        ...mandate,
        customer_acceptance: withAddress(mandate.customer_acceptance, address),
      },
    }),
  };
}

const withAddress = (consent: CustomerAcceptance, address: string): CustomerAcceptance => ({
  ...consent,
  ...(consent.online && {
    online: { ...consent.online, ip_address: consent.online.ip_address || address },
  }),
});
