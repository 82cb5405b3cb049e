/** A bank account of a payee whose connected account the merchant's platform has. */
export const toConnectedAccount = {
  kind: 'passthrough',
  account: 'ba_1',
  details: { psp_token: 'ba_1', psp_customer_id: 'acct_1', token_type: 'ach' },
} as const;

// github.com/stripe/openapi, openapi/fixtures3.json: transfer, payout.
export const aTransfer = (changes: object = {}) => ({
  id: 'tr_1',
  object: 'transfer',
  amount: 6540,
  amount_reversed: 0,
  created: 1_767_225_600,
  currency: 'eur',
  destination: 'acct_1',
  metadata: { order_id: 'payout_1_1', external_account: 'ba_1' },
  reversed: false,
  transfer_group: 'payout_1_1',
  ...changes,
});

export const aStripePayout = (changes: object = {}) => ({
  id: 'po_1',
  object: 'payout',
  amount: 6540,
  currency: 'eur',
  destination: 'ba_1',
  failure_code: null,
  failure_message: null,
  metadata: { order_id: 'payout_1_1', transfer: 'tr_1' },
  status: 'pending',
  ...changes,
});

export const listOf = (...data: readonly object[]) => ({ object: 'list', data, has_more: false });
