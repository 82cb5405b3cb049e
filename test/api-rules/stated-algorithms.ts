import { accepted, malformed, type Rule, type RuleRequest } from './rule.ts';

const choice = { connector: 'wise', merchant_connector_id: 'mca_wise' };

const taken: readonly (readonly [string, object, object?])[] = [
  ['one connector by its name', { type: 'single', data: 'wise' }],
  ['one account', { type: 'single', data: choice }],
  [
    'one connector as an object',
    { type: 'single', data: { connector: 'wise' } },
    { type: 'single', data: { connector: 'wise', merchant_connector_id: null } },
  ],
  ['several, best first', { type: 'priority', data: ['adyen', choice] }],
  ['shares', { type: 'volume_split', data: [{ connector: choice, split: 70 }] }],
  [
    'a program',
    {
      type: 'advanced',
      data: { defaultSelection: { type: 'priority', data: ['wise'] }, rules: [], metadata: {} },
    },
  ],
];

const refusedForms: readonly (readonly [string, unknown])[] = [
  ['an empty object', {}],
  ['an unknown type', { type: 'dice', data: 'wise' }],
  ['a type without data', { type: 'single' }],
  ['data without a type', { data: 'wise' }],
  ['an unknown connector', { type: 'single', data: 'nobody' }],
  ['an empty list', { type: 'priority', data: [] }],
  ['no shares', { type: 'volume_split', data: [] }],
  ['a negative share', { type: 'volume_split', data: [{ connector: choice, split: -1 }] }],
  ['half a share', { type: 'volume_split', data: [{ connector: choice, split: 0.5 }] }],
  ['a share without a connector', { type: 'volume_split', data: [{ split: 100 }] }],
  ['a program without rules', { type: 'advanced', data: {} }],
  ['an array', ['wise']],
  ['a text', 'wise'],
];

/**
 * The values that each field accepts in which an account or a profile states a routing algorithm.
 */
export const statedAlgorithms = (
  route: string,
  fields: readonly string[],
  stating: (body: object) => RuleRequest,
  isShown: (field: string) => boolean,
): Rule[] =>
  fields.flatMap((field): Rule[] => [
    ...taken.map(
      ([name, algorithm, answer = algorithm]): Rule => [
        route,
        `${field} with ${name}`,
        stating({ [field]: algorithm }),
        accepted(isShown(field) ? { [field]: answer } : {}),
      ],
    ),
    ...refusedForms.map(
      ([name, algorithm]): Rule => [
        route,
        `${field} with ${name}`,
        stating({ [field]: algorithm }),
        malformed(),
      ],
    ),
  ]);
