import { operatorKey, turnoutCommand, UsageError } from '../command-line/command.ts';
import { runAsProgram } from '../command-line/program.ts';

const help = `Sends again those events of a merchant that none of 17 attempts delivered, the oldest first.
Events that wait for their next attempt are not among them: POST /events/MERCHANT_ID/retry of the API
sends these too.

  npx turnout redrive --url URL --merchant MERCHANT_ID [--list] [--rate 10]

  --url URL        where the switch is, such as http://127.0.0.1:3000; with https unless it is on this machine
  --merchant ID    the merchant account whose events are sent
  --list           shows them and sends nothing
  --rate N         how many are sent a second at most; 10 without it
  --help           shows this

Environment:
  ADMIN_API_KEY    the operator's key

Ends with 1 when the merchant's server did not take an event. It stays on the list, and you may send
it again.
`;

export const redrive = turnoutCommand(
  {
    name: 'npx turnout redrive',
    help,
    options: { url: 'value', merchant: 'value', list: 'flag', rate: 'value' },
  },
  async (given, { progress }, { environment }) => {
    given.required('url', 'where the switch is, such as http://127.0.0.1:3000');
    const url = given.url('url')?.href.replace(/\/+$/, '') ?? '';
    const merchant = given.required('merchant', 'the merchant account whose events are sent');
    const rate = given.wholeNumber('rate', { least: 1, most: 1_000 }) ?? 10;
    if (given.has('list') && given.has('rate')) {
      throw new UsageError('--list and --rate exclude each other: what is only shown is not sent.');
    }
    const apiKey = operatorKey(environment);
    const { askSwitch, typedIdentifier } = await import('../command-line/ask-switch.ts');
    const { redriveEvents } = await import('../operate/redrive-events.ts');
    const { TurnoutApiError } = await import('#turnout/node');
    const merchantId = typedIdentifier('merchant', merchant);
    const listOnly = given.has('list');
    const events = await askSwitch({ url, apiKey }, async (turnout) => {
      // The list of a merchant that does not exist is empty, as that of one without trouble.
      await turnout.accounts.retrieve(merchantId);
      return redriveEvents({ turnout, merchantId, rate, listOnly, progress });
    }).catch((error: unknown) => {
      if (!(error instanceof TurnoutApiError)) throw error;
      throw new UsageError(`The switch refuses it: ${error.status}, ${error.message}`, {
        cause: error,
      });
    });
    const count = (wanted: (typeof events)[number]['result']) =>
      events.filter(({ result }) => result === wanted).length;
    const [delivered, notTaken] = [count('delivered'), count('not_taken')];
    return {
      value: { delivered, notTaken, events },
      text: listOnly ? '' : `${delivered} delivered, ${notTaken} not taken.`,
      code: notTaken > 0 ? 1 : 0,
    };
  },
);

await runAsProgram(import.meta, redrive);
