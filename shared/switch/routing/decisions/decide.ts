// Loaded late: few merchants have programs for 3-D Secure or surcharges.
import * as v from 'valibot';
import type { DecisionProgram } from '#merchants/routing-settings/decision-program.ts';
import type { Program } from '#merchants/routing-settings/program.ts';
import type { AuthenticationType } from '#vocabulary/authentication-type.ts';
import type { SurchargeDetails } from '#vocabulary/surcharge-details.ts';
import { decide, problemOf } from '../rules/programs.ts';
import type { RuleFacts } from '../rules/rule-keys.ts';
import { SurchargeProgram, type SurchargeRule } from './surcharge-program.ts';
import { ThreeDsProgram } from './three-ds-program.ts';

/**
 * Whether the program wants 3-D Secure; undefined where it leaves that open.
 *
 * @throws Error with the reason when the program cannot be used
 */
export function decideThreeDs(
  decision: DecisionProgram,
  facts: RuleFacts,
): AuthenticationType | undefined {
  return decide(threeDsProgram(decision), facts).selection.override_3ds ?? undefined;
}

/**
 * The surcharge that the program adds, if any.
 *
 * @throws Error with the reason when the program cannot be used
 */
export function decideSurcharge(
  decision: DecisionProgram,
  facts: RuleFacts,
): SurchargeRule | undefined {
  return decide(surchargeProgram(decision), facts).selection.surcharge_details ?? undefined;
}

/** A surcharge and its tax on an amount, in minor units; parts of a unit are rounded up. */
export function surchargeOn(
  amountMinor: number,
  { surcharge, tax_on_surcharge: tax }: SurchargeRule,
): SurchargeDetails {
  const surcharge_amount =
    surcharge.type === 'fixed'
      ? surcharge.value.amount
      : shareOf(amountMinor, surcharge.value.percentage);
  return {
    surcharge_amount,
    ...(tax && { tax_amount: shareOf(surcharge_amount, tax.percentage) }),
  };
}

/** Percentages have two decimals at most, so this counts in whole numbers. */
const shareOf = (amountMinor: number, percentage: number): number => {
  const parts = amountMinor * Math.round(percentage * 100);
  return Math.ceil(parts / 10_000);
};

/**
 * Reads programs as this version knows them. A stored one never changes, so each is read once.
 *
 * @throws Error for one that cannot be used
 */
function readerOf<Selection>(schema: () => v.GenericSchema<unknown, Program<Selection>>) {
  const read = new WeakMap<object, Program<Selection>>();
  return ({ program, purpose }: DecisionProgram): Program<Selection> => {
    const known = read.get(program);
    if (known) return known;
    const parsed = v.safeParse(schema(), program);
    if (!parsed.success) throw new Error('program not understood');
    const problem = problemOf(parsed.output, purpose);
    if (problem !== undefined) throw new Error(problem);
    read.set(program, parsed.output);
    return parsed.output;
  };
}

const threeDsProgram = readerOf(() => ThreeDsProgram);
const surchargeProgram = readerOf(() => SurchargeProgram);
