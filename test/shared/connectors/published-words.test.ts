import { allAbouts } from '#connectors/abouts.ts';
import { publishedWords } from '../../support/all-published-words.ts';

const all = Object.entries(publishedWords).flatMap(([connector, enumerations]) =>
  enumerations.map((one) => [connector, one.name, one] as const),
);

describe.each(all)('%s: every word of %s', (_, __, { source, words, conclude }) => {
  it('every word leads to the conclusion that is stated, or has a reason why there is none', () => {
    expect(source).toMatch(/^https:\/\//);
    expect(Object.keys(words).length).toBeGreaterThan(0);
    const concluded = Object.keys(words).map((word) => [word, conclude(word)]);
    const stated = Object.entries(words).map(([word, is]) => [
      word,
      typeof is === 'string' ? is : 'nothing',
    ]);
    expect(concluded).toEqual(stated);
    for (const is of Object.values(words)) {
      if (typeof is !== 'string') expect(is.none).toMatch(/\w.{8,}/);
    }
  });
});

describe('the words of all processors', () => {
  it('the words of all processors are counted, with those that lead to a conclusion', () => {
    const rows = Object.entries(publishedWords).map(([connector, enumerations]) => {
      const of = (kinds: readonly string[]) => {
        const words = enumerations
          .filter(({ kind }) => kinds.includes(kind))
          .flatMap((one) => Object.values(one.words));
        const meant = words.filter((is) => typeof is === 'string');
        return `${meant.length} of ${words.length}`;
      };
      return `${connector}: ${of(['status', 'result code'])} words, ${of(['event'])} events`;
    });
    process.stdout.write(`${rows.join('\n')}\n`);
    expect(rows).toHaveLength(allAbouts().filter(({ addresses }) => addresses).length);
  });
});
