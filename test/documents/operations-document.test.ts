import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  additionalOperations,
  allPublished,
  differenceOf,
  membersOf,
  servingOperation,
  verdictOn,
} from '../../scripts/documents/operations-document.ts';
import { operationsFile } from '../../scripts/documents/written-files.ts';
import { operations } from '../../shared/operations.ts';
import { loadStructure } from '../support/documents/structure.ts';

const root = join(import.meta.dirname, '..', '..');
const page = () => readFileSync(join(root, operationsFile), 'utf8');
const structure = loadStructure();
if (!structure) console.warn('Skipped: the published structure of the API is not beside us.');

it('the page of operations documents 148 of 148 published operations', () => {
  expect(page()).toContain('Documented: 148 of 148 published operations.');
  expect(new Set(allPublished.map(({ route }) => route)).size).toBe(148);
});

(structure ? it : it.skip)(
  'the table of published operations has every operation that Hyperswitch publishes, and no other',
  () => {
    const listed = allPublished.map(({ route }) => route);
    expect(listed.toSorted()).toEqual([...(structure?.routes ?? [])].sort());
  },
);

it('a published operation has our operation, unless it is not offered', () => {
  const wrong = allPublished.filter(
    (one) => (servingOperation(one) === undefined) !== (verdictOn(one) === 'not offered'),
  );
  expect(wrong.map(({ route }) => route)).toEqual([]);
});

it('a published operation that is not offered has a path that no operation of ours has', () => {
  const patterns = operations.map(
    ({ path }) => new RegExp(`^${path.replace(/\{[^{}]*\}/g, '[^/]+')}$`),
  );
  const wrong = allPublished.filter(({ route, notOffered }) => {
    const path = route.slice(route.indexOf('/'));
    return notOffered !== undefined && patterns.some((pattern) => pattern.test(path));
  });
  expect(wrong.map(({ route }) => route)).toEqual([]);
});

it('an operation on another path than the published one says how it differs', () => {
  const elsewhere = allPublished.filter((one) => servingOperation(one)?.about?.published);
  expect(elsewhere.length).toBeGreaterThan(2);
  expect(elsewhere.filter((one) => !servingOperation(one)?.about?.differs)).toEqual([]);
});

it('an operation says how it differs only where Hyperswitch publishes it', () => {
  const serving = new Set(allPublished.map(servingOperation));
  const wrong = operations.filter(
    (one) => !serving.has(one) && (one.about?.differs ?? one.about?.published) !== undefined,
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

it('an operation of ours serves one published operation, or is listed as an additional one', () => {
  const serving = allPublished.flatMap((one) => servingOperation(one) ?? []);
  expect(new Set(serving).size).toBe(serving.length);
  expect(serving.length + additionalOperations().length).toBe(operations.length);
  const beyond = page().slice(page().indexOf('## Operations beyond'));
  for (const { method, path } of additionalOperations()) {
    expect(beyond).toContain(`\`${method} ${path}\``);
  }
});

/** Members that our contracts read only to refuse them with 501 `IR_00`. */
it.each(['merchant_connector_details'])(
  'every published operation whose body may have %s has words about its difference',
  (member) => {
    const having = allPublished.filter((one) => member in membersOf(servingOperation(one)?.body));
    expect(having.length).toBeGreaterThan(2);
    expect(having.filter((one) => !differenceOf(one).includes(member))).toEqual([]);
  },
);

/** Files that declare, describe, store or show members. They act on none. */
const declaring =
  /(descriptions|client-rights|packing-dictionary|no-values|-responses?|operations|payment-request|passed-on-fields|connector-account-changes|gsm-rule|present-[\w-]+)\.ts$/;
/** Their form is checked where a request states them, or another operation acts on them. */
const mentioned = new Set([
  'force_3ds_challenge',
  'merchant_category_code',
  'psd2_sca_exemption_type',
  'enable_overcapture',
  'merchant_country_code',
  'profile_acquirer_id',
  'statement_descriptor_suffix',
  'constants',
  // Cybersource's word for a browser.
  'device_channel',
]);

it('a member that the page of operations calls without effect is read by no code of the switch', () => {
  const sources = globSync('{shared,functions}/**/*.ts', { cwd: root })
    .filter((file) => !declaring.test(file) && !file.startsWith('shared/vault/'))
    .map((file) => readFileSync(join(root, file), 'utf8'));
  const words = new Set(sources.flatMap((source) => source.match(/\w+/g) ?? []));
  const inCamelCase = (name: string) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  const members = operations
    .flatMap(({ about }) => [...(about?.stored ?? []), ...(about?.accepted ?? [])])
    .filter((name) => !mentioned.has(name));
  expect(members.length).toBeGreaterThan(30);
  expect(members.filter((name) => words.has(name) || words.has(inCamelCase(name)))).toEqual([]);
  for (const name of members) expect(page()).toContain(`\`${name}\``);
});
