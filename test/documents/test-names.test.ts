import { testNames, testNamesIn } from '../../scripts/documents/test-names.ts';

/** Words that may begin a sentence's subject, or a clause before it that names its condition. */
const determiners =
  words(`a an the every each any no one two three ten twenty fifty all both another
  another's these our simultaneous racing when in on at`);

/** Nouns, and adjectives before them, that begin a name without an article: never a verb. */
const nouns =
  words(`accounts acquirers alipay amounts attempts authorizedotnet callers calls captures
  card cards cdk changes commands complete_authorize connections connector credentials customer
  customers data debits deliveries delivery dispute disputes drift due endpoint events evidence
  evidence's external fields fingerprints forints functions grants index.cjs invocations items
  keys many masked metadata money more new newer npm npx objects only outcomes package.json payment
  payment_method_data payments physical placeholders pm_card_visa production queries queues
  receivers recurring_details refunds refusals refused requests roles routes rows schemas scripts sealed
  servers session settings several stacks stale statuses steps submitted suites templates tenants tenants’ tests
  tok_unheard_of tokens webhook webhooks weekly`);

/** Everyday words with several senses. The field's words are: received, webhook, stored, pending sync. */
const vague = /\b(?:told|news|held|guard|what is)\b/i;

const names = testNames();
const placeOf = ({ file, line, name }: (typeof names)[number]) => `${file}:${line}: ${name}`;

/** Whether a name begins with a subject, after a label such as `W11: ` or `%s: `. */
function beginsWithSubject(name: string): boolean {
  const [first = ''] = name.replace(/^(?:[A-Z]\d+|%s|%s %s|\$\w+): /, '').split(/[ ,:]/);
  if (/^[A-Z\d%$`"(]/.test(first) || first.endsWith('ing')) return true;
  return determiners.has(first) || nouns.has(first);
}

it('the name of a test begins with a subject, so that it is a sentence without its describe', () => {
  expect(names.filter(({ name }) => !beginsWithSubject(name)).map(placeOf)).toEqual([]);
});

it('the name of a test has no word with several senses', () => {
  expect(names.filter(({ name }) => vague.test(name)).map(placeOf)).toEqual([]);
});

/** Begins with a noun or a verb's -ing form: a condition or a clause reads badly before its tests. */
const conditionOrClause =
  /^(?:when|while|where|in|on|at|of|to|for|with|without|and|but|that|is|what|how|why|who|whether|however|whatever)\b/i;

it('the title of each describe is a subject, no condition and no clause', () => {
  const titles = names.flatMap(({ file, blocks }) => blocks.map((title) => `${file}: ${title}`));
  const wrong = titles.filter((one) => {
    const title = one.slice(one.indexOf(': ') + 2).replace(/^(?:[A-Z]\d+(?:, )?)+: /, '');
    return conditionOrClause.test(title) || vague.test(title);
  });
  expect([...new Set(wrong)]).toEqual([]);
});

it('the names of all tests are found, those with placeholders and those of skipped suites too', () => {
  expect(names.length).toBeGreaterThan(5000);
  const source = `
    const withJava = hasJava() ? it : it.skip;
    describe('a table', () => {
      it('a put replaces the item', () => {});
      it.each(rows)('an item of %s is read', () => {});
      withJava(\`a query on $database ends\`, () => {});
    });
    it("a name with the word 'it' is one", () => {});`;
  expect(testNamesIn('a.test.ts', source).map(({ line, name }) => [line, name])).toEqual([
    [4, 'a put replaces the item'],
    [5, 'an item of %s is read'],
    [6, 'a query on $database ends'],
    [8, "a name with the word 'it' is one"],
  ]);
});

it('a name that continues its describe, or begins with a preposition, is recognized', () => {
  const wrong = ['is refused', 'of a payment', 'refuses %s', 'W1: keeps the event', 'to a card'];
  expect(wrong.filter(beginsWithSubject)).toEqual([]);
  expect(
    ['a card is refused', '%s: the card pays', 'W1: an event', 'Stripe refunds'].filter(
      beginsWithSubject,
    ),
  ).toHaveLength(4);
});

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
