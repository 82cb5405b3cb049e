import { ownMember } from '#platform/own-member.ts';
import type { CheckoutWords } from './checkout-data.ts';

/**
 * How the page goes on after a refused confirm: with a text above the form, with the status page
 * (`status`), or with new data for the form (`refresh`).
 */
export type AfterRefusal = keyof CheckoutWords | 'status' | 'refresh';

/** Refusals, by the API's error code, that the payer can do something about. */
const afterRefusals: Readonly<Record<string, AfterRefusal>> = {
  // Paid or being paid in another tab, or expired: the status page shows which.
  IR_08: 'status',
  IR_14: 'status',
  IR_16: 'status',
  HE_00: 'status',
  // The vault no longer has the card, or the saved card is used up.
  IR_29: 'refresh',
  // A value is missing or malformed.
  IR_04: 'checkDetails',
  IR_05: 'checkDetails',
  IR_06: 'checkDetails',
  IR_07: 'checkDetails',
  // No connector of the shop takes the method, or the shop's own rules refuse it.
  IR_00: 'notThisWay',
  IR_19: 'notThisWay',
  IR_39: 'notThisWay',
  HE_03: 'notThisWay',
};

/**
 * The page's reaction to a refused confirm. The API's own messages are for developers, so no payer
 * reads one: an unlisted code gets `notNow`.
 */
export const afterRefusal = (code: string): AfterRefusal =>
  ownMember(afterRefusals, code) ?? 'notNow';
