import fc from 'fast-check';
import type { Comparison, Program, RuleStatement } from '#merchants/routing-settings/program.ts';
import { countryNames } from '#switch/routing/rules/country-names.ts';
import { decide, problemOf } from '#switch/routing/rules/programs.ts';
import { type RuleFacts, ruleKey } from '#switch/routing/rules/rule-keys.ts';

type Value = Comparison['value'];

const compare = (lhs: string, comparison: Comparison['comparison'], value: Value): Comparison => ({
  lhs,
  comparison,
  value,
  metadata: {},
});

const number = (value: number): Value => ({ type: 'number', value });
const word = (value: string): Value => ({ type: 'enum_variant', value });
const words = (...value: string[]): Value => ({ type: 'enum_variant_array', value });
const text = (value: string): Value => ({ type: 'str_value', value });

const programOf = (...statements: RuleStatement[]): Program<string> => ({
  defaultSelection: 'default',
  rules: [{ name: 'the rule', statements, connectorSelection: 'selected' }],
});
const only = (one: Comparison) => programOf({ condition: [one], nested: null });

const isTrue = (one: Comparison, facts: RuleFacts): boolean =>
  decide(only(one), facts).rule !== undefined;

describe('a comparison', () => {
  it.each<[string, Comparison, RuleFacts, boolean]>([
    ['an equal number', compare('amount', 'equal', number(5)), { amount: 5 }, true],
    ['another number', compare('amount', 'equal', number(5)), { amount: 6 }, false],
    ['not equal to another number', compare('amount', 'not_equal', number(5)), { amount: 6 }, true],
    ['not equal to that number', compare('amount', 'not_equal', number(5)), { amount: 5 }, false],
    ['less', compare('amount', 'less_than', number(5)), { amount: 5 }, false],
    ['at most', compare('amount', 'less_than_equal', number(5)), { amount: 5 }, true],
    ['more', compare('amount', 'greater_than', number(5)), { amount: 6 }, true],
    ['at least', compare('amount', 'greater_than_equal', number(5)), { amount: 4 }, false],
    ['an order without a fact', compare('amount', 'less_than', number(5)), {}, false],
    ['a missing fact', compare('currency', 'equal', word('EUR')), {}, false],
    ['not equal to a missing fact', compare('currency', 'not_equal', word('EUR')), {}, true],
    [
      'one of several words',
      compare('currency', 'equal', words('USD', 'EUR')),
      { currency: 'EUR' },
      true,
    ],
    [
      'none of several words',
      compare('currency', 'not_equal', words('USD', 'EUR')),
      { currency: 'EUR' },
      false,
    ],
    [
      'digits of a card',
      compare('card_bin', 'equal', text('424242')),
      { card_bin: '424242' },
      true,
    ],
    [
      'the other name of a key',
      compare('country', 'equal', word('Germany')),
      { business_country: 'Germany' },
      true,
    ],
    [
      'one of several numbers',
      compare('amount', 'equal', { type: 'number_array', value: [1, 2] }),
      { amount: 2 },
      true,
    ],
    [
      'a number that is one of several, as not equal',
      compare('amount', 'not_equal', { type: 'number_array', value: [1, 2] }),
      { amount: 2 },
      false,
    ],
    [
      'any of several comparisons',
      compare('amount', 'equal', {
        type: 'number_comparison_array',
        value: [
          { comparisonType: 'greater_than', number: 100 },
          { comparisonType: 'less_than', number: 50 },
        ],
      }),
      { amount: 40 },
      true,
    ],
    [
      'none of several comparisons',
      compare('amount', 'not_equal', {
        type: 'number_comparison_array',
        value: [{ comparisonType: 'greater_than', number: 100 }],
      }),
      { amount: 120 },
      false,
    ],
    [
      "a word of the merchant's",
      compare('metadata', 'equal', {
        type: 'metadata_variant',
        value: { key: 'tier', value: 'gold' },
      }),
      { metadata: { tier: 'gold', other: 1 } },
      true,
    ],
    [
      'a word that every object has',
      compare('metadata', 'equal', {
        type: 'metadata_variant',
        value: { key: 'constructor', value: 'gold' },
      }),
      { metadata: {} },
      false,
    ],
  ])('a comparison with %s is printed as it reads', (_, comparison, facts, expected) => {
    expect(problemOf(only(comparison), 'payment')).toBeUndefined();
    expect(isTrue(comparison, facts)).toBe(expected);
  });
});

