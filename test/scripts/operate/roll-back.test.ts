import type { LiveFunction } from '../../../scripts/operate/live-functions.ts';
import {
  type Releases,
  type RollbackOptions,
  rollBack,
} from '../../../scripts/operate/roll-back.ts';

const at = (text: string) => new Date(`2025-11-23T${text}:00Z`);

/** A function with versions 1, 2 … published at these times; its alias leads to the last. */
function aFunction(
  name: string,
  times: readonly string[],
  more: Partial<LiveFunction> = {},
): LiveFunction {
  const newest = String(times.length);
  return {
    name,
    stackName: 'turnout-production-api-payments',
    takingOver: undefined,
    stackStatus: 'UPDATE_COMPLETE',
    stackChangedAt: at('07:59'),
    logicalId: 'Live',
    resourceStatus: 'UPDATE_COMPLETE',
    aliasArn: `arn:aws:lambda:eu-west-1:123456789012:function:${name}:live`,
    deployed: newest,
    live: newest,
    revision: 'r1',
    versions: times.map((time, index) => ({ version: index + 1, publishedAt: at(time) })),
    ...more,
  };
}

/**
 * Runs a rollback in such an account. Afterwards `account` contains the versions of the aliases.
 */
async function run(
  functions: readonly LiveFunction[],
  options: Partial<RollbackOptions> = {},
  refuses: (name: string) => string | undefined = () => undefined,
) {
  const [said, cancelled]: [string[], string[]] = [[], []];
  const account = new Map(functions.map((fn) => [fn.aliasArn, fn]));
  const found = (aliasArn: string) => {
    const fn = account.get(aliasArn);
    if (!fn) throw new Error(`There is no ${aliasArn}.`);
    return fn;
  };
  const releases: Releases = {
    list: async () => [...account.values()],
    describe: async ({ aliasArn }) => found(aliasArn),
    async lead({ aliasArn }, version) {
      const fn = found(aliasArn);
      const why = refuses(fn.name);
      if (why) throw new Error(why);
      account.set(aliasArn, { ...fn, live: String(version), takingOver: undefined });
    },
    async cancelUpdate(stackName) {
      const why = refuses(stackName);
      if (why) throw new Error(why);
      cancelled.push(stackName);
    },
    say: (line) => said.push(line),
  };
  const once = async () => {
    const { isDone, steps } = await rollBack(releases, { direction: 'back', ...options });
    return { code: isDone ? 0 : 1, steps };
  };
  const { code, steps } = await once();
  const leads = Object.fromEntries(
    [...account.values()].map(({ name, live }) => [name, live && Number(live)]),
  );
  return { code, steps, account: leads, cancelled, said, once, now: () => [...account.values()] };
}

const confirm = aFunction('payments.confirm', ['08:00', '10:00', '22:00']);
const capture = aFunction('payments.capture', ['08:00', '22:15']);
/** It did not change in the last release. */
const refund = aFunction('refunds.create', ['08:00', '10:00']);

