import type { AuditRecord } from './audit-trail.ts';

/** A pattern in the audit trail that an operator should investigate. */
export interface Finding {
  readonly rule: keyof typeof rules;
  /** The tenant of the cards; '' for unknown callers. */
  readonly tenant: string;
  /** The number of records. */
  readonly count: number;
}

type ReviewedRecord = Pick<AuditRecord, 'tenant' | 'type' | 'origin'>;

const isView = ({ type }: ReviewedRecord) => type === 'card.shown' || type === 'cvc.taken';

/**
 * Patterns that no person causes by hand within one minute. `most` is the number from which a
 * pattern is reported. It counts a group's records, or the different values that `counting` finds
 * in them.
 */
const rules = {
  /** A caller pages through card numbers. */
  'many cards shown from one address': {
    concerns: (line: ReviewedRecord) => line.type === 'card.shown',
    group: ({ tenant, origin }: ReviewedRecord) => JSON.stringify([tenant, origin]),
    most: 10,
  },
  /** The same from changing addresses. */
  'many cards shown of one tenant': {
    concerns: (line: ReviewedRecord) => line.type === 'card.shown',
    group: ({ tenant }: ReviewedRecord) => tenant,
    most: 60,
  },
  /** Tokens for showing cards were passed around. */
  'cards of one tenant shown at many addresses': {
    concerns: isView,
    group: ({ tenant }: ReviewedRecord) => tenant,
    counting: ({ origin }: ReviewedRecord) => origin,
    most: 25,
  },
  /** An attacker tries keys or tokens. */
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

/** Reviews the records of one minute, once for each minute when it is sealed. */
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
