import { turnoutCommand } from '../command-line/command.ts';
import { markdownTable } from '../command-line/markdown-table.ts';
import { runAsProgram } from '../command-line/program.ts';
import { type Bill, billOfProduction } from '../cost/bill.ts';
import { type BillRow, rotatedKeysUsd, totalOf } from '../cost/cost-model.ts';
import { pricesOf, regions } from '../cost/prices.ts';

const help = `Prints what a deployment costs: a month without payments, and a million journeys of a payment.

  npx turnout cost                     at the list prices of us-east-1
  npx turnout cost --region REGION     at those of us-east-1 or eu-west-1

  --help           shows this

It reads the templates of a production with its vault and its alarms, and counts a journey: create,
confirm, capture, refund of a part, retrieve, with three webhooks of the processor and three to the
merchant. It does so for one busy merchant and for a thousand small ones, whose requests meet
containers without their keys and settings, and adds a year. Their clients take answers in gzip. It also prints how much the settings
dashboards, groupedAlarms, listSeconds and steadyRate save. docs/cost.md says what is counted and what is
assumed. The command makes no call to AWS.
`;

export const cost = turnoutCommand(
  { name: 'npx turnout cost', help, options: { region: 'value' } },
  async (given) => {
    const region = given.oneOf('region', regions) ?? 'us-east-1';
    const bill = await billOfProduction(region);
    const withTotal = (rows: readonly BillRow[]) => ({ rows, totalUsd: totalOf(rows) });
    return {
      value: {
        region,
        pricesOf,
        idle: withTotal(bill.idle),
        idleWithFewTools: withTotal(bill.idleWithFewTools),
        journeys: withTotal(bill.journeys),
        laterListedJourneys: withTotal(bill.laterListedJourneys),
        unpackedJourneys: withTotal(bill.unpackedJourneys),
        sharedKeyJourneys: withTotal(bill.sharedKeyJourneys),
        steadyJourneys: withTotal(bill.steadyJourneys),
        processorWebhooks: withTotal(bill.processorWebhooks),
        journeysOfSmallMerchants: withTotal(bill.ofSmallMerchants.journeys),
        processorWebhooksOfSmallMerchants: withTotal(bill.ofSmallMerchants.processorWebhooks),
        later: { rows: bill.later },
        year: withTotal(bill.year),
      },
      text: `List prices of ${region}, ${pricesOf}, without free allowances.\n\n${written(bill)}`,
    };
  },
);

function written({ idle, later: beside, year, ofSmallMerchants: small, ...others }: Bill): string {
  const { idleWithFewTools, laterListedJourneys, unpackedJourneys, steadyJourneys, ...more } =
    others;
  const { sharedKeyJourneys, ...busy } = more;
  const later = rotatedKeysUsd(idle);
  return [
    `## A month without payments\n\n${tableOf(idle)}`,
    `Keys rotate once a year. After its first and its second rotation a key costs a dollar more each: in the end $${later.toFixed(2)} more a month.`,
    `Without dashboards and composite alarms (dashboards=off, groupedAlarms=off) the month costs $${totalOf(idleWithFewTools).toFixed(2)}.`,
    `## A million journeys\n\n${columnsOf(busy.journeys, small.journeys)}`,
    `Once their keys are under a shared one (npx turnout keys share), a million journeys of a thousand merchants cost $${totalOf(sharedKeyJourneys).toFixed(2)}.`,
    `With lists that are ten seconds behind (listSeconds=10), a million journeys of one merchant cost $${totalOf(laterListedJourneys).toFixed(2)}.`,
    `Where no client asks for gzip, a million journeys of one merchant cost $${totalOf(unpackedJourneys).toFixed(2)}.`,
    `## A million journeys of a steady rate, on provisioned capacity (steadyRate)\n\n${tableOf(steadyJourneys.filter(isOfTable), false)}`,
    `All other rows are as above: $${totalOf(steadyJourneys).toFixed(2)} in all.`,
    `## A million journeys whose processor sends three webhooks: on top\n\n${columnsOf(busy.processorWebhooks, small.processorWebhooks)}`,
    `## Beside them\n\n${tableOf(beside, false)}`,
    `## A year with a million journeys of one merchant each month\n\n${tableOf(year)}\n`,
  ].join('\n\n');
}

/** The rows that provisioned capacity changes. */
const isOfTable = ({ what }: BillRow) => /^(writes|reads) of /.test(what);

const amountOf = (amount: number) =>
  amount.toLocaleString('en', { maximumFractionDigits: amount < 100 ? 2 : 0 });

const priceOf = ({ price: { usd, per } }: BillRow) =>
  `$${Number(usd.toFixed(8))}${per === 1 ? '' : ` for ${per.toLocaleString('en')}`}`;

function tableOf(rows: readonly BillRow[], hasTotal = true): string {
  return markdownTable(
    ['what', 'amount', 'unit', 'price', 'dollars', 'why'],
    [
      ...rows.map((row) => [
        row.what,
        amountOf(row.amount),
        row.price.unit,
        priceOf(row),
        row.usd.toFixed(2),
        row.because,
      ]),
      ...(hasTotal ? [['**total**', '', '', '', `**${totalOf(rows).toFixed(2)}**`, '']] : []),
    ],
  );
}

/** The same work for one busy merchant and for a thousand small ones, side by side. */
function columnsOf(busy: readonly BillRow[], small: readonly BillRow[]): string {
  const rows = [...new Set([...busy, ...small].map(({ what }) => what))].flatMap((what) => {
    const [one, other] = [busy, small].map((bill) => bill.find((row) => row.what === what));
    const row = one ?? other;
    return row ? [{ what, row, one, other }] : [];
  });
  return markdownTable(
    [
      ...['what', 'one merchant', 'a thousand', 'unit', 'price'],
      ...['dollars, one merchant', 'a thousand', 'why'],
    ],
    [
      ...rows.map(({ what, row, one, other }) => [
        what,
        amountOf(one?.amount ?? 0),
        amountOf(other?.amount ?? 0),
        row.price.unit,
        priceOf(row),
        (one?.usd ?? 0).toFixed(2),
        (other?.usd ?? 0).toFixed(2),
        row.because,
      ]),
      [
        ...['**total**', '', '', '', ''],
        ...[busy, small].map((bill) => `**${totalOf(bill).toFixed(2)}**`),
        '',
      ],
    ],
  );
}

await runAsProgram(import.meta, cost);
