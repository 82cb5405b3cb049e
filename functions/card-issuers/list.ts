import { lambda } from '#merchants/lambda.ts';
import { type CardIssuerStore, cardIssuerStore } from '#operator/card-issuers/card-issuer-store.ts';
import { listCardIssuers } from '#operator/card-issuers/operations.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly cardIssuers: CardIssuerStore;
}

const defaultLimit = 30;

/** Looks issuers up by the beginning of their names. */
export const list = implement(listCardIssuers, async ({ query }, { cardIssuers }: Services) => {
  const found = await cardIssuers.list(query.query ?? '', query.limit ?? defaultLimit);
  return { issuers: found.map(({ id, name }) => ({ id, issuer_name: name })) };
});

export const handler = lambda(list, () => ({ cardIssuers: cardIssuerStore(liveTable()) }));
