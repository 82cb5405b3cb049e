import { lambda } from '#merchants/lambda.ts';
import { type CardIssuerStore, cardIssuerStore } from '#operator/card-issuers/card-issuer-store.ts';
import { updateCardIssuer } from '#operator/card-issuers/operations.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly cardIssuers: CardIssuerStore;
}

/** Renames an issuer. A repeat changes nothing. */
export const update = implement(
  updateCardIssuer,
  async ({ params, body }, { cardIssuers }: Services) => {
    const { id, name } = await cardIssuers.rename(params.id, body.issuer_name);
    return { id, issuer_name: name };
  },
);

export const handler = lambda(
  update,
  () => ({ cardIssuers: cardIssuerStore(liveTable()) }),
  liveAdminKey,
);
