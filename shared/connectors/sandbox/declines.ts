import type { DeclineTable } from '../interface/decline-table.ts';

/**
 * The declines of the simulated processors. They share a few codes, so the message decides.
 *
 * @see ./published/cards.ts
 */
export const sandboxDeclines: DeclineTable = {
  readFrom: ['message', 'code'],
  codes: {
    call_issuer: [
      'Payment declined: Card declined',
      'Payment declined: Lost card',
      'Payment declined: Stolen card',
      'Payment declined: Payment method declined',
    ],
    incorrect_number: ['Payment declined: Invalid Upi id'],
    not_supported: ['DC_04', 'DC_16'],
    try_again_later: [
      'Payment declined: Internal Server Error from Connector, Please try again later',
      'Payment declined: The money did not come',
      ...['DC_00', 'DC_15'],
    ],
    unknown: ['DC_06', 'DC_08'],
  },
};