describe('npx turnout rollback', () => {
  it('npx turnout rollback moves the functions of the last release to the version before, and leaves the others', async () => {
    const { code, account, said } = await run([confirm, capture, refund]);
    expect(account).toEqual({
      'payments.confirm': 2,
      'payments.capture': 1,
      'refunds.create': 2,
    });
    expect(said).toEqual([
      'payments.confirm  went from version 3 to 2, published 2025-11-23T10:00:00.000Z',
      'payments.capture  went from version 2 to 1, published 2025-11-23T08:00:00.000Z',
      '2 changed. They stay so until a deployment publishes another version of them.',
    ]);
    expect(code).toBe(0);
  });

  it('npx turnout rollback treats the versions of a deployment that goes on for hours as one release', async () => {
    const slow = ['22:00', '22:45', '23:30'].map((time, index) =>
      aFunction(`payments.${index}`, ['08:00', time]),
    );
    const { account } = await run(slow);
    expect(Object.values(account)).toEqual([1, 1, 1]);
  });

  it('npx turnout rollback changes nothing the second time, so no function goes back two versions', async () => {
    const { account, once, said, now } = await run([confirm, capture]);
    said.length = 0;
    expect(await once()).toMatchObject({ code: 0 });
    expect(now().map(({ live }) => live)).toEqual(['2', '1']);
    expect(account).toEqual({ 'payments.confirm': 2, 'payments.capture': 1 });
    expect(said).toEqual([
      'payments.confirm  is at version 2 already, not at 3',
      'payments.capture  is at version 1 already, not at 2',
    ]);
  });

  it('a dry run of npx turnout rollback prints its actions, and does nothing', async () => {
    const { code, account, said } = await run([confirm, capture], { dryRun: true });
    expect(account).toEqual({ 'payments.confirm': 3, 'payments.capture': 2 });
    expect(said).toEqual([
      'payments.confirm  would go from version 3 to 2, published 2025-11-23T10:00:00.000Z',
      'payments.capture  would go from version 2 to 1, published 2025-11-23T08:00:00.000Z',
      'This was a dry run: nothing is changed.',
    ]);
    expect(code).toBe(0);
  });

  it('npx turnout rollback forward moves functions that went back to their newest version again', async () => {
    const back = [
      { ...confirm, live: '2' },
      { ...capture, live: '2' },
    ];
    const { account, said } = await run(back, { direction: 'forward' });
    expect(account).toEqual({ 'payments.confirm': 3, 'payments.capture': 2 });
    expect(said[1]).toBe('payments.capture  is at its newest version, 2, already');
  });

  it('npx turnout rollback changes only the named functions, and refuses an unknown name', async () => {
    const only = await run([confirm, capture], { only: ['payments.capture'] });
    expect(only.account).toEqual({ 'payments.confirm': 3, 'payments.capture': 1 });
    const unknown = await run([confirm, capture], { only: ['payments.guess'] });
    expect(unknown.account).toEqual({ 'payments.confirm': 3, 'payments.capture': 2 });
    expect([unknown.code, ...unknown.said]).toEqual([
      1,
      'No function that changes gradually is called payments.guess. There are:',
      '  payments.confirm',
      '  payments.capture',
    ]);
  });

  it("npx turnout rollback accepts the operator's time for the release's begin", async () => {
    const { account } = await run([confirm, capture, refund], { since: at('09:00') });
    expect(account).toEqual({ 'payments.confirm': 2, 'payments.capture': 1, 'refunds.create': 1 });
    const none = await run([confirm], { since: at('23:00') });
    expect([none.code, none.account, ...none.said]).toEqual([
      0,
      { 'payments.confirm': 3 },
      'No function has a version of that time. Nothing is changed.',
    ]);
  });

  it('npx turnout rollback names the functions without a version before, and changes the others', async () => {
    const { code, account, said } = await run([confirm, aFunction('payments.new', ['22:00'])]);
    expect(account).toEqual({ 'payments.confirm': 2, 'payments.new': 1 });
    expect(said[1]).toContain('payments.new      NOT CHANGED: version 1 is its first');
    expect(code).toBe(1);
  });

  it('npx turnout rollback says that there is no version to lead back to when the release replaced the functions', async () => {
    const replaced = ['payments.confirm', 'payments.capture'].map((name) =>
      aFunction(name, ['22:00']),
    );
    for (const dryRun of [false, true]) {
      const { code, said, account, steps } = await run(replaced, { dryRun });
      expect([code, account]).toEqual([1, { 'payments.confirm': 1, 'payments.capture': 1 }]);
      expect(steps.map(({ result }) => result)).toEqual(['failed', 'failed']);
      expect(said[0]).toContain('version 1 is its first, because the release made this function');
      expect(said[2]).toBe(
        'No function of this release has a version to lead back to. Deploy the release before: git checkout TAG && npm ci && npx turnout deploy, with its settings.',
      );
    }
    // A release may replace one of several, or a person delete the versions before.
    const left = { ...confirm, versions: confirm.versions.slice(2) };
    const { code, said, account } = await run([left, capture]);
    expect([code, account]).toEqual([1, { 'payments.confirm': 3, 'payments.capture': 1 }]);
    expect(said[0]).toContain('NOT CHANGED: no version before 3 is left');
    expect(said[2]).toContain('1 of 2 functions of this release have no version to lead back to.');
  });

  it('npx turnout rollback skips a version that was deleted', async () => {
    const versions = confirm.versions.filter(({ version }) => version !== 2);
    const { account } = await run([{ ...confirm, versions }]);
    expect(account).toEqual({ 'payments.confirm': 1 });
  });

  it('npx turnout rollback names the function that could not be changed, changes the others, and ends with 1', async () => {
    const { code, account, said } = await run([confirm, capture], {}, (name) =>
      name === 'payments.confirm' ? 'The alias was changed meanwhile.' : undefined,
    );
    expect(account).toEqual({ 'payments.confirm': 3, 'payments.capture': 1 });
    expect(said[0]).toBe(
      'payments.confirm  NOT CHANGED, still at version 3: The alias was changed meanwhile.',
    );
    expect(code).toBe(1);
  });

  describe('a rollback during a deployment', () => {
    const updating = { stackStatus: 'UPDATE_IN_PROGRESS', stackChangedAt: at('21:58') };
    const shifting = { ...confirm, ...updating, live: '2', takingOver: '3' };
    const other = { ...capture, stackName: 'turnout-production-api-refunds' };

    it('npx turnout rollback stops the deployment of a stack that shifts, and leads back the other stacks’ functions of the release', async () => {
      const { code, account, cancelled, said } = await run([shifting, other]);
      expect(cancelled).toEqual(['turnout-production-api-payments']);
      expect(account).toEqual({ 'payments.confirm': 2, 'payments.capture': 1 });
      expect(said[0]).toBe(
        'turnout-production-api-payments: is being deployed. Stopped: CloudFormation takes it back, which takes some minutes.',
      );
      expect(code).toBe(0);
    });

    it('npx turnout rollback during a deployment stops nothing in a dry run, nor on the way forward', async () => {
      const dry = await run([shifting], { dryRun: true });
      const forward = await run([shifting], { direction: 'forward' });
      expect([dry.cancelled, forward.cancelled]).toEqual([[], []]);
      expect(forward.account).toEqual({ 'payments.confirm': 2 });
    });

    it('npx turnout rollback stops a deployment that published no version yet, and leaves the release before unchanged', async () => {
      const begun = { ...updating, stackChangedAt: at('23:50') };
      const { account, cancelled } = await run([{ ...confirm, ...begun }, other]);
      expect(cancelled).toEqual(['turnout-production-api-payments']);
      expect(account).toEqual({ 'payments.confirm': 3, 'payments.capture': 2 });
    });

    it('npx turnout rollback leaves a stack alone that CloudFormation takes back already', async () => {
      const stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
      const { code, account, cancelled, said } = await run([{ ...shifting, stackStatus }, other]);
      expect([code, cancelled]).toEqual([0, []]);
      expect(account).toEqual({ 'payments.confirm': 2, 'payments.capture': 1 });
      expect(said.at(-1)).toBe(
        'CloudFormation takes back already, and left alone: turnout-production-api-payments.',
      );
    });

    it('npx turnout rollback reports a deployment that could not be stopped, and ends with 1', async () => {
      const { code, said } = await run([shifting], {}, () => 'CancelUpdateStack cannot be called.');
      expect(said[0]).toContain('NOT STOPPED: CancelUpdateStack cannot be called.');
      expect(code).toBe(1);
    });
  });

  describe('an alias that a deployment did not leave so', () => {
    it.each(['UPDATE_ROLLBACK_FAILED', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE'])(
      'npx turnout rollback removes the requests from a version that a broken shift left with some, in a stack in %s',
      async (stackStatus) => {
        const broken = { ...confirm, stackStatus, live: '2', takingOver: '3' };
        const { code, cancelled, said, now } = await run([broken]);
        expect([code, cancelled]).toEqual([0, []]);
        expect(now()).toEqual([expect.objectContaining({ live: '2', takingOver: undefined })]);
        expect(said[0]).toBe(
          'payments.confirm  went from version 2 to 2 alone, and 3 gets no requests any more',
        );
      },
    );

    it('npx turnout rollback leads an alias back that was led by hand to a version that is gone, or to the newest code', async () => {
      const versions = confirm.versions.filter(({ version }) => version !== 2);
      const gone = await run([{ ...confirm, versions, live: '2' }]);
      expect(gone.account).toEqual({ 'payments.confirm': 1 });
      expect(gone.said[0]).toContain('went from version 2, which is gone, to 1, published');
      const latest = await run([{ ...confirm, live: '$LATEST' }]);
      expect(latest.account).toEqual({ 'payments.confirm': 2 });
      expect(latest.said[0]).toContain('went from version $LATEST to 2, published');
    });

    it('npx turnout rollback prints how to create a missing alias again, changes the others, and ends with 1', async () => {
      const { code, account, said } = await run([{ ...confirm, live: undefined }, capture]);
      expect(said[0]).toBe(
        'payments.confirm  NOT CHANGED: its alias is gone. aws lambda create-alias --function-name payments.confirm --name live --function-version 3',
      );
      expect([code, account['payments.capture']]).toEqual([1, 1]);
    });
  });
});
