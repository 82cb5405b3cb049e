import { lambda } from '#merchants/lambda.ts';
import { type CardIssuerStore, cardIssuerStore } from '#operator/card-issuers/card-issuer-store.ts';
import { createCardIssuer } from '#operator/card-issuers/operations.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { newId } from '#platform/ids.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly cardIssuers: CardIssuerStore;
}

/** Adds an issuer to the directory. */
export const create = implement(createCardIssuer, async ({ body }, { cardIssuers }: Services) => {
  const issuer = { id: newId('card_issuer'), name: body.issuer_name, version: 1 };
  await cardIssuers.add(issuer);
  return { id: issuer.id, issuer_name: issuer.name };
});

export const handler = lambda(
  create,
  () => ({ cardIssuers: cardIssuerStore(liveTable()) }),
  liveAdminKey,
);
