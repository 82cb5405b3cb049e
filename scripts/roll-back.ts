/** A function that is invoked by an alias, as AWS describes it. */
export interface LiveFunction {
  /** The function's name in the app: `payments.confirm`. */
  readonly name: string;
  readonly stackName: string;
  readonly aliasArn: string;
  /** The version that the alias leads to. */
  readonly live: number;
  /** The version that takes over while a deployment is running. */
  readonly takingOver: number | undefined;
  /** Identifies this state of the alias: a change states it and fails if another came first. */
  readonly revision: string;
  /** All published versions, in any order. */
  readonly versions: readonly PublishedVersion[];
}

interface PublishedVersion {
  readonly version: number;
  readonly publishedAt: Date;
}

/** The calls that a rollback makes to the account. */
export interface Releases {
  functions(): Promise<readonly LiveFunction[]>;
  /** Leads an alias to a version. Throws when another change came between. */
  lead(fn: LiveFunction, version: number): Promise<void>;
  /** Stops the update of a stack, which CloudFormation then takes back. */
  cancelUpdate(stackName: string): Promise<void>;
  say(line: string): void;
}

export interface RollbackOptions {
  readonly direction: 'back' | 'forward';
  /** Only the functions of these names; all without it. */
  readonly only?: readonly string[];
  /** The versions published since then are the release; see `lastRelease` for what they are without it. */
  readonly since?: Date;
  /** Says what would be done, and does nothing. */
  readonly dryRun?: boolean;
}

/**
 * Leads the aliases of the last release to the version before, or forward to the newest one again.
 * Doing it twice changes nothing the second time: an alias that no longer leads to its newest
 * version has been rolled back. Resolves with the exit code: 1 when a function could not be changed
 * or has no version before.
 */
export async function rollBack(releases: Releases, options: RollbackOptions): Promise<number> {
  const { direction, only, since, dryRun = false } = options;
  const all = await releases.functions();
  const unknown = only?.find((name) => !all.some((fn) => fn.name === name));
  if (unknown !== undefined) {
    releases.say(`No function that changes gradually is called ${unknown}. There are:`);
    for (const { name } of all) releases.say(`  ${name}`);
    return 1;
  }

  const wanted = all.filter(({ name }) => !only || only.includes(name));
  const release = wanted.filter(inRelease(since ?? lastRelease(all)));
  if (release.length === 0) {
    releases.say('No function has a version of that time. Nothing is changed.');
    return 0;
  }
  const deploying = new Set(
    release.flatMap(({ stackName, takingOver }) => (takingOver === undefined ? [] : stackName)),
  );
  const failures = [
    ...(direction === 'back' ? await stopped([...deploying], releases, dryRun) : []),
    ...(await led(
      release.filter(({ stackName }) => !deploying.has(stackName)),
      releases,
      { direction, dryRun },
    )),
  ];
  if (direction === 'forward' && deploying.size > 0) {
    releases.say(`Being deployed just now, and left alone: ${[...deploying].join(', ')}.`);
  }
  if (dryRun) releases.say('This was a dry run: nothing is changed.');
  return failures.length > 0 ? 1 : 0;
}

/** Stops the deployments that are running. Returns the names of those that could not be stopped. */
async function stopped(stacks: readonly string[], releases: Releases, dryRun: boolean) {
  const failures: string[] = [];
  for (const stackName of stacks) {
    const said = `${stackName}: is being deployed.`;
    if (dryRun) {
      releases.say(`${said} Would be stopped, and CloudFormation would take it back.`);
      continue;
    }
    try {
      await releases.cancelUpdate(stackName);
      releases.say(`${said} Stopped: CloudFormation takes it back, which takes some minutes.`);
    } catch (error) {
      failures.push(stackName);
      releases.say(`${said} NOT STOPPED: ${messageOf(error)}`);
    }
  }
  return failures;
}

async function led(
  functions: readonly LiveFunction[],
  releases: Releases,
  { direction, dryRun }: { direction: 'back' | 'forward'; dryRun: boolean },
) {
  const failures: string[] = [];
  let changed = 0;
  const width = Math.max(0, ...functions.map(({ name }) => name.length));
  for (const fn of functions) {
    const { name, live, versions } = fn;
    const said = (what: string) => releases.say(`${name.padEnd(width)}  ${what}`);
    const newest = newestOf(fn).version;
    const before = Math.max(
      ...versions.map(({ version }) => version).filter((version) => version < newest),
    );
    const target = direction === 'back' ? before : newest;
    if (direction === 'back' && live < newest) {
      said(`is at version ${live} already, not at ${newest}`);
    } else if (direction === 'forward' && live === newest) {
      said(`is at its newest version, ${live}, already`);
    } else if (target === Number.NEGATIVE_INFINITY) {
      failures.push(name);
      said(`NOT CHANGED: version ${live} is its first`);
    } else if (dryRun) {
      said(`would go from version ${live} to ${target}, published ${publishedAt(fn, target)}`);
    } else {
      try {
        await releases.lead(fn, target);
        changed += 1;
        said(`went from version ${live} to ${target}, published ${publishedAt(fn, target)}`);
      } catch (error) {
        failures.push(name);
        said(`NOT CHANGED, still at version ${live}: ${messageOf(error)}`);
      }
    }
  }
  if (changed > 0) {
    releases.say(
      `${changed} changed. They stay so until a deployment publishes another version of them.`,
    );
  }
  return failures;
}

/** A deployment publishes stack after stack; between two of them lie minutes. */
const longestPauseMs = 3_600_000;

/**
 * When the last release began: the time of the newest version of any function, or of the one before
 * for as long as less than an hour lies between two.
 */
function lastRelease(functions: readonly LiveFunction[]): Date {
  const times = functions
    .flatMap(({ versions }) => versions.map((one) => one.publishedAt.getTime()))
    .sort((a, b) => b - a);
  const end = times.findIndex(
    (time, index) => time - (times[index + 1] ?? Number.NEGATIVE_INFINITY) >= longestPauseMs,
  );
  return new Date(times[end] ?? 0);
}

const inRelease = (since: Date) => (fn: LiveFunction) =>
  fn.versions.length > 0 && newestOf(fn).publishedAt >= since;

const newestOf = ({ versions }: LiveFunction): PublishedVersion =>
  versions.reduce((newest, one) => (one.version > newest.version ? one : newest));

const publishedAt = ({ versions }: LiveFunction, wanted: number) =>
  versions.find(({ version }) => version === wanted)?.publishedAt.toISOString() ?? 'long ago';

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