describe('a rule', () => {
  const large = compare('amount', 'greater_than', number(100));
  const inEuro = compare('currency', 'equal', word('EUR'));
  const inDollars = compare('currency', 'equal', word('USD'));

  it.each<[string, RuleStatement[], RuleFacts, boolean]>([
    ['without statements is false', [], {}, false],
    ['without conditions is true', [{ condition: [], nested: null }], {}, true],
    ['with no nested statement to be true is false', [{ condition: [], nested: [] }], {}, false],
    [
      'needs all its conditions',
      [{ condition: [large, inEuro] }],
      { amount: 200, currency: 'USD' },
      false,
    ],
    [
      'needs one of its statements',
      [{ condition: [large] }, { condition: [inEuro] }],
      { currency: 'EUR' },
      true,
    ],
    [
      'needs a nested statement as well',
      [{ condition: [large], nested: [{ condition: [inEuro] }, { condition: [inDollars] }] }],
      { amount: 200, currency: 'USD' },
      true,
    ],
    [
      'needs its conditions beside a nested statement',
      [{ condition: [large], nested: [{ condition: [inEuro] }] }],
      { amount: 1, currency: 'EUR' },
      false,
    ],
  ])('%s', (_, statements, facts, expected) => {
    expect(decide(programOf(...statements), facts)).toEqual(
      expected ? { selection: 'selected', rule: 'the rule' } : { selection: 'default' },
    );
  });

  it('the first matching rule decides', () => {
    const rule = (name: string) => ({
      name,
      statements: [{ condition: [large] }],
      connectorSelection: name,
    });
    const program = { defaultSelection: 'default', rules: [rule('one'), rule('two')] };
    expect(decide(program, { amount: 200 })).toEqual({ selection: 'one', rule: 'one' });
  });

  it('a rule nested to any depth is true exactly when its parts are', () => {
    const comparisons = fc.constantFrom(large, inEuro, inDollars);
    const { statements } = fc.letrec<{ statements: RuleStatement[] }>((tie) => ({
      statements: fc.array(
        fc.record({
          condition: fc.array(comparisons, { maxLength: 3 }),
          nested: fc.oneof({ maxDepth: 4 }, fc.constant(null), tie('statements')),
        }),
        { maxLength: 3 },
      ),
    }));
    const facts = fc.record({
      amount: fc.constantFrom(1, 200),
      currency: fc.constantFrom('EUR', 'USD', 'GBP'),
    });
    // The meaning once more, written as sets of words instead of a walk.
    const meaning = (all: readonly RuleStatement[], { amount, currency }: RuleFacts): boolean => {
      const holds = new Map([
        [large, Number(amount) > 100],
        [inEuro, currency === 'EUR'],
        [inDollars, currency === 'USD'],
      ]);
      return !all.every(
        ({ condition, nested }) =>
          condition.some((one) => !holds.get(one)) ||
          (nested != null && !meaning(nested, { amount: Number(amount), currency })),
      );
    };
    fc.assert(
      fc.property(statements, facts, (all, known) => {
        const decided = decide(programOf(...all), known).rule !== undefined;
        expect(decided).toBe(meaning(all, known));
      }),
      { numRuns: 500 },
    );
  });
});

describe('a program', () => {
  it.each<[string, Comparison, string]>([
    ['an unknown key', compare('weather', 'equal', word('rain')), 'unknown key'],
    ['a key that every object has', compare('constructor', 'equal', word('x')), 'unknown key'],
    [
      'a key of another purpose',
      compare('acquirer_country', 'equal', word('Germany')),
      'unknown key',
    ],
    [
      'a number and a word',
      compare('amount', 'equal', word('much')),
      "a value of type 'enum_variant' cannot be compared with it",
    ],
    [
      'a word and a number',
      compare('currency', 'equal', number(1)),
      "a value of type 'number' cannot be compared with it",
    ],
    [
      'an order of words',
      compare('currency', 'less_than', word('EUR')),
      "a value of type 'enum_variant' can only be equal or not equal",
    ],
    [
      'a bin of seven digits',
      compare('card_bin', 'equal', text('4242424')),
      'must have exactly 6 digits',
    ],
    [
      'a bin of letters',
      compare('extended_card_bin', 'equal', text('visavisa')),
      'must have exactly 8 digits',
    ],
    [
      'an unknown word among known ones',
      compare('currency', 'equal', words('EUR', 'XXZ')),
      "unknown value 'XXZ'",
    ],
  ])('a program with %s is refused with its rule and its comparison', (_, comparison, problem) => {
    const fine = compare('amount', 'equal', number(1));
    const program = programOf(
      { condition: [fine] },
      {
        condition: [],
        nested: [{ condition: [fine, comparison] }],
      },
    );
    const { lhs, comparison: operator } = comparison;
    expect(problemOf(program, 'payment')).toBe(
      `rule 'the rule', comparison 2.1.2 ('${lhs} ${operator}'): ${problem}`,
    );
  });

  it('a program is checked for each purpose by itself', () => {
    const program = only(compare('issuer_name', 'equal', text('Bank')));
    expect(problemOf(program, 'three_ds')).toBeUndefined();
    expect(problemOf(program, 'payment')).toContain('unknown key');
    expect(problemOf(program, 'three_ds')).toBeUndefined();
    const ofCards = only(compare('card_bin', 'equal', text('424242')));
    expect(problemOf(ofCards, 'payout')).toContain('unknown key');
  });

  it("a program's countries each have their own name", () => {
    const names = Object.values(countryNames);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(249);
    const key = ruleKey('payment', 'billing_country');
    expect(key?.type === 'enum' && names.every((name) => key.values.has(name))).toBe(true);
  });
});
