import { messageHint } from '#platform/http/hints/message-hint.ts';
import { pagingOf } from '../../../../../packages/node/src/lists.ts';
import { operations } from '../../../../../shared/operations.ts';
import { aMerchant, switchInMemory } from '../../../../support/switch/switch-in-memory.ts';

/** The member by which the client for Node.js continues each list that has several pages. */
const continuedLists = Object.entries(pagingOf).flatMap(([list, paging]) => {
  if (paging === 'one page') return [];
  if ('cursor' in paging) return [[list, paging.cursor]];
  return [[list, 'skip' in paging ? paging.skip : paging.before]];
});

it.each(continuedLists)('%s: the hint for a too large limit names `%s`', (list, member) => {
  const operation = operations.find(({ method, path }) => `${method} ${path}` === list);
  if (!operation) throw new Error(`No operation is ${list}.`);
  expect(messageHint('limit should be in between 1 and 50', operation)).toEqual({
    param: 'limit',
    hint: `Send a \`limit\` from 1 to 50, and read the next page by \`${member}\`.`,
  });
});

it.each([
  [
    'payments.list',
    { query: { limit: '101' } },
    'limit` from 1 to 100, and read the next page by `ending_before`',
  ],
  [
    'payments.filter',
    { body: { limit: 51 } },
    'limit` from 1 to 50, and read the next page by `offset`',
  ],
  [
    'payment-links.list',
    { body: { limit: 0 } },
    'limit` from 1 to 100, and read the next page by `created.lte`',
  ],
  [
    'events.list',
    { params: { merchant_id: 'merchant_1' }, body: { limit: 101 } },
    'limit` from 1 to 100, and read the next page by `offset`',
  ],
])('%s: the answer to a limit out of bounds has the true hint', async (name, request, hint) => {
  const world = switchInMemory();
  const { key } = await aMerchant(world, 'merchant_1');
  const { body } = await world.ask(name, { key, ...request });
  expect(body.error).toMatchObject({ param: 'limit', hint: `Send a \`${hint}.` });
});
