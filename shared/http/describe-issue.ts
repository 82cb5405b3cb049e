import type * as v from 'valibot';

type Issue = v.BaseIssue<unknown>;

/**
 * Describes what is wrong with a body or a query in the wording of Hyperswitch v1: it names the
 * field and never its value.
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
    case 'variant':
      return `${at}data did not match any variant`;
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
