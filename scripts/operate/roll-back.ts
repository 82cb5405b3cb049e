import {
  type AccountAliases,
  aliasCommand,
  isBeingDeployed,
  type LiveFunction,
  type PublishedVersion,
} from './live-functions.ts';

/** The calls that a rollback makes to the account. */
export interface Releases extends AccountAliases {
  say(line: string): void;
}

export interface RollbackOptions {
  readonly direction: 'back' | 'forward';
  /** Only the functions of these names; all without it. */
  readonly only?: readonly string[];
  /**
   * The versions published since then are the release; `lastRelease` finds those of the last one
   * without it.
   */
  readonly since?: Date;
  /** Prints the changes, and makes none. */
  readonly dryRun?: boolean;
}

/** The action for one function or stack. */
interface RollbackStep {
  /** The function's name in the app, or the stack's name. */
  readonly name: string;
  readonly result: 'changed' | 'unchanged' | 'planned' | 'failed';
  /** The version before and after, of a function that was led or would be. */
  readonly from?: string | undefined;
  readonly to?: string;
  readonly message: string;
}

/** The result of a rollback. */
export interface Rollback {
  /** False when a function could not be changed or has no version before. */
  readonly isDone: boolean;
  readonly steps: readonly RollbackStep[];
}

/**
 * Leads the aliases of the last release to the version before, or forward to the newest one again.
 * Doing it twice changes nothing the second time: an alias that no longer leads to its newest
 * version has been rolled back. A stack that CloudFormation is changing is stopped instead, and one
 * that CloudFormation takes back already is skipped. Prints each step.
 */
export async function rollBack(releases: Releases, options: RollbackOptions): Promise<Rollback> {
  const { direction, only, since, dryRun = false } = options;
  const all: LiveFunction[] = [];
  // One after the other: Lambda allows few such calls a second.
  for (const alias of await releases.list()) all.push(await releases.describe(alias));
  const unknown = only?.find((name) => !all.some((fn) => fn.name === name));
  if (unknown !== undefined) {
    releases.say(`No function that changes gradually is called ${unknown}. There are:`);
    for (const { name } of all) releases.say(`  ${name}`);
    return { isDone: false, steps: [] };
  }

  const wanted = all.filter(({ name }) => !only || only.includes(name));
  const deploying = stacksOf(wanted.filter(isBeingDeployed));
  const goingBack = stacksOf(wanted.filter(isGoingBack));
  const settled = wanted.filter((fn) => !isBeingDeployed(fn) && !isGoingBack(fn));
  const release = settled.filter(inRelease(since ?? lastRelease(all)));
  if (release.length === 0 && deploying.length === 0 && goingBack.length === 0) {
    releases.say('No function has a version of that time. Nothing is changed.');
    return { isDone: true, steps: [] };
  }
  const steps = [
    ...(direction === 'back' ? await stopped(deploying, releases, dryRun) : []),
    ...(await led(release, releases, { direction, dryRun })),
  ];
  if (direction === 'forward' && deploying.length > 0) {
    releases.say(`Being deployed just now, and left alone: ${deploying.join(', ')}.`);
  }
  if (goingBack.length > 0) {
    releases.say(`CloudFormation takes back already, and left alone: ${goingBack.join(', ')}.`);
  }
  if (dryRun) releases.say('This was a dry run: nothing is changed.');
  return { isDone: steps.every(({ result }) => result !== 'failed'), steps };
}

/** Stops the deployments that are running. */
async function stopped(stacks: readonly string[], releases: Releases, dryRun: boolean) {
  const steps: RollbackStep[] = [];
  for (const name of stacks) {
    const step = (result: RollbackStep['result'], what: string) => {
      const message = `is being deployed. ${what}`;
      steps.push({ name, result, message });
      releases.say(`${name}: ${message}`);
    };
    if (dryRun) {
      step('planned', 'Would be stopped, and CloudFormation would take it back.');
      continue;
    }
    try {
      await releases.cancelUpdate(name);
      step('changed', 'Stopped: CloudFormation takes it back, which takes some minutes.');
    } catch (error) {
      step('failed', `NOT STOPPED: ${messageOf(error)}`);
    }
  }
  return steps;
}

