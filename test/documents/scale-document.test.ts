import { readFileSync } from 'node:fs';
import { parseCellMap } from '../../lib/settings/cell-map.ts';
import { cellsFor, journeyWork, mostPayments } from '../../lib/settings/sizing.ts';
import { busiestKeys } from '../support/table/busiest-keys.ts';

const page = readFileSync('docs/scale.md', 'utf8');

/** The figure of each row of the limits, by its number. */
const figures = new Map(
  page.split('\n').flatMap((line): [number, number][] => {
    const [, number, , figure = ''] = line.split('|').map((cell) => cell.trim());
    return /^\d+$/.test(number ?? '') ? [[Number(number), Number(figure.replace(',', ''))]] : [];
  }),
);

const { apiRequests, lambdaSeconds, webhooks, writeUnits } = journeyWork;
const requestsOfMerchant = apiRequests - 3;

describe('the page about how far a deployment goes', () => {
  it('the page has fourteen limits, in the order in which they end', () => {
    expect([...figures.keys()]).toEqual(Array.from({ length: 14 }, (_, index) => index + 1));
    const [first = 0, ...rest] = [...figures.values()];
    let before = first;
    for (const figure of rest) {
      // The fifth is counted without the room that sizing keeps: 180 with it.
      if (before !== 344) expect(figure).toBeGreaterThanOrEqual(before);
      before = figure;
    }
  });

  it.each([
    [1, 10 / lambdaSeconds],
    [2, 100 / requestsOfMerchant],
    [3, 4_000 / writeUnits],
    [4, (2_500 * 0.45) / apiRequests],
    [5, 1_000 / lambdaSeconds],
    [7, (10_000 * 0.45) / apiRequests],
    [8, 40_000 / writeUnits],
    [13, (1_000 * 10) / webhooks],
    // Confirm, capture and refund ask the processor.
    [14, (1_000 * 50) / 3],
  ])('the page computes limit %i from the work of a payment', (number, computed) => {
    expect(figures.get(number)).toBe(Math.floor(computed));
  });

  it('the page has the limits of single keys as a counted journey has them', async () => {
    const keys = new Map((await busiestKeys(1)).map(({ key, perSecond }) => [key, perSecond]));
    const least = (name: string) => {
      const [, found = Number.NaN] = [...keys].find(([key]) => key.startsWith(name)) ?? [];
      return found;
    };
    const rows: readonly [number, string][] = [
      [6, 'MERCHANT#LIST#events'],
      [9, 'MERCHANT#LIST#payments'],
      [10, 'API_KEY'],
      [11, 'by-due DUE'],
      [12, 'MERCHANT#STAMP'],
    ];
    for (const [number, name] of rows) {
      expect([number, (figures.get(number) ?? 0) / least(name)]).toEqual([
        number,
        expect.closeTo(1, 1),
      ]);
    }
  });

  it('the page has a map of cells that the command and a deployment take, with all its members', () => {
    const [, example = ''] = /^```json\n([\s\S]+?)^```$/m.exec(page) ?? [];
    const { map, problems } = parseCellMap(example);
    expect(problems).toEqual([]);
    expect(map?.cells.map(({ name }) => name)).toEqual(['eu-1', 'eu-2']);
    expect(map?.cellOf.size).toBe(2);
    expect(Object.keys(JSON.parse(example))).toEqual([
      ...['vaultAccount', 'newMerchants', 'cells', 'merchants'],
    ]);
  });

  it('the page has the number of cells for ten thousand payments a second that the command computes', () => {
    expect(cellsFor(10_000)).toEqual({ serving: 5, forNewMerchants: 1 });
    expect(page).toContain(
      'ten thousand payments a second are six cells, of which five are full and one is for new merchants',
    );
    expect(page).toContain(`${mostPayments / 1_000},000 payments a second at most`);
  });
});
