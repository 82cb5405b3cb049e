import { type ParsedArguments, turnoutCommand, UsageError } from '../command-line/command.ts';
import { runAsProgram } from '../command-line/program.ts';
import { withAwsErrors } from '../operate/aws-errors.ts';

/** Events are made again of the last so many days. */
const maxDays = 30;

const help = `Makes events again that the reader of the table's stream missed.

  npx turnout events rebuild --table NAME --since TIME [--until TIME] [--merchant MERCHANT_ID]
                            [--rate 50] [--segment I/N] [--from PLACE]
      makes each event of a change between these times that is missing, and has each sent that never
      was. It reads the whole table. You may run it at any time, also beside the reader of the
      stream, stop it, and run it again: an event is made once. An event made here shows the
      status of its time; all else in it is as it is now.

  --table NAME       the table of the stack Data
  --since TIME       such as 2026-03-01T12:00:00Z; at most ${maxDays} days ago
  --until TIME       now without it
  --merchant ID      a merchant account; all without it
  --rate N           how many events are made a second at most; 50 without it
  --segment I/N      reads one of N parts of the table, such as 1/4, beside other runs
  --from PLACE       continues where an earlier run stopped, with the same --segment
  --help             shows this

Prints a line for each item of which something is lost: it stores its latest transitions only, and
those before the time that is printed are unknown.

Credentials and region are those of the AWS CLI. Ends with 1 when something is lost, when events
could not be made, or when it was stopped.
`;

const names = ['table', 'since', 'until', 'merchant', 'rate', 'segment', 'from'] as const;
type Option = (typeof names)[number];

export const events = turnoutCommand(
  {
    name: 'npx turnout events',
    help,
    words: { rebuild: names },
    options: {
      table: 'value',
      since: 'value',
      until: 'value',
      merchant: 'value',
      rate: 'value',
      segment: 'value',
      from: 'value',
    },
  },
  async (given, output, surroundings) => {
    const name = given.required('table', 'the table of the stack Data');
    given.required('since', 'when the reader of the stream began to miss changes');
    const time = timeOf(given, surroundings.now());
    const walk = {
      merchant: given.text('merchant'),
      from: given.text('from'),
      segment: segmentOf(given.matching('segment', /^[1-9]\d{0,3}\/[1-9]\d{0,3}$/, '1/4')),
    };
    const rate = given.wholeNumber('rate', { least: 1, most: 1_000 }) ?? 50;
    const { makeMissingEvents } = await import('../operate/make-missing-events.ts');
    return withAwsErrors('', () =>
      makeMissingEvents(name, { walk, time, rate }, output, surroundings),
    );
  },
);

type Given = ParsedArguments<Option, 'rebuild'>;

function timeOf(given: Given, now: Date): { readonly since: Date; readonly until: Date } {
  const read = (option: 'since' | 'until') => {
    const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/;
    const text = given.matching(option, form, '2026-03-01T12:00:00Z');
    const time = text === undefined ? now : new Date(text);
    if (Number.isNaN(time.getTime())) throw new UsageError(`--${option}: ${text} is no time.`);
    return time;
  };
  const [since, until] = [read('since'), read('until')];
  if (since >= until) throw new UsageError('--since must be before --until.');
  if (until > now) throw new UsageError('--until must not be in the future.');
  if (now.getTime() - since.getTime() > maxDays * 86_400_000) {
    throw new UsageError(`--since must be at most ${maxDays} days ago.`);
  }
  return { since, until };
}

function segmentOf(text: string | undefined) {
  const [number = 1, of = 1] = text?.split('/').map(Number) ?? [];
  if (number > of) throw new UsageError(`--segment: there is no part ${number} of ${of}.`);
  return text === undefined ? undefined : { number, of };
}

await runAsProgram(import.meta, events);
