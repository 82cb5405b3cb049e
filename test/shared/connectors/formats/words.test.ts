import * as v from 'valibot';
import { certainWord, isWordOf, listedWord, meaningsOf, word } from '#connectors/formats/words.ts';

describe('a word', () => {
  it('a processor’s word is compared without case, and an unlisted one is undefined', () => {
    expect(listedWord(['pending', 'Paid'], 'PAID')).toBe('Paid');
    expect(listedWord(['pending', 'Paid'], 'paid ')).toBeUndefined();
    expect(listedWord(['pending', 'Paid'], null)).toBeUndefined();
    expect(isWordOf(['Paid'], 'pAID')).toBe(true);
    expect(isWordOf(['Paid'], undefined)).toBe(false);
  });

  it('an unknown word leaves an answer readable, except where the answer is nothing without it', () => {
    const Answer = v.object({ status: word(['pending', 'paid']), id: v.string() });
    expect(v.parse(Answer, { status: 'PENDING', id: '1' })).toEqual({ status: 'pending', id: '1' });
    expect(v.parse(Answer, { status: 'odd', id: '1' })).toEqual({ status: undefined, id: '1' });
    expect(v.is(Answer, { status: 1, id: '1' })).toBe(false);
    expect(v.is(Answer, { id: '1' })).toBe(false);
    expect(v.parse(certainWord(['Ok', 'Error']), 'OK')).toBe('Ok');
    expect(v.is(certainWord(['Ok', 'Error']), 'odd')).toBe(false);
  });

  it('a table of meanings has none for unknown words, and none for names that every object has', () => {
    const meaningOf = meaningsOf({ won: 1, Lost: 2 });
    expect([meaningOf('WON'), meaningOf('lost')]).toEqual([1, 2]);
    expect(['constructor', '__proto__', '', null, undefined].map(meaningOf)).toEqual(
      Array.from({ length: 5 }, () => undefined),
    );
  });
});
