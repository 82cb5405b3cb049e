import type * as v from 'valibot';

type Issue = v.BaseIssue<unknown>;

/**
 * Describes an error in a body or a query in the wording of Hyperswitch v1: it names the field and
 * never its value.
 */
export function describeIssue(issue: Issue): string {
  const field = issue.path?.map(({ key }) => String(key)).join('.') ?? '';
  // An issue of the whole body has no field to name.
  const at = field && `${field}: `;
  switch (issue.type) {
    case 'strict_object':
      if (issue.expected === 'never') return `unknown field \`${lastKey(issue)}\``;
      return describeObjectIssue(issue, at);
    case 'object':
    case 'loose_object':
      return describeObjectIssue(issue, at);
    case 'picklist':
    case 'enum':
    case 'literal':
      return typeof issue.input === 'string'
        ? `${at}unknown variant, expected one of ${issue.expected?.replaceAll('"', '`').replaceAll(' | ', ', ')}`
        : `${at}${wrongType(issue)}`;
    case 'union':
      return describeUnion(issue, at);
    case 'variant':
      return describeVariant(issue, at);
    case 'string':
    case 'number':
    case 'boolean':
    case 'array':
    case 'record':
    case 'null':
      return `${at}${wrongType(issue)}`;
    default:
      return `${at}${issue.message}`;
  }
}

/** A discriminating member that is missing, or names no variant. */
function describeVariant(issue: Issue, at: string): string {
  if (issue.issues) return describeUnion(issue, at);
  if (!issue.expected?.startsWith('"') && !issue.expected?.startsWith('(')) {
    return `${at}data did not match any variant`;
  }
  if (issue.received === 'undefined') return `missing field \`${lastKey(issue)}\``;
  return `${at}unknown variant, expected one of ${words(issue.expected)}`;
}

/**
 * Describes the error in the variant that is nearest to the data: the one that fits the data
 * deepest, and of those one with a wrong value rather than one with a missing member.
 */
function describeUnion(issue: Issue, at: string): string {
  const deepest = deepestOf(issue);
  const nearest = nearestIn(deepest);
  if (!nearest) return `${at}data did not match any variant`;
  const whole = below(issue, nearest);
  const parent = whole.path?.slice(0, -1).map(({ key }) => String(key)) ?? [];
  const inside = parent.length > 0 ? `${parent.join('.')}: ` : '';
  const members = [...new Set(deepest.map((one) => `\`${lastKey(one)}\``))];
  if (isMissing(nearest) && members.length > 1) {
    return `${inside}data did not match any variant, expected one of ${members.join(', ')}`;
  }
  const isNamed = isMissing(nearest) || isUnknown(nearest);
  return `${isNamed ? inside : ''}${describeIssue(whole)}`;
}

/** The issue that an error is about: itself, or in a union the one that is nearest to the data. */
export function nearestIssue(issue: Issue): Issue {
  const nearest = nearestIn(deepestOf(issue));
  return nearest ? nearestIssue(below(issue, nearest)) : issue;
}

/** The issues that are deepest in the data, with paths from the union on. */
function deepestOf(issue: Issue): readonly Issue[] {
  const wrong = leavesOf(issue).filter(({ path }) => path !== undefined);
  const depth = Math.max(...wrong.map(depthOf));
  return wrong.filter((one) => depthOf(one) === depth);
}

const nearestIn = (deepest: readonly Issue[]): Issue | undefined =>
  deepest.find((one) => !isMissing(one) && !isUnknown(one)) ??
  deepest.find((one) => !isMissing(one)) ??
  deepest[0];

/** The issues of all variants, and of the unions in them, with paths from the union on. */
function leavesOf(issue: Issue): readonly Issue[] {
  return (issue.issues ?? []).flatMap((one) =>
    one.type === 'union' && one.issues ? leavesOf(one).map((leaf) => below(one, leaf)) : [one],
  );
}

/** The issue with the path of the issue that it is part of before its own. */
const below = ({ path = [] as never }: Issue, issue: Issue): Issue => ({
  ...issue,
  ...joined([...path, ...(issue.path ?? [])]),
});

const joined = ([first, ...rest]: readonly v.IssuePathItem[]): Pick<Issue, 'path'> =>
  first ? { path: [first, ...rest] } : {};

const depthOf = ({ path }: Issue) => path?.length ?? 0;
/** Whether the data has a member that the schema has not. */
export const isUnknown = ({ type, expected }: Issue) =>
  type === 'strict_object' && expected === 'never';
/** Whether the data lacks a required member. */
export const isMissing = ({ received, path }: Issue) =>
  received === 'undefined' && path?.at(-1)?.value === undefined;

const words = (expected: string | null) =>
  expected
    ?.replace(/^\(|\)$/g, '')
    .replaceAll('"', '`')
    .replaceAll(' | ', ', ');

function describeObjectIssue(issue: Issue, at: string) {
  const missing = issue.received === 'undefined' && issue.path?.at(-1)?.value === undefined;
  return missing ? `missing field \`${lastKey(issue)}\`` : `${at}${wrongType(issue)}`;
}

const lastKey = (issue: Issue) => String(issue.path?.at(-1)?.key ?? '');

const wrongType = (issue: Issue) => {
  const received = Array.isArray(issue.input) ? 'sequence' : typeof issue.input;
  const kind = issue.input === null ? 'null' : received === 'object' ? 'map' : received;
  const expected = /^\(?"/.test(issue.expected ?? '')
    ? 'a known value'
    : (issue.expected ?? issue.type);
  return `invalid type: ${kind}, expected ${expected.toLowerCase()}`;
};
