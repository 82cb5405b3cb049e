import fc from 'fast-check';
import { type DecodedForm, decodeForm, encodeForm } from '#platform/formats/bracketed-form.ts';

it('a bracketed form has nested members with brackets, and leaves absent ones out', () => {
  const form = encodeForm({
    amount: 6540,
    confirm: true,
    customer: undefined,
    description: null,
    expand: ['latest_charge'],
    metadata: { order_id: 'pay_1_1', 'a b&c': 'ä+=', empty: '' },
    shipping: { address: { line2: undefined } },
    payment_method_options: { card: { request_three_d_secure: 'any' } },
  });
  expect([...new URLSearchParams(form)]).toEqual([
    ['amount', '6540'],
    ['confirm', 'true'],
    ['expand[0]', 'latest_charge'],
    ['metadata[order_id]', 'pay_1_1'],
    ['metadata[a b&c]', 'ä+='],
    ['metadata[empty]', ''],
    ['payment_method_options[card][request_three_d_secure]', 'any'],
  ]);
  expect(form).toContain('metadata%5Border_id%5D=pay_1_1');
});

it("a bracketed form's brackets are read as objects and lists", () => {
  expect(
    decodeForm(
      'amount=6540&metadata[order_id]=a%20b+c&expand[0]=x&expand[1]=y&types[]=p&types[]=q',
    ),
  ).toEqual({
    amount: '6540',
    metadata: { order_id: 'a b c' },
    expand: ['x', 'y'],
    types: ['p', 'q'],
  });
  expect(decodeForm('')).toEqual({});
  expect(decodeForm('a=1&a=2&b')).toEqual({ a: '2', b: '' });
  expect(decodeForm('list[1]=b&list[0]=a')).toEqual({ list: { 0: 'a', 1: 'b' } });
});

it('a bracketed form is read back exactly', () => {
  const name = fc.stringMatching(/^[a-z_][a-zA-Z0-9_ &=.%ä-]{0,8}$/);
  const { form } = fc.letrec<{ form: DecodedForm; value: DecodedForm[string] }>((tie) => ({
    form: fc.dictionary(name, tie('value'), { maxKeys: 5 }),
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string({ unit: 'grapheme' }),
      fc.array(tie('value'), { minLength: 1, maxLength: 4 }),
      fc.dictionary(name, tie('value'), { minKeys: 1, maxKeys: 4 }),
    ),
  }));
  fc.assert(fc.property(form, (one) => expect(decodeForm(encodeForm(one))).toEqual({ ...one })));
});

it("a bracketed form's names of prototypes are read as names", () => {
  const read = decodeForm('__proto__[polluted]=1&constructor[prototype][polluted]=1&toString=x');
  expect(Object.keys(read)).toEqual(['__proto__', 'constructor', 'toString']);
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect('polluted' in {}).toBe(false);
});

it.each([
  ['a thousand members and one', 'a=1&'.repeat(1_001)],
  ['nine brackets', `a${'[b]'.repeat(9)}=1`],
  ['a hundred thousand brackets', `a${'[b]'.repeat(100_000)}=1`],
  ['a bracket that is not closed', 'a[b=1'],
  ['a bracket that is not opened', 'a]=1'],
  ['brackets in brackets', 'a[[b]]=1'],
  ['empty brackets in the middle', 'a[][b]=1'],
  ['text after brackets', 'a[b]c=1'],
  ['no name before brackets', '[a]=1'],
  ['a name that is a value and an object', 'a=1&a[b]=2'],
  ['a name that is an object and a value', 'a[b]=2&a=1'],
])('a bracketed form with %s is refused', (_, text) => {
  expect(() => decodeForm(text)).toThrow(/^(The form|A name)/);
});

it('any text is read as a bracketed form, or refused without quoting it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^([ab[\]=&%0]{0,30})$/)), (text) => {
      try {
        expect(typeof decodeForm(text)).toBe('object');
      } catch (error) {
        expect(String(error)).toMatch(/^Error: (The form|A name)/);
      }
    }),
  );
});
