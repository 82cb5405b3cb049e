import type { JsonObject } from '../../../local/assembly/json.ts';
import { failedEntries } from '../../../local/events/batch-response.ts';
import { eventPattern, filterOf } from '../../../local/events/event-pattern.ts';

describe('an event fits a pattern', () => {
  it.each<[string, JsonObject, JsonObject, boolean]>([
    ['by value', { a: ['x', 'y'] }, { a: 'y' }, true],
    ['not by another value', { a: ['x'] }, { a: 'y' }, false],
    ['by a nested value', { a: { b: { S: ['x'] } } }, { a: { b: { S: 'x' } } }, true],
    ['not when the nest is absent', { a: { b: ['x'] } }, {}, false],
    ['when any element does', { a: ['x'] }, { a: ['w', 'x'] }, true],
    ['by null', { a: [null] }, { a: null }, true],
    ['by prefix', { a: [{ prefix: 'pay_' }] }, { a: 'pay_1' }, true],
    ['by suffix', { a: [{ suffix: '_1' }] }, { a: 'pay_1' }, true],
    ['by presence', { a: [{ exists: true }] }, { a: 'x' }, true],
    ['by absence', { a: [{ exists: false }] }, {}, true],
    ['by absence of something nested', { a: { b: [{ exists: false }] } }, {}, true],
    ['not by absence of what is there', { a: [{ exists: false }] }, { a: 1 }, false],
    ['by being another value', { a: [{ 'anything-but': ['x'] }] }, { a: 'y' }, true],
    ['not by being that value', { a: [{ 'anything-but': ['x'] }] }, { a: 'x' }, false],
    ['by another prefix', { a: [{ 'anything-but': { prefix: 'x' } }] }, { a: 'xy' }, false],
    ['by a number in a range', { a: [{ numeric: ['>', 0, '<=', 5] }] }, { a: 5 }, true],
    ['not by a number outside', { a: [{ numeric: ['>', 0, '<=', 5] }] }, { a: 6 }, false],
    ['whatever the case', { a: [{ 'equals-ignore-case': 'ABC' }] }, { a: 'abc' }, true],
    ['by wildcard', { a: [{ wildcard: 'a*c' }] }, { a: 'abbc' }, true],
    ['by either of two', { $or: [{ a: ['x'] }, { b: ['y'] }] }, { b: 'y' }, true],
    ['not by neither', { $or: [{ a: ['x'] }, { b: ['y'] }] }, { b: 'x' }, false],
    ['only when all keys do', { a: ['x'], b: ['y'] }, { a: 'x' }, false],
  ])('an event pattern matches: %s', (_, pattern, event, expected) => {
    expect(eventPattern(pattern)(event)).toBe(expected);
  });

  it('an event pattern that is not supported is refused rather than misread', () => {
    expect(() => eventPattern({ a: [{ cidr: '10.0.0.0/8' }] })({ a: 'x' })).toThrow(
      'not supported',
    );
  });

  it('an event passes when any of several filters matches', () => {
    const Filters = [{ Pattern: '{"a":["x"]}' }, { Pattern: '{"a":["y"]}' }];
    expect(filterOf({ Filters })({ a: 'y' })).toBe(true);
    expect(filterOf({ Filters })({ a: 'z' })).toBe(false);
    expect(filterOf(undefined)({})).toBe(true);
  });
});

describe('the answer of a function about its batch', () => {
  const known = new Set(['a', 'b']);
  it.each<[string, string, unknown]>([
    ['nothing failed when it says nothing', 'null', new Set()],
    ['nothing failed when the list is empty', '{"batchItemFailures":[]}', new Set()],
    [
      'those failed that it names',
      '{"batchItemFailures":[{"itemIdentifier":"b"}]}',
      new Set(['b']),
    ],
    [
      'all failed when it names a stranger',
      '{"batchItemFailures":[{"itemIdentifier":"c"}]}',
      'all',
    ],
    ['all failed when a name is empty', '{"batchItemFailures":[{"itemIdentifier":""}]}', 'all'],
    ['all failed when it is no list', '{"batchItemFailures":"b"}', 'all'],
  ])("a function's report about its batch: %s", (_, payload, expected) => {
    expect(failedEntries(payload, known)).toEqual(expected);
  });
});
