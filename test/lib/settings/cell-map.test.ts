import { mostBytesOfMap, parseCellMap } from '../../../lib/settings/cell-map.ts';
import { readSettings } from '../../../lib/settings/read-settings.ts';
import { cellsFor, mostPayments } from '../../../lib/settings/sizing.ts';
import { vaultAccountsOf } from '../../../lib/vault/vault-accounts.ts';
import { cellMapFile, ownVaults, twoCells } from '../../support/deployment/cell-map-file.ts';

const { cells, merchants } = twoCells;
const [one, two] = [cells['eu-1'], cells['eu-2']];
const text = (map: unknown) => JSON.stringify(map, undefined, 2);
const problemsOf = (given: string) => parseCellMap(given).problems.join('\n');

describe('a map of cells', () => {
  it('a map has its cells in their order, and the cell of each merchant', () => {
    const { map, problems } = parseCellMap(`\uFEFF${text(twoCells)}`);
    expect(problems).toEqual([]);
    expect(map?.cells).toEqual([
      { name: 'eu-1', ...one },
      { name: 'eu-2', ...two },
    ]);
    expect(map?.cellOf.get('merchant_2')).toBe('eu-2');
    expect([map?.newMerchants, map?.vaultAccount]).toEqual(['eu-2', '222222222222']);
  });

  it('a map without merchants and with one cell is a beginning', () => {
    const map = { newMerchants: 'eu-1', cells: { 'eu-1': one }, merchants: {} };
    expect(problemsOf(text(map))).toBe('');
  });

  it.each<readonly [string, string, string]>([
    ['is empty', ' \n', 'is empty.'],
    ['is no JSON', '{ "cells": { }, }', 'line 1, column 17 is no JSON'],
    [
      'is larger than the edge takes',
      ' '.repeat(mostBytesOfMap + 1),
      'is larger than 5000000 bytes',
    ],
    ['is a list', '[]', 'must be an object with cells and merchants.'],
    ['is a number', '7', 'must be an object with cells and merchants.'],
    ['has no member', '{}', 'newMerchants is missing: the name of a cell'],
    ['has no cell', text({ ...twoCells, cells: {} }), 'cells has no cell.'],
    [
      'has an unknown member',
      text({ ...twoCells, vaultAcount: '222222222222' }),
      'There is no member vaultAcount; did you mean vaultAccount?',
    ],
    [
      'has an unknown member of a cell',
      text({ ...twoCells, cells: { ...cells, 'eu-1': { ...one, expectedRates: 1 } } }),
      'There is no member cells.eu-1.expectedRates; did you mean cells.eu-1.expectedRate?',
    ],
    [
      'has a merchant in a cell that there is not',
      text({ ...twoCells, merchants: { ...merchants, merchant_3: 'eu-11' } }),
      'merchants.merchant_3: There is no cell eu-11; did you mean eu-1?',
    ],
    [
      'has no cell for new merchants',
      text({ cells, merchants }),
      'newMerchants is missing: the name of a cell',
    ],
    [
      'sends new merchants to a cell that there is not',
      text({ ...twoCells, newMerchants: 'us-1' }),
      'newMerchants: There is no cell us-1',
    ],
    [
      'has a merchant twice',
      text(twoCells).replace('"merchant_2"', '"merchant_1"'),
      'line 20: merchants.merchant_1 is given twice.',
    ],
    [
      'has a merchant twice in two spellings',
      text(twoCells).replace('"merchant_2"', '"\\u006derchant_1"'),
      'merchants.merchant_1 is given twice.',
    ],
    [
      'has a cell twice',
      text(twoCells).replace('"eu-2": {', '"eu-1": {'),
      'cells.eu-1 is given twice.',
    ],
    [
      'has two cells in one account and Region',
      text({ ...twoCells, cells: { ...cells, 'eu-2': { ...two, account: one.account } } }),
      'cells.eu-2 is in the account 111111111111 and eu-west-1, as cells.eu-1 is.',
    ],
    [
      'has two cells at one address',
      text({ ...twoCells, cells: { ...cells, 'eu-2': { ...two, url: one.url } } }),
      'cells.eu-2.url is the address of cells.eu-1 too.',
    ],
    [
      'has a cell in the account of the vault',
      text({ ...twoCells, vaultAccount: one.account }),
      'cells.eu-1.account must be another account than vaultAccount.',
    ],
    [
      'has a rate above that of one deployment',
      text({ ...twoCells, cells: { ...cells, 'eu-1': { ...one, expectedRate: 2_001 } } }),
      'cells.eu-1.expectedRate must be payments a second, a whole number from 1 to 2000.',
    ],
    [
      'has a rate as text',
      text({ ...twoCells, cells: { ...cells, 'eu-1': { ...one, expectedRate: '800' } } }),
      'cells.eu-1.expectedRate must be payments a second',
    ],
    [
      'has an account that is none',
      text({ ...twoCells, cells: { ...cells, 'eu-1': { ...one, account: '1111' } } }),
      'cells.eu-1.account must be the number of an account, 12 digits.',
    ],
    [
      'has an address with a path',
      text({ ...twoCells, cells: { ...cells, 'eu-1': { ...one, url: `${one.url}/pay` } } }),
      'cells.eu-1.url must be an https address without a path',
    ],
    [
      'has a cell without a Region',
      text({ ...twoCells, cells: { ...cells, 'eu-1': { ...one, region: undefined } } }),
      'cells.eu-1.region is missing: a Region such as eu-west-1.',
    ],
    [
      'has a cell whose name is none',
      text({ ...twoCells, cells: { ...cells, EU_3: { ...two, account: '444444444444' } } }),
      'cells.EU_3: the name must be the name of a cell',
    ],
    [
      'has a merchant whose id is none',
      text({ ...twoCells, merchants: { 'cell/eu-1': 'eu-1' } }),
      'merchants.cell/eu-1: a merchant has 1 to 64 letters, digits, _ and -.',
    ],
    ['has a list of merchants', text({ ...twoCells, merchants: ['merchant_1'] }), 'merchants'],
    [
      'has a merchant with a name of objects',
      text({ ...twoCells, merchants: { constructor: 'eu-1' } }),
      'merchants.constructor: no map can have this name.',
    ],
    [
      'has more cells of one vault than its policies name',
      text({
        ...twoCells,
        cells: Object.fromEntries([
          ...Object.entries(cells),
          ...Array.from({ length: 19 }, (_, index) => [
            `more-${index}`,
            { ...one, account: String(444_444_444_400 + index), url: `https://c${index}.example` },
          ]),
        ]),
      }),
      '21 cells are in eu-west-1, and a vault serves 20 in one Region.',
    ],
  ])('a map that %s is refused, and the message names the place', (_, given, message) => {
    const { map, problems } = parseCellMap(given);
    expect(map).toBe(undefined);
    expect(problems.join('\n')).toContain(message);
  });

  it('a map with a secret is refused, and the message does not quote it', () => {
    const key = `prd_${'a1B2'.repeat(8)}`;
    const said = problemsOf(text({ ...twoCells, merchants: { [key]: 'eu-1' } }));
    expect(said).toContain('seems to have an API key of the switch');
    expect(said).not.toContain('a1B2');
  });
});

