import { firstThatApplies } from '#platform/first-that-applies.ts';

type Rule<Given extends readonly unknown[], Answer> = (...given: Given) => Answer | undefined;

/** An input to which two rules of a list apply, of which the earlier one answers. */
interface Meeting<Given extends readonly unknown[]> {
  /** The names of both rules, in their order. */
  readonly rules: readonly [string, string];
  readonly given: Readonly<Given>;
}

interface Order<Given extends readonly unknown[], Answer> {
  readonly rules: readonly Rule<Given, Answer>[];
  /** By the reason for the order of the two, which is the name of the test. */
  readonly meetings: Readonly<Record<string, Meeting<NoInfer<Given>>>>;
  /** Neighbours that never apply to the same input, proven on all kinds of input. */
  readonly apart?: {
    readonly pairs: readonly (readonly [string, string])[];
    readonly inputs: readonly Readonly<NoInfer<Given>>[];
  };
}

/**
 * Defines the tests of a list of rules whose order matters. Each meeting proves that the list with
 * both rules exchanged gives another answer. Each pair of neighbours has a meeting or is apart.
 */
export function itStandsInOrder<Given extends readonly unknown[], Answer>({
  rules,
  meetings,
  apart,
}: Order<Given, Answer>): void {
  const namesOf = (all: readonly Rule<Given, Answer>[]) => all.map(({ name }) => name);
  const find = (name: string) => {
    const rule = rules.find((one) => one.name === name);
    if (!rule) throw new Error(`No rule is called ${name}.`);
    return rule;
  };

  it.each(Object.entries(meetings))('%s', (_, { rules: names, given }) => {
    const [first, next] = [find(names[0]), find(names[1])];
    expect(rules.indexOf(first)).toBeLessThan(rules.indexOf(next));
    const answer = first(...given);
    expect(answer).toBeDefined();
    expect(next(...given)).toBeDefined();
    expect(plain(firstThatApplies(rules, ...given))).toEqual(plain(answer));
    const exchanged = rules.map((one) => (one === first ? next : one === next ? first : one));
    expect(plain(firstThatApplies(exchanged, ...given))).not.toEqual(plain(answer));
  });

  if (apart) {
    it.each(apart.pairs)('the rules %s and %s never apply to the same input', (...names) => {
      const pair = names.map(find);
      const applying = apart.inputs.map((given) =>
        namesOf(pair.filter((rule) => rule(...given) !== undefined)),
      );
      expect(new Set(applying.flat())).toEqual(new Set(names));
      expect(applying.filter(({ length }) => length > 1)).toEqual([]);
    });
  }

  it('each pair of neighbouring rules has a reason for its order', () => {
    const explained = [
      ...Object.values(meetings).map(({ rules: pair }) => pair),
      ...(apart?.pairs ?? []),
    ].map((pair) => pair.join(', '));
    const names = namesOf(rules);
    const neighbours = names.slice(1).map((name, index) => `${names[index]}, ${name}`);
    expect(neighbours.filter((pair) => !explained.includes(pair))).toEqual([]);
  });
}

/** Refusals of one kind differ in the facts that they state. */
const plain = (answer: unknown) =>
  answer instanceof Error ? { ...answer, message: answer.message } : answer;
