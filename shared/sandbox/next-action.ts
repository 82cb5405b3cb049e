import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { supportOf, type Way, wayOf, ways } from '#connectors/sandbox/published/methods.ts';
import { challengeLifetimeMs, laterBy } from './ledger.ts';
import type { LedgerPayment } from './ledger-payment.ts';

/** The page or code that the customer needs to complete the payment. */
export const SandboxNextAction = v.union([
  v.object({ redirect_to_url: v.string() }),
  v.object({
    show: v.picklist(ways),
    /** Where the customer can pay in the sandbox, whatever is shown. */
    page: v.string(),
    /** The reference by which the customer names the payment when paying. */
    reference: v.string(),
    /** How the payment method is called. */
    name: v.string(),
    from: v.string(),
    until: v.string(),
    details: v.record(v.string(), v.string()),
  }),
]);
export type SandboxNextAction = v.InferOutput<typeof SandboxNextAction>;

/** The customer's next action for a challenged payment; `page` is the payment's own page. */
export function nextActionOf(payment: LedgerPayment, page: string): SandboxNextAction {
  const { paidBy, createdAt } = payment;
  const way = paidBy && wayOf(paidBy);
  if (!paidBy || !way || way === 'redirect' || way === 'at once') return { redirect_to_url: page };
  const reference = referenceNumber(payment.id);
  return {
    show: way,
    page,
    reference,
    name: supportOf(paidBy)?.name ?? paidBy.type,
    from: createdAt,
    until: payment.settlesAt ?? laterBy(new Date(createdAt), challengeLifetimeMs),
    details: detailsOf(way, { payment, reference }),
  };
}

interface NextActionInput {
  readonly payment: LedgerPayment;
  readonly reference: string;
}

/** Bank details are those that processors publish for tests. */
function detailsOf(way: Way, { payment, reference }: NextActionInput): Record<string, string> {
  switch (way) {
    case 'ach transfer':
      return {
        account_number: '000123456789',
        bank_name: 'Turnout Test Bank',
        routing_number: '110000000',
        swift_code: 'TESTUS33XXX',
      };
    case 'bacs transfer':
      return {
        account_holder_name: holder,
        account_number: '00012345',
        sort_code: '108800',
      };
    case 'sepa transfer':
      return {
        account_holder_name: holder,
        bic: 'COBADEFFXXX',
        country: 'DE',
        iban: 'DE89370400440532013000',
      };
    case 'multibanco transfer':
      return { entity: '12345' };
    case 'upi intent':
    case 'upi qr':
      return { uri: upiAddress(payment, reference) };
    case 'app':
    case 'open banking app':
      return {
        type: payment.paidBy?.type ?? '',
        connector: payment.processor,
        token: payment.challengeId ?? '',
      };
    default:
      return {};
  }
}

const holder = 'Turnout Test Shop';

/** As UPI apps read it: whom to pay, how much, and under which name. */
function upiAddress({ amountMinor, currency }: LedgerPayment, reference: string): string {
  const query = new URLSearchParams({
    pa: 'shop@turnout',
    pn: holder,
    tr: reference,
    am: (amountMinor / 100).toFixed(2),
    cu: currency,
  });
  return `upi://pay?${query}`;
}

/** Nine digits, always the same ones for the same payment. */
const referenceNumber = (id: string): string =>
  String(createHash('sha256').update(id).digest().readUInt32BE() % 1_000_000_000).padStart(9, '0');
