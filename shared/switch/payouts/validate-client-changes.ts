import { readCustomerFacts } from '../callers/customer-facts.ts';
import {
  checkStatedFields,
  knownValuesOf,
  statedFieldsOf,
  unauthorizedChange,
} from '../callers/stated-fields.ts';
import type { CustomerStore } from '../customers/customer-store.ts';
import { payeeChangeRules } from './client-rights.ts';
import type { Payout } from './payout.ts';
import type { PayoutRequest } from './request.ts';

/**
 * Refuses members that only the merchant may set, when a recipient's browser confirms a payout. The
 * table in `client-rights.ts` lists them.
 *
 * @throws SwitchError `unauthorized_change`
 */
export async function checkClientChanges(
  payout: Payout,
  request: PayoutRequest,
  customers: Pick<CustomerStore, 'get'>,
): Promise<void> {
  const facts = statedFieldsOf(request, payeeChangeRules);
  const known = statedOf(payout);
  const owner = { merchantId: payout.merchantId, customerId: payout.customer?.id };
  for (const { path, value } of await readCustomerFacts(owner, facts, known, customers)) {
    known.set(path, value);
  }
  checkStatedFields(facts, known);
  checkDestination(payout, request);
}

function statedOf(payout: Payout): Map<string, unknown> {
  const { amountMinor, profileId, autoFulfill, type } = payout;
  const { requestFields, customer, currency, recurring } = payout;
  // Stored from a parsed request of the same shape.
  const stated = {
    ...requestFields,
    customer,
    amount: amountMinor,
    currency,
    profile_id: profileId,
    auto_fulfill: autoFulfill,
    recurring,
    payout_type: type,
  } as PayoutRequest;
  return knownValuesOf(statedFieldsOf(stated, payeeChangeRules));
}

/** Refuses any destination once one is attached: it is sealed, so the two cannot be compared. */
function checkDestination({ attachedDestination }: Payout, request: PayoutRequest): void {
  if (!attachedDestination) return;
  const named = destinations.find((field) => request[field] != null);
  if (named) throw unauthorizedChange(named);
}

const destinations = ['payout_method_data', 'payout_token', 'payout_method_id'] as const;
