import { CommandFailed, operatorKey, turnoutCommand, UsageError } from '../command-line/command.ts';
import { asIs } from '../command-line/json-of.ts';
import { runAsProgram } from '../command-line/program.ts';

const help = `Decides a payment or a refund by hand, when its processor will never report the outcome, or has
reported another amount or currency than it was asked for. A payment that is charged counts as
received with the amount that was asked for.

  npx turnout resolve --merchant ID --payment ID --status STATUS --reason WHY [--url URL]
  npx turnout resolve --merchant ID --refund ID  --status STATUS [--url URL]

  --merchant ID    the merchant account that it belongs to
  --payment ID     the payment to decide, or
  --refund ID      the refund to decide
  --status STATUS  of a payment: charged, failure, voided, authorized (a capture or a void never arrived) or
                   voided_post_charge; of a refund: succeeded or failed
  --reason WHY     is stored with the payment, and no merchant sees it
  --code CODE      why it failed, as merchants will see it
  --message TEXT   the same in words
  --url URL        the base URL of the switch, with https unless it is on this machine; http://127.0.0.1:3000 without it
  --help           shows this

Environment:
  ADMIN_API_KEY    the operator's key

Check the processor's own dashboard first: merchants receive the outcome that you state here.
`;

const ofPayments = ['charged', 'failure', 'voided', 'authorized', 'voided_post_charge'] as const;
const ofRefunds = ['succeeded', 'failed'] as const;

export const resolve = turnoutCommand(
  {
    name: 'npx turnout resolve',
    help,
    options: {
      url: 'value',
      merchant: 'value',
      payment: 'value',
      refund: 'value',
      status: 'value',
      reason: 'value',
      code: 'value',
      message: 'value',
    },
  },
  async (given, _, { environment }) => {
    const url = given.url('url') ?? new URL('http://127.0.0.1:3000');
    const [payment, refund] = [given.text('payment'), given.text('refund')];
    if (payment !== undefined && refund !== undefined) {
      throw new UsageError(
        '--payment and --refund exclude each other: one thing is decided at a time.',
      );
    }
    if (payment === undefined && refund === undefined) {
      throw new UsageError('--payment or --refund is missing: what is to be decided.');
    }
    if (refund !== undefined && given.has('reason')) {
      throw new UsageError('--reason does not go with --refund: no reason is kept with a refund.');
    }
    const merchant = given.required('merchant', 'the merchant account that it belongs to');
    const status = given.oneOf('status', payment === undefined ? ofRefunds : ofPayments);
    if (status === undefined) given.required('status', 'what became of it at the processor');
    const [reason, code, message] = [
      given.text('reason'),
      given.text('code'),
      given.text('message'),
    ];

    const why = { ...(code && { error_code: code }), ...(message && { error_message: message }) };
    const access = { url: url.href.replace(/\/+$/, ''), apiKey: operatorKey(environment) };
    const { askSwitch, typedIdentifier } = await import('../command-line/ask-switch.ts');
    const { TurnoutApiError } = await import('#turnout/node');
    const answer = await askSwitch<unknown>(access, (turnout) => {
      const { payments, refunds } = turnout;
      const shared = { merchant_id: merchant, ...why };
      if (payment === undefined) {
        const id = typedIdentifier('refund', refund ?? '');
        return refunds.manualUpdate(id, { status, ...shared });
      }
      const id = typedIdentifier('payment', payment);
      const body = { attempt_status: status, ...(reason && { reason }), ...shared };
      return payments.manualUpdate(id, body);
    }).catch((error: unknown) => {
      if (!(error instanceof TurnoutApiError)) throw error;
      const refusal = JSON.stringify({ error: error.raw });
      throw new CommandFailed(`${error.status} ${refusal}`, { cause: error });
    });
    return {
      value: { status: 200, answer: asIs(answer) },
      text: `200 ${typeof answer === 'string' ? answer : JSON.stringify(answer)}`.trim(),
    };
  },
);

await runAsProgram(import.meta, resolve);
