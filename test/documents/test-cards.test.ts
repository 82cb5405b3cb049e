import { readFileSync } from 'node:fs';
import { cards } from '#connectors/sandbox/published/cards.ts';
import { testDestination } from '#sandbox/payout-destinations.ts';

const page = new URL('../../docs/guides/test-cards.md', import.meta.url);

/** The rows of the page whose first cell is a number of this form. */
const rowsOf = (number: RegExp) =>
  [...readFileSync(page, 'utf8').matchAll(/^\| `(\d+)` \| (.+) \|$/gm)]
    .map(([, first = '', second = '']) => [first, second])
    .filter(([first = '']) => number.test(first));

it('the page of test cards lists every card of the simulated processors with its outcome', () => {
  expect(rowsOf(/^\d{12,}$/)).toEqual(
    Object.entries(cards).map(([number, { meaning }]) => [number, meaning]),
  );
});

it('the page of test cards lists every ending of a payout’s destination that is not paid at once', () => {
  const paid = testDestination('bank', '1111').meaning;
  const endings = Array.from({ length: 10_000 }, (_, index) => String(index).padStart(4, '0'));
  expect(rowsOf(/^\d{4}$/)).toEqual(
    endings
      .map((ending) => [ending, testDestination('bank', ending).meaning])
      .filter(([, meaning]) => meaning !== paid),
  );
});
