import type { DeployedOperation } from './deployed-operations.ts';

/**
 * Operations that write a payment, refund or payout without asking a processor: an operator states
 * its result. The reason names the consequence.
 */
const writesMoney: Readonly<Record<string, string>> = {
  'payments.manual-update': 'States the result of a payment, after which the merchant ships.',
  'payments.manual-status-update':
    'States the status of a payment, after which the merchant ships.',
  'refunds.manual-update': 'States the result of a refund, which gives its reserved amount back.',
  'payouts.manual-update': 'States the result of a payout, after which the merchant pays again.',
};

/**
 * Whether a new version of an operation takes over gradually and comes back by an alarm. These are
 * the operations that move money, by their contracts: all that ask a processor, because an answer
 * that is read wrongly is saved as a payment's result, and all that write money without one.
 *
 * All others change at once. They read, or they write settings, which a person corrects.
 */
export const movesMoney = ({ name, access }: Pick<DeployedOperation, 'name' | 'access'>): boolean =>
  access.connectors === true || Object.hasOwn(writesMoney, name);

/**
 * Operations for which a payer waits in front of a screen. `-c keepWarm=N` keeps N containers of
 * each. Capture, refund and sync are left out: a merchant's server calls them, and half a second
 * more does no harm there.
 */
const payerWaits: readonly string[] = [
  'payments.create',
  'payments.confirm',
  'payments.return',
  'payments.complete',
];

export const canBeKeptWarm = ({ name }: Pick<DeployedOperation, 'name'>): boolean =>
  payerWaits.includes(name);
