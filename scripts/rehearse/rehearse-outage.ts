import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { TurnoutError } from '#turnout/node';
import { askJson, RequestFailed } from '../../console/ask-json.ts';
import { type Output, UsageError } from '../command-line/command.ts';
import { beginIncident, chooserBy, type Incident } from './drill-incidents.ts';
import { type DrillShop, takeOnShops } from './drill-shops.ts';
import { type StartedSwitch, startSwitchWithLog } from './started-switch.ts';

export interface Drill {
  /** Chooses the outage. */
  readonly seed: number;
  readonly logFile: string;
  /** Whether the outage begins when the person is ready. */
  readonly waits: boolean;
  /** Whether the cause is printed at the end. */
  readonly answers: boolean;
  readonly person: DrillPerson;
  readonly output: Output;
}

/** The person at a drill. */
export interface DrillPerson {
  /** Resolves when the outage may begin, or the drill ends. */
  readonly isReady: Promise<void>;
  /** Aborted when the drill ends. */
  readonly ending: AbortSignal;
  /** Takes the function that prints the cause. */
  whenAsked(tell: () => void): void;
  /** Ends the drill. */
  end(): void;
}

/**
 * Starts a switch with healthy traffic, causes a fault in it, and prints a pager's message once an
 * alarm wakes. Resolves when the drill is over and the switch has ended.
 */
export async function rehearseOutage(drill: Drill): Promise<void> {
  const { person, logFile, output } = drill;
  const { ending } = person;
  /** Ignores errors of calls that fail because the person ended the drill. */
  const unlessEnding = (error: unknown): undefined => {
    const isEnding = isFailedCall(error) || error instanceof UsageError;
    if (!ending.aborted || !isEnding) throw error;
  };
  output.progress(`A switch starts. Its log is ${logFile}.`);
  const running = await startSwitchWithLog(logFile, ending).catch(unlessEnding);
  if (!running) return;
  void running.ended.then(() => {
    if (!ending.aborted) output.progress('The switch has ended by itself. Its log says why.');
    person.end();
  });
  try {
    await rehearseWith(running, drill).catch(unlessEnding);
  } finally {
    person.end();
    await running.stop();
  }
}

async function rehearseWith(
  { url, consoleUrl, adminKey }: StartedSwitch,
  { seed, logFile, waits, answers, person, output }: Drill,
): Promise<void> {
  const { ending } = person;
  const receiverOf = (merchantId: string) => `${consoleUrl}/receive/${merchantId}`;
  const shops = await takeOnShops({ operator: { url, apiKey: adminKey }, receiverOf });
  await payEverywhere(shops);
  output.result(
    { kind: 'ready', url, consoleUrl, logFile },
    `The switch is at ${url}, its console at ${consoleUrl}. Merchants are paid, and all is well.`,
  );
  if (waits) {
    output.progress('Press Enter to begin.');
    await person.isReady;
  }
  if (ending.aborted) return;

  const incident = await beginIncident({ choose: chooserBy(seed), shops });
  const tell = () => printCause(incident, output);
  person.whenAsked(tell);
  const traffic = keepPaying(shops, incident, ending);
  const alarms = await alarmsThatWake(consoleUrl, ending);
  if (alarms.length > 0) page(alarms, { consoleUrl, logFile, output });
  await traffic;
  if (answers) tell();
}

/** A payment through each account of each shop. */
const payEverywhere = (shops: readonly DrillShop[]) =>
  Promise.all(
    shops.map(async (shop) => {
      for (const account of shop.accounts) await shop.pay({ account });
    }),
  );

const trafficEveryMs = 4_000;

/** Payments that go well, and beside them the fault again and again. */
async function keepPaying(shops: readonly DrillShop[], { again }: Incident, ending: AbortSignal) {
  for (let count = 0; ; count += 1) {
    await pause(trafficEveryMs, undefined, { signal: ending }).catch(() => undefined);
    if (ending.aborted) return;
    // A person may disable accounts or end the switch meanwhile.
    await shops[count % shops.length]?.pay({}).catch(isOfTheShop);
    await again?.().catch(isOfTheShop);
  }
}

function isOfTheShop(error: unknown): undefined {
  if (!isFailedCall(error)) throw error;
}

const isFailedCall = (error: unknown) =>
  error instanceof TurnoutError || error instanceof RequestFailed;

const Alarms = v.object({
  alarms: v.array(
    v.object({
      name: v.string(),
      state: v.string(),
      isComposite: v.boolean(),
      description: v.string(),
    }),
  ),
});
type Alarm = v.InferOutput<typeof Alarms>['alarms'][number];

const longestMs = 120_000;

/**
 * The alarms that are on as soon as one of them wakes the operator; none if the drill ends before.
 */
async function alarmsThatWake(consoleUrl: string, ending: AbortSignal): Promise<readonly Alarm[]> {
  for (const until = Date.now() + longestMs; Date.now() < until && !ending.aborted; ) {
    const { alarms } = await askJson(`${consoleUrl}/api/alarms`, Alarms);
    const on = alarms.filter(({ state }) => state === 'ALARM');
    if (on.some(({ isComposite }) => isComposite)) return on;
    await pause(200);
  }
  if (ending.aborted) return [];
  throw new Error('Something went wrong in the switch, and no alarm told it.');
}

/** Prints a pager's message. */
function page(
  alarms: readonly Alarm[],
  {
    consoleUrl,
    logFile,
    output,
  }: Pick<Drill, 'logFile' | 'output'> & { readonly consoleUrl: string },
): void {
  const at = new Date().toISOString();
  const { port } = new URL(consoleUrl);
  const lines = [
    '',
    `${at}  It is on:`,
    // The composite alarms come first: they wake.
    ...alarms.map(({ name, description }) => `  ${name}: ${description}`),
    '',
    'In a shell, in the folder of this repository:',
    `  export CONSOLE_PORT=${port} DRILL_LOG='${logFile}'; source docs/runbooks/commands.sh`,
    '',
    '"answer" and Enter tells the cause. Ctrl-C ends everything.',
  ];
  output.result({ kind: 'alarms', at, alarms }, lines.join('\n'));
}

function printCause({ cause, signs }: Incident, output: Output): void {
  const lines = Object.entries(signs).map(([name, value]) => `  ${name}=${value}`);
  output.result({ kind: 'cause', cause, signs }, ['', `The cause: ${cause}`, ...lines].join('\n'));
}
