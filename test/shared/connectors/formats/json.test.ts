import * as v from 'valibot';
import { readJson } from '#connectors/formats/json.ts';

const Answer = v.object({ id: v.string(), card: v.optional(v.record(v.string(), v.number())) });

it('a JSON answer is read in the form of the schema', () => {
  expect(readJson(Answer, { body: '{"id":"pi_1","more":1}' })).toEqual({ id: 'pi_1' });
});

it('a JSON answer is read behind a byte order mark', () => {
  expect(readJson(Answer, { body: '\u{feff}{"id":"pi_1"}' })).toEqual({ id: 'pi_1' });
});

const nested = (open: string, close: string, levels: number) =>
  open.repeat(levels) + close.repeat(levels);

it.each([
  ['no JSON', '4242424242424242 is <html>', 'The answer is no JSON.'],
  ['nothing', '', 'The answer is no JSON.'],
  ['a truncated answer', '{"id": "4242424242424242', 'The answer is no JSON.'],
  ['two byte order marks', '\u{feff}\u{feff}{"id":"a"}', 'The answer is no JSON.'],
  ['another form', '{"id":4242424242424242}', 'The answer has another form at id.'],
  [
    'a name that may be data',
    '{"id":"a","card":{"4242424242424242":"x"}}',
    'The answer has another form at card.*.',
  ],
  ['a text', '"4242"', 'The answer has another form at the top.'],
  ['a megabyte of brackets', '['.repeat(1_048_576), 'The answer is nested too deep.'],
  ['65 lists', nested('[', ']', 65), 'The answer is nested too deep.'],
  ['65 objects', nested('{"a":', '}', 65).replace(':}', ':1}'), 'The answer is nested too deep.'],
])('a JSON answer with %s is refused, and quoted nowhere', (_, body, message) => {
  expect(() => readJson(Answer, { body })).toThrow(new Error(message));
});

it("a JSON answer's brackets inside a text are not counted", () => {
  const id = `${'['.repeat(100)}\\"${'{'.repeat(100)}`;
  expect(readJson(Answer, { body: `{"id":"${id}"}` }).id).toHaveLength(201);
  expect(readJson(v.unknown(), { body: nested('[', ']', 64) })).toHaveLength(1);
});
