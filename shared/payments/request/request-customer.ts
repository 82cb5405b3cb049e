import { checkDocument } from '../../customers/document-number.ts';
import { SwitchError } from '../../errors.ts';
import { type Compact, compact } from '../../schema.ts';
import type { CustomerDetails, PaymentRequest } from './payment-request.ts';

type CustomerFields = Pick<
  PaymentRequest,
  'customer' | 'customer_id' | 'email' | 'name' | 'phone' | 'phone_country_code'
>;

/** Who pays, from both places where a request may say it. Holds only what is known. */
export function requestCustomerOf(request: CustomerFields): Compact<CustomerDetails> {
  const { customer } = request;
  return compact({
    id: customer?.id ?? request.customer_id,
    name: customer?.name ?? request.name,
    email: customer?.email ?? request.email,
    phone: customer?.phone ?? request.phone,
    phone_country_code: customer?.phone_country_code ?? request.phone_country_code,
    tax_registration_id: customer?.tax_registration_id,
    document_details: customer?.document_details,
  });
}

/**
 * Refuses a request that says different things about the customer in the two places, and a customer who
 * could not be written down.
 *
 * @throws SwitchError `precondition_failed`, `invalid_value`
 */
export function checkCustomer(request: CustomerFields): void {
  const { customer } = request;
  const pairs = [
    ['customer_id', 'id', request.customer_id, customer?.id],
    ['email', 'email', request.email, customer?.email],
    ['name', 'name', request.name, customer?.name],
    ['phone', 'phone', request.phone, customer?.phone],
    [
      'phone_country_code',
      'phone_country_code',
      request.phone_country_code,
      customer?.phone_country_code,
    ],
  ] as const;
  const differing = pairs.flatMap(([field, member, atRoot, inside]) =>
    isGiven(atRoot) && isGiven(inside) && atRoot !== inside
      ? [`${field} and customer.${member}`]
      : [],
  );
  if (differing.length > 0) {
    throw new SwitchError('precondition_failed', {
      message: `The field names \`${differing.join(', ')}\` sent in both places is ambiguous`,
    });
  }
  const { id, document_details: document } = requestCustomerOf(request);
  if (id !== undefined && document) checkDocument(document);
}

const isGiven = (value: string | null | undefined) => value !== null && value !== undefined;
