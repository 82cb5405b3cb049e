import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ProgramPurpose,
  ruleKey,
  ruleKeyNames,
} from '../../shared/switch/routing/rules/rule-keys.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/routing.md'), 'utf8');
const quotedIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one);

/** Rows of the table of facts: the facts, and the words about their values. */
const rows = (/\| Fact \(`lhs`\) [\s\S]*?\n\n/.exec(page)?.[0] ?? '')
  .split('\n')
  .slice(2)
  .flatMap((line) => {
    const [, facts, values] = line.split('|');
    return facts && values ? [{ facts: quotedIn(facts), values }] : [];
  });

const wordsOf = (purpose: ProgramPurpose, fact: string): readonly string[] => {
  const key = ruleKey(purpose, fact);
  return key?.type === 'enum' ? [...key.values] : [];
};

it('the page about routing has each fact of a rule about payments', () => {
  expect(rows.flatMap(({ facts }) => facts).sort()).toEqual([...ruleKeyNames('payment')].sort());
});

it.each(rows)('the page about routing has the words of the facts $facts', ({ facts, values }) => {
  const words = facts.flatMap((fact) => wordsOf('payment', fact));
  const shown = quotedIn(values).filter((one) => one !== 'business_country');
  const isExample = / such as /.test(values);
  if (isExample) expect(words).toEqual(expect.arrayContaining(shown));
  else expect(shown).toEqual(words);
});

it.each<[ProgramPurpose, RegExp, readonly string[]]>([
  ['payout', /Payouts have the facts (.*?)\. /, []],
  ['three_ds', /have all facts of payments, and (.*?)\.\n/, ruleKeyNames('payment')],
])('the page about routing has each fact of a rule of the purpose %s', (purpose, list, others) => {
  const shown = quotedIn(list.exec(page)?.[1] ?? '');
  expect([...others, ...shown].sort()).toEqual([...ruleKeyNames(purpose)].sort());
});
