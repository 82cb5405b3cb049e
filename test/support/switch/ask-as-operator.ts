import * as v from 'valibot';
import { mayBeAdmin, type Operation } from '#platform/http/operation/operation.ts';
import { tableActionsOf } from '#platform/http/operation/table-actions.ts';
import { randomHex } from '#platform/ids.ts';
import { vaultOperations } from '#vault/operations.ts';
import { operations } from '../../../shared/operations.ts';
import { bodyOf } from '../../scenarios/running-shop.ts';
import { operatorKeysOf } from './operator-keys-of.ts';
import type { RunningSwitch } from './switch.ts';

/** The operations that take operators. */
export const forOperators = [
  ...operations.filter(({ auth }) => mayBeAdmin(auth)),
  ...vaultOperations.filter(({ auth }) => auth === 'api key or admin key'),
];

const Texts = v.record(v.string(), v.string());

/**
 * Sends a request with a new key of an operator. Returns whether the first use of the key was noted,
 * with any answer.
 */
export async function askAsOperator(
  running: RunningSwitch,
  {
    name,
    method,
    path,
    example,
    bodyAs,
  }: Pick<Operation, 'name' | 'method' | 'path' | 'example'> & { readonly bodyAs?: string },
): Promise<boolean> {
  const keys = operatorKeysOf(running);
  const operator = `n${randomHex()}`;
  const key = await keys.make({ name: operator, environment: 'snd', now: new Date() });
  const { params = {}, query, body } = example;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, one) => params[one] ?? '');
  const base = name.startsWith('vault.') ? running.vaultUrl : '';
  const isForm = bodyAs === 'form';
  const sent = await bodyOf(isForm ? { form: v.parse(Texts, body) } : { body });
  const rest = { ...(query && { query }), ...sent };
  await running.call(method, `${base}${filled}`, { key, ...rest });
  const made = (await keys.list()).find((one) => one.name === operator);
  return made?.lastUsedAt !== undefined;
}

/**
 * The operation for which a grant on the switch's table serves operators' keys alone; undefined for
 * every other grant.
 */
export function operationOfKeys({
  name,
  action,
  resource,
}: {
  readonly name: string;
  readonly action: string;
  readonly resource: string;
}) {
  if (!/^dynamodb:(?:GetItem|UpdateItem)$/.test(action)) return undefined;
  if (!/table\/turnout-laptop-data-[^/]+$/.test(resource)) return undefined;
  const own = operations.find((one) => one.name === name);
  const isOwn = own && [...tableActionsOf(own)].some((one) => action === `dynamodb:${one}`);
  return isOwn ? undefined : forOperators.find((one) => one.name === name);
}
