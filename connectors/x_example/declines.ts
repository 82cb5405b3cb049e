import type { DeclineTable } from '#connectors/interface/decline-table.ts';

/** The codes of the bank's page on refused payments. */
export const declines: DeclineTable = {
  readFrom: ['code'],
  codes: {
    insufficient_funds: ['no_funds'],
    expired_card: ['expired'],
    incorrect_cvc: ['wrong_cvc'],
    call_issuer: ['refused'],
  },
};
