import * as v from 'valibot';
import type { Payment } from '../payment.ts';

const Billing = v.object({ address: v.object({ country: v.string() }) });

/** The country of the billing address, as two letters of ISO 3166-1; undefined without one. */
export function billingCountryOf({
  requestFields: { billing },
}: Pick<Payment, 'requestFields'>): string | undefined {
  const parsed = v.safeParse(Billing, billing);
  return parsed.success ? parsed.output.address.country : undefined;
}
