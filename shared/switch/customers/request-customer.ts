import { SwitchError } from '#platform/errors.ts';
import { type Compact, compact } from '#platform/schema.ts';
import type { CustomerDetails } from './customer-details.ts';
import { checkDocument } from './document-number.ts';

/** Where a request may state its customer: in an object, and by older fields at its root. */
interface CustomerFields {
  readonly customer?: Partial<CustomerDetails> | null | undefined;
  readonly customer_id?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly phone_country_code?: string | null | undefined;
}

/** The customer of a request, from both places where a request may state it; only known members. */
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
 * Refuses a request whose two places contradict each other, and a customer that could not be
 * created.
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
