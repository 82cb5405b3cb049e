import { asciiDigits } from '#platform/card-numbers/ascii-digits.ts';

it.each([
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['०१२३४५६७८९', '0123456789'],
  ['０１２３４５６７８９', '0123456789'],
  ['𝟎𝟗𝟘𝟡𝟢𝟫𝟬𝟵𝟶𝟿', '0909090909'],
  ['٤١١١ ۱۱۱۱', '4111 1111'],
  ['①½²Ⅳ四 4', '①½²Ⅳ四 4'],
  ['', ''],
])('the digits of %s are read as %s', (text, digits) => {
  expect(asciiDigits(text)).toBe(digits);
});

it('each decimal digit of Unicode is read as its value, by the judgement of the engine of regular expressions and its order', () => {
  const all = Array.from({ length: 0x110000 }, (_, point) => point).filter(
    (point) => (point < 0xd800 || point > 0xdfff) && /\p{Nd}/u.test(String.fromCodePoint(point)),
  );
  expect(all.length % 10).toBe(0);
  const read = all.map((point) => asciiDigits(String.fromCodePoint(point)));
  expect(read).toEqual(all.map((_, index) => String(index % 10)));
});
