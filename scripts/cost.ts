import type { Bill } from '../bench/bill.ts';
import { markdownTable } from '../bench/markdown-table.ts';
import { turnoutCommand } from './command-line/command.ts';
import { runAsProgram } from './command-line/program.ts';
import { type BillRow, rotatedKeysUsd, totalOf } from './cost/cost-model.ts';
import { pricesOf, regions } from './cost/prices.ts';

const help = `Prints what a deployment costs: a month without payments, and a million journeys of a payment.

  npx turnout cost                     at the list prices of us-east-1
  npx turnout cost --region REGION     at those of us-east-1 or eu-west-1

  --help           shows this

It reads the templates of a production with its vault and its alarms, and counts a journey: create,
confirm, capture, refund of a part, retrieve, with three webhooks of the processor and three to the
merchant. docs/cost.md says what is counted and what is assumed. The command makes no call to AWS.
`;

export const cost = turnoutCommand(
  { name: 'npx turnout cost', help, options: { region: 'value' } },
  async (given) => {
    const region = given.oneOf('region', regions) ?? 'us-east-1';
    // Imported late, because it loads the whole app with all functions, which `--help` does not need.
    const { billOf } = await import('../bench/bill.ts');
    const bill = await billOf(region);
    const withTotal = (rows: readonly BillRow[]) => ({ rows, totalUsd: totalOf(rows) });
    return {
      value: {
        region,
        pricesOf,
        idle: withTotal(bill.idle),
        journeys: withTotal(bill.journeys),
        processorWebhooks: withTotal(bill.processorWebhooks),
      },
      text: `List prices of ${region}, ${pricesOf}, without free allowances.\n\n${written(bill)}`,
    };
  },
);

function written({ idle, journeys, processorWebhooks }: Bill): string {
  const later = rotatedKeysUsd(idle);
  return [
    `## A month without payments\n\n${tableOf(idle)}`,
    `Keys rotate once a year. After its first and its second rotation a key costs a dollar more each: in the end $${later.toFixed(2)} more a month.`,
    `## A million journeys\n\n${tableOf(journeys)}`,
    `## A million journeys whose processor sends three webhooks: on top\n\n${tableOf(processorWebhooks)}\n`,
  ].join('\n\n');
}

function tableOf(rows: readonly BillRow[]): string {
  return markdownTable(
    ['what', 'amount', 'unit', 'price', 'dollars', 'why'],
    [
      ...rows.map(({ what, amount, price, usd, because }) => [
        what,
        amount.toLocaleString('en', { maximumFractionDigits: amount < 100 ? 2 : 0 }),
        price.unit,
        `$${price.usd}${price.per === 1 ? '' : ` for ${price.per.toLocaleString('en')}`}`,
        usd.toFixed(2),
        because,
      ]),
      ['**total**', '', '', '', `**${totalOf(rows).toFixed(2)}**`, ''],
    ],
  );
}

await runAsProgram(import.meta, cost);
