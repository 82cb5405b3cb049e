import * as v from 'valibot';
import { cells } from '../../scripts/turnout/cells.ts';
import { cellMapFile, ownVaults, twoCells } from '../support/deployment/cell-map-file.ts';
import { runCommand } from '../support/runner/run-command.ts';

const run = (word: string, map: object, ...more: readonly string[]) =>
  runCommand(cells, [word, ...more, '--map', cellMapFile(map)]);

const Pairs = v.strictObject({
  data: v.array(v.strictObject({ key: v.string(), value: v.string() })),
});
const edgeOf = async (map: object) => {
  const { code, out, error } = await run('edge', map);
  expect([code, error]).toEqual([0, '']);
  return { text: out, ...v.parse(Pairs, JSON.parse(out)) };
};
/** A map with this number of merchants in its first cell, each with a long id. */
const withMerchants = (count: number) => ({
  ...twoCells,
  merchants: Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`merchant_${String(at).padStart(40, '0')}`, 'eu-1']),
  ),
});

describe('npx turnout cells', () => {
  it('the check prints a row for each cell, with its merchants, its rate and its size', async () => {
    const { code, out } = await run('check', twoCells);
    expect(code).toBe(0);
    expect(out).toContain('2 cells for 1000 payments a second, 2 merchants; new ones go to eu-2.');
    expect(out).toContain('Vault: account 222222222222, one for the cells of each Region.');
    expect(out).toMatch(/^ {2}eu-1 +111111111111 +eu-west-1 +800 +1 +4[5-9]\d\d +21334 +51600$/m);
    expect(out).toMatch(/^ {2}eu-2 +333333333333 +eu-west-1 +200 +1 +1200 +5334 +12900$/m);
    expect((await run('check', ownVaults)).out).toContain('Vault: each cell has its own.');
  });

  it('the check warns of quotas to ask for, of a full cell that gets new merchants, and of one without merchants', async () => {
    const { out } = await run('check', twoCells);
    expect(out).toContain(
      'Warning: eu-1: the account 111111111111 has to ask for Lambda: concurrent executions, ',
    );
    expect(out).toContain(
      'Warning: eu-1: the account 111111111111 has to ask for DynamoDB: units a second of one table, ',
    );
    expect(out).not.toContain('Warning: eu-2: the account 333333333333 has to ask for DynamoDB');
    const { cells: both } = twoCells;
    const full = {
      ...twoCells,
      cells: { ...both, 'eu-2': { ...both['eu-2'], expectedRate: 2_000 } },
      merchants: {},
    };
    const warned = (await run('check', full)).out;
    expect(warned).toContain(
      'Warning: eu-2 gets new merchants, and is sized for 2000 payments a second already',
    );
    expect(warned).toContain('Warning: eu-1 has no merchant.');
  });

  it('a merchant has the cell that the map has it in, and one that the map does not name that of new merchants', async () => {
    expect((await run('where', twoCells, 'merchant_1')).out).toBe(
      'merchant_1  eu-1  https://eu-1.pay.example.com  account 111111111111, eu-west-1\n',
    );
    for (const merchant of ['merchant_9', 'toString', '__proto__']) {
      const { out } = await run('where', twoCells, merchant);
      expect(out).toContain(`${merchant}  eu-2  https://eu-2.pay.example.com`);
      expect(out).toContain('The map does not name it: this is the cell of new merchants.');
    }
  });

  it('a wrong map ends each word with 2, and all its faults are named', async () => {
    const wrong = { ...twoCells, newMerchants: 'us-1', merchants: { a: 'us-2' } };
    for (const [word, ...more] of [['check'], ['where', 'a'], ['edge']] as const) {
      const { code, out, error } = await run(word, wrong, ...more);
      expect([code, out]).toEqual([2, '']);
      expect(error).toMatch(/\.json: newMerchants: There is no cell us-1/);
      expect(error).toMatch(/\.json: merchants\.a: There is no cell us-2/);
    }
  });

  it('ten thousand payments a second are six cells by npx turnout cells size, and two thousand one deployment', async () => {
    const size = async (rate: number) =>
      (await runCommand(cells, ['size', '--rate', String(rate)])).out;
    expect(await size(10_000)).toMatch(
      /^10000 payments a second: 6 cells\. 5 serve at most 2000 each, and 1 is for new merchants\.\n/,
    );
    expect(await size(10_000)).toContain('ask for: Lambda: concurrent executions, 11650');
    expect(await size(2_000)).toMatch(
      /^2000 payments a second: one deployment is enough, up to 2000\.\n/,
    );
  });
});

describe('the file for the edge', () => {
  it('the file has each merchant with its cell, each cell with its address, and the cell of new merchants, in the order of the keys', async () => {
    const { data } = await edgeOf(twoCells);
    expect(data).toEqual([
      { key: 'cell/eu-1', value: 'https://eu-1.pay.example.com' },
      { key: 'cell/eu-2', value: 'https://eu-2.pay.example.com' },
      { key: 'merchant_1', value: 'eu-1' },
      { key: 'merchant_2', value: 'eu-2' },
      { key: 'new/merchants', value: 'eu-2' },
    ]);
  });

  it('the file is the same byte for byte, in whichever order the map names cells and merchants', async () => {
    const turned = (one: object) => Object.fromEntries(Object.entries(one).reverse());
    const other = {
      ...turned(twoCells),
      cells: turned(twoCells.cells),
      merchants: turned(twoCells.merchants),
    };
    expect((await edgeOf(other)).text).toBe((await edgeOf(twoCells)).text);
  });

  // AWS's page "File format for key-value pairs" of CloudFront: 5 MB, 512 characters, 1024
  // characters, and no key twice.
  it('the file of many merchants keeps the limits of CloudFront', async () => {
    const { data, text } = await edgeOf(withMerchants(50_000));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(5_000_000);
    expect(new Set(data.map(({ key }) => key)).size).toBe(data.length);
    expect(data).toHaveLength(50_003);
    for (const { key, value } of data) {
      expect(key.length <= 512 && value.length <= 1_024 && value.length > 0).toBe(true);
    }
  });

  it('more merchants than CloudFront takes are refused before anything is printed, and the check warns of them', async () => {
    const map = withMerchants(66_000);
    const { code, out, error } = await run('edge', map);
    expect([code, out.length]).toEqual([1, 0]);
    expect(error).toMatch(
      /^The file would have 5\d{6} bytes for 66000 merchants, and CloudFront takes 5000000: /,
    );
    expect((await run('check', map)).out).toMatch(/^Warning: The file would have 5\d{6} bytes/m);
    expect((await run('check', withMerchants(55_000))).out).toMatch(
      /^Warning: the file for the edge has 4\d{6} bytes of the 5000000/m,
    );
  });
});
