import * as v from 'valibot';
import type { Entry } from '../../console/answers.ts';
import { askJson, RequestFailed } from '../../console/ask-json.ts';
import { CommandFailed, turnoutCommand, UsageError } from '../command-line/command.ts';
import { inLine } from '../command-line/printable.ts';
import { runAsProgram } from '../command-line/program.ts';
import { consoleAt } from '../laptop/console-address.ts';
import { withAwsErrors } from '../operate/aws-errors.ts';
import type { OperatedTable } from '../operate/operator-database.ts';

const help = `Shows the story of a payment in order: requests, routing, exchanges with processors, saves, events, webhooks.

  npx turnout payment PAYMENT_ID
  npx turnout payment PAYMENT_ID --table NAME --merchant MERCHANT_ID

  --console URL    the console of the switch on this machine; http://127.0.0.1:3004 without it
  --table NAME     the table of a deployment's stack Data, read with the credentials of the AWS CLI; its story has what
                   the table stores, and no line of the log
  --merchant ID    the merchant account; needed with --table, and where several merchants have such a payment
  --help           shows this

Values are masked. Ends with 1 where there is no such payment.
`;

const Found = v.object({
  payments: v.array(v.object({ merchantId: v.string(), id: v.string() })),
});
const Told = v.object({
  entries: v.array(
    v.object({
      at: v.number(),
      kind: v.string(),
      title: v.string(),
      note: v.optional(v.string()),
      ms: v.optional(v.number()),
    }),
  ),
});
type Line = Pick<Entry, 'at' | 'title'> & {
  readonly kind: string;
  readonly note?: string | undefined;
  readonly ms?: number | undefined;
};

export const payment = turnoutCommand(
  {
    name: 'npx turnout payment',
    help,
    options: { console: 'value', table: 'value', merchant: 'value' },
    operands: ['PAYMENT_ID'],
  },
  async (given, _, { environment }) => {
    const [paymentId = ''] = given.operands;
    const table = given.text('table');
    const merchantId = given.text('merchant');
    const entries =
      table === undefined
        ? await fromConsole(consoleAt(given.url('console'), environment), paymentId, merchantId)
        : await fromTable(
            { environment, name: table },
            given.required('merchant', 'the merchant account'),
            paymentId,
          );
    if (entries.length === 0) throw new CommandFailed(whyNone(paymentId));
    return {
      value: {
        paymentId,
        entries: entries.map(({ at, kind, title, note, ms }) => ({
          at: new Date(at).toISOString(),
          kind,
          title,
          note,
          ms,
        })),
      },
      text: entries.map(lineOf).join(''),
    };
  },
);

/** The reason, and the way from the identifier of an object that belongs to a payment. */
function whyNone(id: string): string {
  const isOfOther = /^(?:ref|dp|evt|plink)_/.test(id);
  const way =
    ' Name the payment_id that this object has: the story of the payment contains the object.';
  return `There is no payment ${id}.${isOfOther ? way : ''}`;
}

/** The story as the console has it; empty where there is no such payment. */
async function fromConsole(
  url: string,
  paymentId: string,
  merchantId: string | undefined,
): Promise<readonly Line[]> {
  try {
    const { payments } = await askJson(
      `${url}/api/payments?${new URLSearchParams({ text: paymentId })}`,
      Found,
    );
    const meant = payments.filter(
      (one) => one.id === paymentId && (merchantId === undefined || one.merchantId === merchantId),
    );
    const [payment, another] = meant;
    if (!payment) return [];
    if (another)
      throw new UsageError(`Several merchants have ${paymentId}: name one by --merchant.`);
    const place = { merchantId: payment.merchantId, paymentId };
    return (await askJson(`${url}/api/story?${new URLSearchParams(place)}`, Told)).entries;
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error;
    throw new UsageError(
      `No console answers at ${url}: "npm start" serves one, and --table reads a deployment.`,
      { cause: error },
    );
  }
}

/** The story as a deployment's table stores it; empty where there is no such payment. */
async function fromTable(operated: OperatedTable, merchantId: string, paymentId: string) {
  const { storedStory } = await import('../operate/stored-story.ts');
  return withAwsErrors('', () => storedStory(operated, merchantId, paymentId));
}

function lineOf({ at, kind, title, note }: Line): string {
  const words = inLine(note === undefined ? title : `${title}  ${note}`);
  return `${new Date(at).toISOString()}  ${kind.padEnd(8)}  ${words}\n`;
}

await runAsProgram(import.meta, payment);
