import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { listsOver } from '../../shared/lists/read-list.ts';
import { keptShards } from '../../shared/lists/shards.ts';
import {
  type ListServices,
  paymentLinksPage,
} from '../../shared/payment-links/list-payment-links.ts';
import { listPaymentLinks } from '../../shared/payment-links/operations.ts';
import { liveTable } from '../../shared/table/table.ts';

/** Lists a merchant's payment links, newest first. */
export const list = implement(listPaymentLinks, ({ caller, body, now }, services: ListServices) =>
  paymentLinksPage(caller, body, services, now),
);

export const handler = lambda(list, () => ({
  lists: listsOver(liveTable(), keptShards(liveTable())),
  table: liveTable(),
}));
