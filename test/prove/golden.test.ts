import type { Operation } from '#platform/http/operation/operation.ts';
import type { Item } from '#platform/table/port.ts';
import { all } from '../scenarios/played.ts';
import {
  accept,
  acceptedDigests,
  changedReferences,
  currentRelease,
  digestOf,
  goldenFiles,
  goldenNames,
  goldenOf,
  goldenReferences,
  kindsOf,
  missingFrom,
  missingNames,
  namesNow,
  referencesNow,
  releases,
} from '../support/documents/golden.ts';
import { tellReaders } from '../support/receivers/tell-readers.ts';
import {
  askExample,
  containerOf,
  needsNothingOfItsOwn,
} from '../support/requests/example-requests.ts';
import { freezeDate } from '../support/runner/frozen-date.ts';

/** A field that another version wrote and this version does not know. */
const ofAnotherVersion = { said: 'by another version' };
const operationOf = new Map<string, Operation>(all.map((one) => [one.name, one]));

describe.each(releases())('the items of release %s', (release) => {
  const { left, answers } = goldenOf(release, (item) => ({ ...item, ofAnotherVersion }));
  const asked = Object.entries(answers);

  let thaw = () => {};
  beforeAll(() => {
    // The release's keys and secrets are as old as its items.
    thaw = freezeDate(left.now);
  });
  afterAll(() => {
    thaw();
  });

  it("a release's items are tested with more than a hundred operations, and contain every kind of object", () => {
    expect(asked.length).toBeGreaterThan(100);
    expect(kindsOf(left.items)).toEqual(
      expect.arrayContaining(
        ['PAYMENT PAYMENT', 'PAYMENT REFUND', 'PAYOUT PAYOUT', 'CUSTOMER CUSTOMER'].map(
          (kind) => `MERCHANT#${kind}`,
        ),
      ),
    );
  });

  it.each(asked)("a release's items serve %s as they did in that release", async (name, before) => {
    const operation = operationOf.get(name);
    if (!operation || !needsNothingOfItsOwn(operation)) throw new Error(`What became of ${name}?`);
    const { answer, container, unchanged } = await askExample(operation, left);
    expect([answer.status, answer.status < 400 ? '' : answer.text]).toEqual([before.status, '']);
    // A later version may add members, but must not change the earlier ones.
    if (before.body !== undefined && !answersAnew.has(name))
      expect(answer.body).toMatchObject(Object(before.body));
    const after = new Map(container.port.items().map((item) => [placeOf(item), item]));
    const forgotten = unchanged.filter((item) => {
      const now = after.get(placeOf(item));
      return now !== undefined && now.ofAnotherVersion === undefined;
    });
    expect(forgotten.map(placeOf).filter((place) => !isMadeAnew(name, place))).toEqual([]);
  });

  it("a release's items are read by the functions behind the stream, and stop none of them", async () => {
    // Where the test processor is deployed, its items are in a table of its own.
    const own = left.items.filter(({ pk }) => !pk.startsWith('SANDBOX#'));
    const told = await tellReaders(own, await containerOf({ ...left, items: own }));
    for (const { reached, failed } of Object.values(told)) {
      expect(failed).toEqual([]);
      expect(reached).toBeGreaterThan(50);
    }
  });

  it("a release's names are all still present", () => {
    expect(missingNames(goldenNames(release), new Set(namesNow()))).toEqual([]);
  });

  it("a release's references to other stacks keep their text where a change would replace a resource", () => {
    expect(changedReferences(goldenReferences(release), referencesNow())).toEqual([]);
  });
});

it('every accepted release is as it was when it was accepted', () => {
  const now = releases().map((release) => [release, digestOf(release)]);
  expect(Object.fromEntries(now)).toEqual(acceptedDigests());
  expect(releases()).toContain(currentRelease);
});

it('an accepted release is never written again', () => {
  const before = digestOf(currentRelease);
  expect(() => accept({ 'names.txt': 'nothing\n' })).toThrow(
    `test/prove/golden/${currentRelease} was accepted already, and is never written again`,
  );
  expect(digestOf(currentRelease)).toBe(before);
});

it('a route that moves to another stack is reported as two deployments', () => {
  const route = 'GET /payments/{payment_id} of Api.Api';
  const now = new Set(
    namesNow().map((name) => name.replace(`${route}: ApiPayments`, `${route}: ApiDisputes`)),
  );
  const moves = ['sandbox', 'production'].map((stage) =>
    expect.stringContaining(
      `${stage}: the route ${route} moves from the stack ApiPayments to ApiDisputes, which takes two deployments`,
    ),
  );
  expect(missingNames(namesNow(), now).toSorted()).toEqual(moves.toReversed());
});

it('a route that goes is reported by its name', () => {
  const route = 'sandbox: stack of route GET /payments/{payment_id} of Api.Api: ApiPayments';
  const now = new Set(namesNow().filter((name) => name !== route));
  expect(missingNames(namesNow(), now)).toEqual([`${route} is missing.`]);
});

it("a reference with another text is reported with CloudFormation's reaction", () => {
  const now = referencesNow();
  expect(now.length).toBeGreaterThan(600);
  const [first] = now;
  if (!first) throw new Error('There is no reference.');
  const place = first.place;
  expect(changedReferences(now, [{ place, text: '"other"' }])).toEqual([
    `${place} was ${first.text} and is "other": CloudFormation replaces the resource.`,
  ]);
});

/** The SDKs of Hyperswitch that ask for it read another answer than the one of those releases. */
const answersAnew: ReadonlySet<string> = new Set(['payments.list-payment-methods']);

/** Items that a save replaces as a whole, because they contain only the request's content. */
const isMadeAnew = (operation: string, place: string): boolean =>
  /^routing\.save-(decision|surcharge)$/.test(operation) && place.includes(' DECISION#');

const placeOf = ({ pk, sk }: Item) => `${pk} ${sk}`;

describe('npm run golden', () => {
  it("npm run golden lists the items, answers and names that this version's release does not contain", async () => {
    const files = await goldenFiles();
    const item = { pk: 'MERCHANT#merchant_example#WISH#wish_1', sk: 'WISH' };
    const more = {
      ...files,
      'table.json': JSON.stringify([...JSON.parse(files['table.json'] ?? ''), item]),
      'answers.json': JSON.stringify({ 'wishes.retrieve': { status: 200 } }),
    };
    const missing = missingFrom(currentRelease, more);
    expect(missing).toContain('table.json has no item of the kind MERCHANT#WISH WISH.');
    expect(missing).toContain('answers.json has no answer of wishes.retrieve.');
    expect(missingFrom('0.0.0', files)).toEqual(['There is nothing of 0.0.0.']);
  });
});
