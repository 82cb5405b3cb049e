import type * as v from 'valibot';

type Issue = v.BaseIssue<unknown>;

/**
 * Says in the words of the Hyperswitch v1 API what is wrong with a body or a query: the field is
 * named, its value never is.
 */
export function describeIssue(issue: Issue): string {
  const field = issue.path?.map(({ key }) => String(key)).join('.') ?? '';
  switch (issue.type) {
    case 'strict_object':
      if (issue.expected === 'never') return `unknown field \`${lastKey(issue)}\``;
      return describeObjectIssue(issue, field);
    case 'object':
    case 'loose_object':
      return describeObjectIssue(issue, field);
    case 'picklist':
    case 'enum':
    case 'literal':
      return typeof issue.input === 'string'
        ? `${field}: unknown variant, expected one of ${issue.expected?.replaceAll('"', '`').replaceAll(' | ', ', ')}`
        : `${field}: ${wrongType(issue)}`;
    case 'union':
    case 'variant':
      return `${field}: data did not match any variant`;
    case 'string':
    case 'number':
    case 'boolean':
    case 'array':
    case 'record':
    case 'null':
      return `${field}: ${wrongType(issue)}`;
    default:
      return field ? `${field}: ${issue.message}` : issue.message;
  }
}

function describeObjectIssue(issue: Issue, field: string) {
  const missing = issue.received === 'undefined' && issue.path?.at(-1)?.value === undefined;
  return missing ? `missing field \`${lastKey(issue)}\`` : `${field}: ${wrongType(issue)}`;
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
