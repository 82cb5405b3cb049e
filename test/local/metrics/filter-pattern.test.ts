import { filterPattern } from '../../../local/metrics/filter-pattern.ts';

describe('a filter pattern', () => {
  it('a filter pattern passes lines that fulfil all of its comparisons', () => {
    const matches = filterPattern(
      '{ ($.message = "connector outcome") && ($.connector = "*") && ($.ms >= 0) }',
    );
    const line = { message: 'connector outcome', connector: 'stripe', ms: 12 };
    expect(matches(line)).toBe(true);
    expect(matches({ ...line, message: 'connector' })).toBe(false);
    expect(matches({ ...line, connector: undefined })).toBe(false);
    expect(matches({ ...line, ms: -1 })).toBe(false);
    expect(matches({ ...line, ms: '12' })).toBe(false);
  });

  it('a filter pattern compares the beginning of a text, and booleans', () => {
    expect(filterPattern('{ $.status = "5*" }')({ status: '503' })).toBe(true);
    expect(filterPattern('{ $.status = "5*" }')({ status: '404' })).toBe(false);
    const isError = filterPattern('{ ($.status = "5*") && ($.error != "-") }');
    expect(isError({ status: '500', error: 'timed out' })).toBe(true);
    expect(isError({ status: '500', error: '-' })).toBe(false);
    expect(isError({ status: '500' })).toBe(false);
    expect(filterPattern('{ $.first IS TRUE }')({ first: true })).toBe(true);
    expect(filterPattern('{ $.first IS TRUE }')({ first: 'true' })).toBe(false);
  });

  it.each(['ERROR', '{ $.a = 1 || $.b = 2 }', '{ $.a.b = "x" }', '{ $.a = "*x" }'])(
    'a filter pattern with %s is refused by name',
    (pattern) => expect(() => filterPattern(pattern)).toThrow(/is not understood/),
  );
});
