import fc from 'fast-check';
import { acceptedLanguages } from '#platform/http/request/accepted-languages.ts';

describe('the languages that a reader wants', () => {
  it.each<[header: string | undefined, languages: readonly string[]]>([
    [undefined, []],
    ['', []],
    ['*', []],
    ['de', ['de']],
    ['da, en-gb;q=0.8, en;q=0.7', ['da', 'en-gb', 'en']],
    ['en;q=0.5,de-CH;q=0.9 , fr', ['fr', 'de-CH', 'en']],
    ['en;q=0, de;q=0.000, fr;q=1.000', ['fr']],
    ['de;q=2, fr;q=x, "><script>, en', ['en']],
    ['a-language-of-ten-thousand, en', ['en']],
  ])('the accepted languages %j: %j', (header, languages) => {
    expect(acceptedLanguages(header)).toEqual(languages);
  });

  it('the accepted languages are plain tags, whatever the header contains', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (header) => {
        for (const tag of acceptedLanguages(header)) expect(tag).toMatch(/^[A-Za-z0-9-]{2,30}$/);
      }),
    );
  });
});
