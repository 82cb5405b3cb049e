import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { listsOver } from '#platform/lists/read-list.ts';
import { cachedShards } from '#platform/lists/shards.ts';
import { liveTable } from '#platform/table/table.ts';
import { type ListServices, listLinkedPayments } from '#switch/payment-links/list-payment-links.ts';
import { listPaymentLinks } from '#switch/payment-links/operations.ts';
import { presentPaymentLink } from '#switch/payment-links/present-payment-link.ts';

/** Lists a merchant's payment links, newest first. */
export const list = implement(listPaymentLinks, {
  // Authentication has checked that the profile belongs to the merchant.
  load: ({ merchantId, body, headers }, services: ListServices) =>
    listLinkedPayments({ merchantId, profileId: headers['x-profile-id']?.trim() }, body, services),

  run: async ({ now }, _services, payments) =>
    payments.map((payment) => presentPaymentLink(payment, now)),
});

export const handler = lambda(list, () => ({
  lists: listsOver(liveTable(), cachedShards(liveTable())),
  table: liveTable(),
}));
