import { connectorFacts, provenAbouts } from '../../support/processors/all-connector-facts.ts';
import { describe } from '../../support/runner/empty-tables.ts';

const all = [...connectorFacts].flatMap(([connector, { published }]) =>
  published.map((one) => [connector, one.name, one] as const),
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

/** Codes and types of webhooks are names, which are compared as they are. */
const statuses = all.filter(([, , { kind }]) => kind === 'status');

const inMixedCase = (word: string) =>
  word.replace(/[a-z]/gi, (letter, at: number) =>
    at % 2 === 0 ? letter.toUpperCase() : letter.toLowerCase(),
  );

/** Words that stand beside the one that decides; unknown, they leave its decision as it is. */
const standsBeside: ReadonlyMap<string, RegExp> = new Map([
  ['disputeStatus of CHARGEBACK', /^dispute_opened$/],
  ['type of a dispute', /^dispute$/],
  ['stage of a dispute', /^dispute$/],
  ['reason of a payment intent that was cancelled before its capture', /^voided$/],
]);

/** The conclusion from an unpublished word; to the sender an error is an unknown outcome. */
function concluded(conclude: (word: string) => string): string {
  try {
    return conclude('not_published_yet');
  } catch {
    return 'unknown';
  }
}

describe.each(statuses)('%s: the case of %s', (_, __, { name, words, conclude }) => {
  it('a word in capitals, in small letters and in mixed case leads to the same conclusion', () => {
    const inCases = (word: string) =>
      [word.toUpperCase(), word.toLowerCase(), inMixedCase(word)].map(conclude);
    const differing = Object.keys(words).filter((word) =>
      inCases(word).some((concluded) => concluded !== conclude(word)),
    );
    expect(differing).toEqual([]);
  });

  it('a word that the processor has not published leads to no decision', () => {
    expect(concluded(conclude)).toMatch(standsBeside.get(name) ?? /^(refund )?(unknown|nothing)$/);
  });
});

const proven = [...connectorFacts];
const processors = provenAbouts.filter(({ addresses }) => addresses);

describe('the words of all processors', () => {
  it('the words of all processors are counted, with those that lead to a conclusion', () => {
    const rows = proven.map(([connector, { published: enumerations }]) => {
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
    expect(rows).toHaveLength(processors.length);
  });
});
