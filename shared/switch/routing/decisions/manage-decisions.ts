import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import type {
  DecisionProgram,
  DecisionPurpose,
} from '#merchants/routing-settings/decision-program.ts';
import type { Program } from '#merchants/routing-settings/program.ts';
import { inSeconds } from '#merchants/routing-settings/stored-algorithm.ts';
import { SwitchError } from '#platform/errors.ts';
import { liveTable } from '#platform/table/table.ts';
import { faultOf } from '../rules/programs.ts';
import type { DecisionRecord, SurchargeRecord } from './decision-operations.ts';

export interface DecisionServices {
  readonly configurations: ConfigurationStore;
}

export const liveDecisionServices = (): DecisionServices => ({
  configurations: configurationStore(liveTable()),
});

/** A merchant's statement of a program. */
interface StatedProgram {
  readonly name?: string | null | undefined;
  readonly program: Program<unknown> & { readonly metadata: Record<string, unknown> };
  readonly showsBreakup?: boolean | null | undefined;
}

const defaultNames = {
  three_ds: '3-D Secure decision',
  surcharge: 'Surcharge decision',
} as const satisfies Record<DecisionPurpose, string>;

/**
 * Writes a program in place of the one before, whose name stays unless another is stated.
 *
 * @throws SwitchError `invalid_request` with the rule and the comparison that cannot be used;
 * `concurrent_update`
 */
export async function saveProgram(
  purpose: DecisionPurpose,
  { name, program, showsBreakup }: StatedProgram,
  { account, decisions }: Configuration,
  now: Date,
  { configurations }: DecisionServices,
): Promise<DecisionProgram> {
  const fault = faultOf(program, purpose);
  if (fault) {
    throw new SwitchError('invalid_request', {
      ...fault,
      message: `Invalid program: ${fault.message}`,
    });
  }
  const before = decisions?.[purpose];
  const at = now.toISOString();
  const { defaultSelection, rules, metadata } = program;
  return configurations.saveDecision(
    {
      merchantId: account.id,
      purpose,
      name: name ?? before?.name ?? defaultNames[purpose],
      program: { defaultSelection, rules, metadata },
      ...(showsBreakup != null && { showsBreakup }),
      createdAt: before?.createdAt ?? at,
      modifiedAt: at,
      version: before?.version ?? 1,
    },
    before,
  );
}

/** A merchant's program. Throws `routing_algorithm_not_found`. */
export function programFor(purpose: DecisionPurpose, { decisions }: Configuration) {
  const decision = decisions?.[purpose];
  if (!decision) throw new SwitchError('routing_algorithm_not_found');
  return decision;
}

const presentTimes = ({ createdAt, modifiedAt }: DecisionProgram) => ({
  created_at: inSeconds(createdAt),
  modified_at: inSeconds(modifiedAt),
});

export const presentDecision = (decision: DecisionProgram): DecisionRecord => ({
  name: decision.name,
  program: decision.program,
  ...presentTimes(decision),
});

export const presentSurcharge = (decision: DecisionProgram): SurchargeRecord => ({
  name: decision.name,
  merchant_surcharge_configs: { show_surcharge_breakup_screen: decision.showsBreakup ?? null },
  algorithm: decision.program,
  ...presentTimes(decision),
});
