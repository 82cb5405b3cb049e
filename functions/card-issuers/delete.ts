import { lambda } from '#merchants/lambda.ts';
import { type CardIssuerStore, cardIssuerStore } from '#operator/card-issuers/card-issuer-store.ts';
import { deleteCardIssuer } from '#operator/card-issuers/operations.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly cardIssuers: CardIssuerStore;
}

/** Removes an issuer from the directory. */
export const remove = implement(deleteCardIssuer, async ({ params }, { cardIssuers }: Services) => {
  await cardIssuers.remove(params.id);
  return { id: params.id, deleted: true };
});

export const handler = lambda(
  remove,
  () => ({ cardIssuers: cardIssuerStore(liveTable()) }),
  liveAdminKey,
);
