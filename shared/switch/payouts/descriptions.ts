import { type Descriptions, describeSchema } from '#platform/http/descriptions.ts';
import { PayoutStatus } from './payout-status.ts';
import { PayoutRequest } from './request.ts';
import { PayoutResponse } from './response.ts';

export const descriptions: Descriptions = {
  groups: { payouts: 'Money that a merchant pays out: to a card, a bank account or a wallet.' },
  operations: {
    'POST /payouts/create':
      'Creates a payout. With `confirm: true` it is sent to a connector, and with `auto_fulfill: true` it is also made at once. Send an `Idempotency-Key`, so that a repeat after a timeout does not pay twice.',
    'GET /payouts/{payout_id}':
      'Answers with the payout. With `force_sync` the connector is asked first, where the payout still waits for it.',
    'PUT /payouts/{payout_id}': 'Changes a payout that no connector has been asked for yet.',
    'POST /payouts/{payout_id}': 'The same by POST.',
    'POST /payouts/{payout_id}/confirm':
      'Names the destination, and sends the payout to a connector.',
    'POST /payouts/{payout_id}/fulfill':
      'Has a confirmed payout made. The money moves from here on.',
    'POST /payouts/{payout_id}/cancel': 'Cancels a payout that has not been made yet.',
    'PUT /payouts/{payout_id}/manual-update':
      'Writes down by hand how a payout ended, where the processor cannot be asked. Only the operator may do it.',
    'GET /payouts/list': 'Lists payouts, page by page, with a few conditions in the query.',
    'POST /payouts/list':
      'Lists the payouts that fit all conditions in the body, with how many there are.',
    'GET /payouts/profile/list':
      'The same list for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
    'POST /payouts/profile/list':
      'The same list for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
    'GET /payouts/aggregate':
      'Counts the payouts that were created in a time by their status: every status is in the answer, with 0 where there are none. The counts are some seconds old.',
    'POST /payouts/filter':
      'Answers with the values that occur among the payouts of a time, by which their list can be narrowed.',
    'GET /payouts/v2/filter':
      'Answers with the values that occur among all payouts, or those of a time, and with the connector accounts. A connector without an account occurs in earlier payouts.',
    'GET /payouts/v2/profile/filter':
      'The same for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
    'POST /payouts/profile/filter':
      'The same for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
    'GET /payouts/profile/aggregate':
      'The same for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
  },
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
