import type * as v from 'valibot';
import { SwitchError } from '../../errors.ts';
import { type IgnoredMember, ignoredIn } from '../hints/schema-members.ts';
import type { Operation } from '../operation/operation.ts';
import { ignoredMemberHint, resembles } from '../response/refusals.ts';

/**
 * The members of a body that the operation ignores, as Hyperswitch v1 does. An operation that moves
 * money ignores no member that could change how much or to whom, nor one that resembles a member of
 * the API: the caller expects something of it.
 *
 * Throws `invalid_body`.
 */
export function ignoredMembers(
  { body: schema, movesMoney }: Pick<Operation, 'body' | 'movesMoney'>,
  params: unknown,
  sent: unknown,
): readonly string[] {
  if (!schema) return [];
  if (movesMoney) refuseOtherObject(params, sent);
  const ignored = ignoredIn(schema, sent);
  for (const member of movesMoney ? ignored : []) refuseExpected(schema, member);
  return ignored.map(({ path }) => path.join('.'));
}

/** Refuses a body that names another object than the path. */
function refuseOtherObject(params: unknown, sent: unknown): void {
  if (typeof sent !== 'object' || sent === null) return;
  for (const [param, id] of Object.entries(params ?? {})) {
    const stated: unknown = Object.hasOwn(sent, param) ? Reflect.get(sent, param) : undefined;
    if (stated == null || stated === id) continue;
    throw new SwitchError('invalid_body', {
      detail: `${param}: names another object than the path`,
      param,
      hint: `Leave out \`${param}\`: the path names the object.`,
    });
  }
}

function refuseExpected(schema: v.GenericSchema, { path, siblings }: IgnoredMember): void {
  const name = path.at(-1) ?? '';
  // A nested object without amounts, such as an address, decides nothing about money.
  if (path.length > 1 && !siblings.some(speaksOfMoney)) return;
  if (!speaksOfMoney(name) && !resembles(name, siblings)) return;
  const hint = ignoredMemberHint(schema, path);
  throw new SwitchError('invalid_body', {
    detail: `unknown field \`${name}\``,
    param: path.join('.'),
    hint: hint ?? `Leave out \`${name}\`: this request takes no such member, and cannot change it.`,
  });
}

/** Whether the name of a member is that of an amount, a currency or a destination. */
const speaksOfMoney = (name: string): boolean =>
  name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => moneyWords.has(word));

// biome-ignore format: words read better in rows.
const moneyWords: ReadonlySet<string> = new Set([
  'amount', 'amounts', 'sum', 'total', 'subtotal', 'price', 'money', 'minor', 'cents', 'quantity',
  'partial', 'full', 'final', 'remaining', 'percent', 'percentage', 'charge', 'charges',
  'fee', 'fees', 'tax', 'taxes', 'tip', 'discount', 'surcharge', 'currency', 'currencies',
  'destination', 'recipient', 'payee', 'beneficiary', 'receiver', 'target', 'account', 'iban', 'bic',
  'bank', 'card', 'wallet', 'token', 'transfer', 'transfers', 'split', 'splits',
]);
