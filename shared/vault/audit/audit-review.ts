import type { AuditRecord } from './audit-trail.ts';

/** What a person should look into. */
export interface Finding {
  readonly rule: keyof typeof rules;
  /** Whose cards; '' of callers whom nobody knows. */
  readonly tenant: string;
  /** How many lines make it one. */
  readonly count: number;
}

type ReviewedRecord = Pick<AuditRecord, 'tenant' | 'type' | 'origin'>;

const isView = ({ type }: ReviewedRecord) => type === 'card.shown' || type === 'cvc.taken';

/**
 * What nobody does by hand within one minute. `most` is the number from which on it is told; a
 * group is counted by its lines, or by how many different things `counting` finds in them.
 */
const rules = {
  /** Somebody pages through numbers. */
  'many cards shown from one address': {
    concerns: (line: ReviewedRecord) => line.type === 'card.shown',
    group: ({ tenant, origin }: ReviewedRecord) => JSON.stringify([tenant, origin]),
    most: 10,
  },
  /** The same with changing addresses. */
  'many cards shown of one tenant': {
    concerns: (line: ReviewedRecord) => line.type === 'card.shown',
    group: ({ tenant }: ReviewedRecord) => tenant,
    most: 60,
  },
  /** Tokens for showing were handed around. */
  'cards of one tenant shown at many addresses': {
    concerns: isView,
    group: ({ tenant }: ReviewedRecord) => tenant,
    counting: ({ origin }: ReviewedRecord) => origin,
    most: 25,
  },
  /** Somebody tries keys or tokens. */
  'many refusals of one address': {
    concerns: (line: ReviewedRecord) => line.type === 'access.refused',
    group: ({ tenant, origin }: ReviewedRecord) => JSON.stringify([tenant, origin]),
    most: 20,
  },
} as const satisfies Record<string, Rule>;

interface Rule {
  concerns(line: ReviewedRecord): boolean;
  group(line: ReviewedRecord): string;
  counting?(line: ReviewedRecord): string;
  readonly most: number;
}

/** Looks through the lines of one minute, as it is done once for each when it is sealed. */
export function reviewMinute(lines: readonly ReviewedRecord[]): readonly Finding[] {
  return ruleNames.flatMap((rule) => {
    const { concerns, group, counting, most }: Rule = rules[rule];
    const groups = Map.groupBy(lines.filter(concerns), group);
    return [...groups.values()].flatMap((some) => {
      const count = counting ? new Set(some.map(counting)).size : some.length;
      return count >= most ? [{ rule, tenant: some[0]?.tenant ?? '', count }] : [];
    });
  });
}

const ruleNames = Object.keys(rules) as readonly (keyof typeof rules)[]; // The keys of a constant.
