import { readFileSync } from 'node:fs';
import { isThere, testsNamedIn } from '../support/documents/named-tests.ts';

interface Row {
  readonly name: string;
  readonly requirement: string;
  readonly state: string;
  /** The measure and the proof. */
  readonly text: string;
}

const document = readFileSync('docs/switch-requirements.md', 'utf8');
const rows = document.split('\n').flatMap((line): Row[] => {
  const [name = '', requirement = '', state = '', ...rest] = line
    .replace(/^\| | \|$/g, '')
    .split(' | ');
  return /^(API|S)\d+$/.test(name) ? [{ name, requirement, state, text: rest.join(' | ') }] : [];
});

/** The requirements of the standard that touch the switch, in its order. */
const requirements = [
  ...[
    '2.2',
    '3.2–3.5',
    '3.6, 3.7',
    '4.2',
    '6.2.4',
    '6.3',
    '6.4.2',
    '6.4.3',
    '7',
    '8.2',
    '8.3',
    '8.6',
  ],
  ...['10.2', '10.3', '10.4', '10.5', '10.6', '10.7', '11.3, 11.4', '11.6.1', '12.3, 12.6, 12.8'],
  ...['12.5', '12.10'],
];
const risks = 10;

it("the list of the switch's requirements has every risk of OWASP and every requirement of PCI DSS once, in order", () => {
  expect(rows.map(({ name }) => name)).toEqual([
    ...Array.from({ length: risks }, (_, index) => `API${index + 1}`),
    ...requirements.map((_, index) => `S${index + 1}`),
  ]);
  expect(rows.slice(risks).map(({ requirement }) => requirement)).toEqual(requirements);
});

it.each(rows)("the switch's requirement $name names tests that there are", ({ text }) => {
  const all = testsNamedIn(text);
  expect(all).toHaveLength(text.match(/“/g)?.length ?? 0);
  expect(all.filter((one) => !isThere(one))).toEqual([]);
});

it.each(rows)(
  "the switch's requirement $name names its missing part, and is met only with a test",
  ({ state, text }) => {
    expect(['met', 'in part', 'not met', 'yours']).toContain(state);
    if (state === 'met') expect(text).toMatch(/`test\/|Does not apply: /);
    expect(/\bNot met: |\bYours: /.test(text)).toBe(
      state === 'in part' || state === 'not met' || text.includes('Yours: '),
    );
  },
);
