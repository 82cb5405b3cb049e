import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { listsOver } from '../../shared/lists/read-list.ts';
import { cachedShards } from '../../shared/lists/shards.ts';
import {
  type ListServices,
  listLinkedPayments,
} from '../../shared/payment-links/list-payment-links.ts';
import { listPaymentLinks } from '../../shared/payment-links/operations.ts';
import { presentPaymentLink } from '../../shared/payment-links/present-payment-link.ts';
import { liveTable } from '../../shared/table/table.ts';

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