describe('the settings of a cell', () => {
  const vault = {
    vaultDomain: 'cards.shop.example',
    vaultCertificateArn: 'arn:aws:acm:us-east-1:222222222222:certificate/12ab-34cd',
  };
  const of = (context: object) => readSettings({ stage: 'production', ...context }, undefined);
  const shared = { ...vault, cells: cellMapFile(twoCells) };
  const own = { cells: cellMapFile(ownVaults) };

  it('a deployment that names its cell takes its rate, its Region and the accounts from the map', () => {
    const { settings, problems } = of({ ...shared, cell: 'eu-1' });
    expect(problems).toEqual([]);
    const names = ['expectedRate', 'region', 'vaultAccount', 'switchAccount'] as const;
    expect(names.map((name) => settings.get(name))).toEqual([
      ...[800, 'eu-west-1', '222222222222', '111111111111'],
    ]);
  });

  it('the vault of a cell lets in the accounts of all cells in its Region, and of no other Region', () => {
    const abroad = {
      ...one,
      account: '555555555555',
      region: 'us-east-1',
      url: 'https://us.example',
    };
    const map = { ...twoCells, cells: { ...cells, 'us-1': abroad } };
    const accounts = (cell: string) =>
      vaultAccountsOf(of({ ...vault, cells: cellMapFile(map), cell }).settings);
    const letIn = ['111111111111', '333333333333'];
    expect(accounts('eu-1')).toEqual({ vault: '222222222222', switch: '111111111111', letIn });
    expect(accounts('eu-2')).toEqual({ vault: '222222222222', switch: '333333333333', letIn });
    expect(accounts('us-1')?.letIn).toEqual(['555555555555']);
  });

  it('a cell of a map without a vault account has its own vault', () => {
    const { settings, problems } = of({ ...own, cell: 'eu-2' });
    expect(problems).toEqual([]);
    expect(settings.get('vaultAccount')).toBe(undefined);
    expect(settings.get('expectedRate')).toBe(200);
  });

  it('a map that no setting of the deployment names a cell of is not read', () => {
    expect(of({ cells: 'missing.json' }).problems).toEqual([]);
  });

  it.each<readonly [object, string]>([
    [{ ...own, cell: 'eu-1', expectedRate: '900' }, 'expectedRate is stated as 900, and '],
    [{ ...own, cell: 'eu-1', region: 'eu-west-3' }, 'region is stated as eu-west-3, and '],
    [
      { ...shared, cell: 'eu-1', switchAccount: '333333333333' },
      'has 111111111111 for the cell eu-1',
    ],
    [{ ...own, ...vault, cell: 'eu-1', vaultAccount: '222222222222' }, 'it belongs in the map'],
    [{ ...own, cell: 'eu-11' }, 'cell: There is no cell eu-11; did you mean eu-1?'],
    [{ ...own, cell: 'EU' }, 'cell must be the name of a cell'],
    [{ cell: 'eu-1', cells: 'missing.json' }, 'The map of cells missing.json is not there.'],
    [{ cell: 'eu-1', cells: '/.json' }, 'The map of cells /.json is not there.'],
    [{ ...own, cell: 'eu-1', stage: 'laptop' }, 'cell is for a stage that is deployed.'],
    [
      { ...own, cell: 'eu-1', steadyRate: '801' },
      'steadyRate must be at most expectedRate, which is 800',
    ],
    [
      { ...shared, cell: 'eu-1', vaultDomain: undefined, vaultCertificateArn: undefined },
      'vaultAccount needs a domain',
    ],
    [{ cell: 'eu-1', cells: cellMapFile({ cells: [] }) }, '.json: newMerchants is missing'],
  ])('settings with %o are refused, and the message says why', (context, message) => {
    expect(of(context).problems.join('\n')).toContain(message);
  });

  it('settings that state the same as the map are accepted', () => {
    expect(of({ ...own, cell: 'eu-1', expectedRate: '800', region: 'eu-west-1' }).problems).toEqual(
      [],
    );
  });
});

describe('the number of cells', () => {
  it.each([
    [1, 1, 0],
    [mostPayments, 1, 0],
    [mostPayments + 1, 2, 1],
    [10_000, 5, 1],
    [10_001, 6, 1],
  ])(
    'the number of cells for %i payments a second is %i full ones, and %i for new merchants',
    (rate, serving, forNewMerchants) => {
      expect(cellsFor(rate)).toEqual({ serving, forNewMerchants });
    },
  );
});
