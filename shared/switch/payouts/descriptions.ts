import { type Descriptions, describeSchema } from '#platform/http/operation/descriptions.ts';
import { PayoutStatus } from './payout-status.ts';
import { PayoutRequest } from './request.ts';
import { PayoutResponse } from './response.ts';

export const descriptions: Descriptions = {
  groups: { payouts: 'Money that a merchant pays out: to a card, a bank account or a wallet.' },
  properties: {
    status_with_count: 'How many payouts there are in each status.',
    auto_fulfill:
      'Whether the payout is made as soon as it is confirmed. Else it waits for a fulfill.',
    connector_payout_id: "The connector's own identifier of the payout.",
    entity_type: 'What kind of recipient it is.',
    passthrough: 'A token of the processor, which is handed on as it is.',
    payout_attempt_id: 'The attempt that is meant.',
    payout_link: 'A page on which the recipient says where the money goes.',
    payout_link_id: 'The identifier of the payout link.',
    payout_method: 'What is paid to, within its family.',
    payout_method_data:
      'Where the money goes: a card, a bank account or a wallet. Answers show it masked.',
    payout_method_id: 'The stored destination: it begins with `pm_`.',
    payout_method_type: 'What is paid to, within its family.',
    payout_token: 'What stands for a stored destination.',
    payout_type: 'What is paid to, by its family: `card`, `bank`, `wallet` and so on.',
    priority: 'How fast the money is to arrive.',
    psp_customer_id: 'The customer, as the processor knows it.',
    psp_token: 'The token of the processor.',
    recurring: 'Whether the destination is stored for later payouts.',
    source_bank_data: 'The account of the merchant that the money comes from.',
    payout_id: 'The payout: its merchant may choose the identifier, else it begins with `payout_`.',
    payment_method: 'What is paid to, by its family.',
    attempts: 'Every attempt at the payout, where there is one.',
    client_secret:
      "The secret that lets a recipient's browser or app confirm this one payout, together with the publishable key.",
    customer: 'The recipient.',
    customer_id: 'The recipient, as a customer of the merchant.',
  },
  schemas: [
    describeSchema(
      PayoutStatus,
      {},
      'How things stand with a payout. Final: `success`, `failed`, `cancelled`, `expired`, `reversed`. Waiting for the merchant: `requires_creation`, `requires_confirmation`, `requires_payout_method_data`, `requires_fulfillment`. For the connector: `initiated`, `pending`.',
    ),
    describeSchema(PayoutRequest, {
      amount: 'How much is paid out, in minor units.',
      confirm: 'Whether to send the payout to a connector in this request.',
    }),
    describeSchema(
      PayoutResponse,
      {
        amount: 'How much is paid out, in minor units.',
        status: 'How things stand with the payout.',
        connector: 'The connector that was asked.',
      },
      'A payout.',
    ),
  ],
};