async function led(
  functions: readonly LiveFunction[],
  releases: Releases,
  { direction, dryRun }: { direction: 'back' | 'forward'; dryRun: boolean },
) {
  const steps: RollbackStep[] = [];
  const first: string[] = [];
  const width = Math.max(0, ...functions.map(({ name }) => name.length));
  for (const fn of functions) {
    const { name, versions, takingOver } = fn;
    const step = (result: RollbackStep['result'], message: string, to?: number) => {
      const versions = to === undefined ? {} : { from: fn.live, to: String(to) };
      steps.push({ name, result, ...versions, message });
      releases.say(`${name.padEnd(width)}  ${message}`);
    };
    const newest = newestOf(fn)?.version;
    if (fn.live === undefined || newest === undefined) {
      step('failed', `NOT CHANGED: ${missing(fn)}`);
      continue;
    }
    const isThere = versions.some(({ version }) => String(version) === fn.live);
    const live = `version ${fn.live}${isThere || fn.live === '$LATEST' ? '' : ', which is gone,'}`;
    const before = Math.max(
      ...versions.map(({ version }) => version).filter((version) => version < newest),
    );
    const wentBack = isThere && Number(fn.live) < newest;
    const target = direction === 'forward' ? newest : wentBack ? Number(fn.live) : before;
    if (target === Number(fn.live) && takingOver === undefined) {
      step(
        'unchanged',
        direction === 'back'
          ? `is at version ${fn.live} already, not at ${newest}`
          : `is at its newest version, ${fn.live}, already`,
      );
    } else if (target === Number.NEGATIVE_INFINITY) {
      first.push(name);
      step('failed', `NOT CHANGED: ${noneBefore(newest)}`);
    } else if (dryRun) {
      step('planned', `would go from ${live} to ${way(fn, target)}`, target);
    } else {
      try {
        await releases.lead(fn, target);
        step('changed', `went from ${live} to ${way(fn, target)}`, target);
      } catch (error) {
        step('failed', `NOT CHANGED, still at ${live}: ${messageOf(error)}`);
      }
    }
  }
  if (first.length > 0) {
    const which =
      first.length === functions.length
        ? 'No function of this release has a'
        : `${first.length} of ${functions.length} functions of this release have no`;
    releases.say(
      `${which} version to lead back to. ` +
        'Deploy the release before: git checkout TAG && npm ci && npx turnout deploy, with its settings.',
    );
  }
  const changed = steps.filter(({ result }) => result === 'changed').length;
  if (changed > 0) {
    releases.say(
      `${changed} changed. They stay so until a deployment publishes another version of them.`,
    );
  }
  return steps;
}

/** A deployment publishes stack after stack; between two of them lie minutes. */
const longestPauseMs = 3_600_000;

/**
 * When the last release began: the time of the newest version of any function, or of the one before
 * for as long as less than an hour lies between two. A deployment that is running is the last
 * release, though it may not have published a version yet.
 */
function lastRelease(functions: readonly LiveFunction[]): Date {
  const running = functions.filter(isBeingDeployed).map(({ stackChangedAt }) => stackChangedAt);
  const published = functions.flatMap(({ versions }) => versions.map((one) => one.publishedAt));
  const times = [...running, ...published].map((time) => time.getTime()).sort((a, b) => b - a);
  const end = times.findIndex(
    (time, index) => time - (times[index + 1] ?? Number.NEGATIVE_INFINITY) >= longestPauseMs,
  );
  return new Date(times[end] ?? 0);
}

const inRelease = (since: Date) => (fn: LiveFunction) =>
  (newestOf(fn)?.publishedAt ?? new Date(0)) >= since;

/** Whether CloudFormation is taking an update of the stack back just now. */
const isGoingBack = ({ stackStatus }: LiveFunction) =>
  stackStatus === 'UPDATE_ROLLBACK_IN_PROGRESS';

const stacksOf = (functions: readonly LiveFunction[]) => [
  ...new Set(functions.map(({ stackName }) => stackName)),
];

const newestOf = ({ versions }: LiveFunction): PublishedVersion | undefined =>
  versions.toSorted((a, b) => b.version - a.version)[0];

/** The end of the way from one version to another: `2, published 2025-11-23T10:00:00.000Z`. */
function way({ versions, live, takingOver }: LiveFunction, target: number): string {
  if (target === Number(live))
    return `${target} alone, and ${takingOver} gets no requests any more`;
  const found = versions.find(({ version }) => version === target);
  return `${target}, published ${found?.publishedAt.toISOString() ?? 'long ago'}`;
}

/** The reason why a function has no version before its newest one. */
const noneBefore = (newest: number): string =>
  newest === 1
    ? 'version 1 is its first, because the release made this function, perhaps in place of another one'
    : `no version before ${newest} is left`;

/** The missing part of a function that cannot be led anywhere, with the command that mends it. */
function missing({ versions, ...alias }: LiveFunction): string {
  if (versions.length === 0) return 'its function has no published version';
  return `its alias is gone. ${aliasCommand('create-alias', alias, alias.deployed ?? 'VERSION')}`;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
