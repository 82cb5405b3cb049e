import { createHmac } from 'node:crypto';
import { hexBytes, isSignedWith, shortened } from '#connectors/formats/hashes.ts';

const signedBy = (key: string) => createHmac('sha256', key).update('text', 'utf8').digest();

it('a text is signed by any of the keys, and by no other', () => {
  expect(isSignedWith(['new', 'old'], 'text', signedBy('old'))).toBe(true);
  expect(isSignedWith([Buffer.from('new')], 'text', signedBy('new'))).toBe(true);
  expect(isSignedWith(['new', 'old'], 'text', signedBy('other'))).toBe(false);
  expect(isSignedWith(['new'], 'another text', signedBy('new'))).toBe(false);
  expect(isSignedWith(['new'], 'text', signedBy('new'), 'sha512')).toBe(false);
  expect(isSignedWith([], 'text', signedBy('new'))).toBe(false);
});

it('an empty key signs nothing, since a stranger has it too', () => {
  expect(isSignedWith(['', Buffer.alloc(0)], 'text', signedBy(''))).toBe(false);
});

it('a signature of another length is none', () => {
  expect(isSignedWith(['key'], 'text', Buffer.alloc(0))).toBe(false);
  expect(isSignedWith(['key'], 'text', signedBy('key').subarray(1))).toBe(false);
});

it('a text of hexadecimal digits is read as bytes, and no other text', () => {
  expect(hexBytes('00fF')).toEqual(Buffer.from([0, 255]));
  for (const text of ['', '0', '0g', '00 ']) expect(hexBytes(text)).toBeUndefined();
});

it('a text is shortened only where it does not fit, and always in the same way', () => {
  expect(shortened('pay_1', 5)).toBe('pay_1');
  expect(shortened('pay_10', 5)).toMatch(/^[0-9a-f]{5}$/);
  expect(shortened('pay_10', 5)).toBe(shortened('pay_10', 5));
  expect(shortened('pay_11', 5)).not.toBe(shortened('pay_10', 5));
});
