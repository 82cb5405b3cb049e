import { planShift } from '../../../scripts/deploy/moved-aliases.ts';
import type { LiveFunction } from '../../../scripts/operate/live-functions.ts';

const stackName = 'turnout-production-api-payments';

/** A function that leads where its stack led it: to version 3. */
function aFunction(name: string, more: Partial<LiveFunction> = {}): LiveFunction {
  return {
    name,
    stackName,
    stackStatus: 'UPDATE_COMPLETE',
    stackChangedAt: new Date(0),
    aliasArn: `arn:aws:lambda:eu-west-1:123456789012:function:${name}:live`,
    logicalId: 'paymentsconfirmLive',
    resourceStatus: 'UPDATE_COMPLETE',
    revision: 'r1',
    deployed: '3',
    live: '3',
    takingOver: undefined,
    versions: [1, 2, 3].map((version) => ({ version, publishedAt: new Date(version) })),
    ...more,
  };
}

const confirm = aFunction('payments.confirm');
const capture = aFunction('payments.capture');
const movedConfirm = { ...confirm, live: '2' };

/** Plans a deployment of these functions, which leaves those behind. */
async function plan(before: readonly LiveFunction[], after: readonly LiveFunction[] = before) {
  const said: string[] = [];
  let current = before;
  const aliases = {
    list: async () => current,
    describe: async ({ aliasArn }: { readonly aliasArn: string }) => {
      const found = before.find((one) => one.aliasArn === aliasArn);
      if (!found) throw new Error(`There is no ${aliasArn}.`);
      return found;
    },
  };
  const shift = await planShift('production', aliases, (line) => said.push(line));
  const saidBefore = said.splice(0);
  current = after;
  await shift?.sayAfterwards();
  return { options: shift?.cdkOptions, before: saidBefore, after: said.slice(1) };
}

describe('a deployment after an alias was led elsewhere by hand', () => {
  it('a deployment with unmoved aliases shifts all functions, and prints nothing', async () => {
    expect(await plan([confirm, capture])).toEqual({ options: [], before: [], after: [] });
    expect(await plan([])).toEqual({ options: [], before: [], after: [] });
  });

  it('a deployment after a rollback by hand changes rolled back functions without a shift, and describes a deployment without another version', async () => {
    const { options, before } = await plan([movedConfirm, capture]);
    expect(options).toEqual(['-c', 'unshifted=payments.confirm']);
    expect(before).toEqual([
      'CodeDeploy would refuse to shift these functions, because they were led elsewhere by hand:',
      '  payments.confirm  at version 2, and 3 was deployed',
      expect.stringMatching(/has no other version stays where it is; .* --forward leads/),
    ]);
  });

  it.each([
    ['leads to the newest code', { live: '$LATEST' }, 'at version $LATEST, and 3 was deployed'],
    [
      'was deployed at a version that is gone',
      { live: '2', versions: [] },
      'at version 2, and 3 was deployed, which is gone',
    ],
    [
      'has no known deployed version',
      { deployed: undefined },
      'at version 3, and which one was deployed is unknown',
    ],
  ])('a deployment changes a function without a shift when its alias %s', async (_, more, says) => {
    const { options, before } = await plan([{ ...confirm, ...more }]);
    expect(options).toEqual(['-c', 'unshifted=payments.confirm']);
    expect(before[1]).toBe(`  payments.confirm  ${says}`);
  });

  it('a deployment after a moved alias names for each such function its present version, and the reason', async () => {
    const saidAfter = async (now: Partial<LiveFunction>) =>
      (await plan([movedConfirm], [{ ...movedConfirm, ...now }])).after;
    expect(await saidAfter({})).toEqual([
      '  payments.confirm  stays at version 2: this deployment had no other version than 3',
    ]);
    expect(await saidAfter({ deployed: '4', live: '4' })).toEqual([
      '  payments.confirm  at version 4, which was deployed',
    ]);
    expect(await saidAfter({ deployed: '4' })).toEqual([
      '  payments.confirm  at version 2, and 4 was deployed',
    ]);
    expect(await saidAfter({ live: undefined })).toEqual(['  payments.confirm  is gone']);
  });

  it('a failed deployment that moved a function back to its rolled-back version is reported', async () => {
    const { after } = await plan([movedConfirm], [confirm]);
    expect(after).toEqual([
      '  payments.confirm  at version 3 again, from which it was led away: CloudFormation took its deployment back. aws lambda update-alias --function-name payments.confirm --name live --function-version 2 --routing-config AdditionalVersionWeights={} leads it to 2',
    ]);
  });

  it('a deployment stops when an alias is missing, and prints how to create it again', async () => {
    const { options, before } = await plan([{ ...confirm, live: undefined }, movedConfirm]);
    expect(options).toBeUndefined();
    expect(before).toEqual([
      `${stackName}: the alias ${confirm.aliasArn} is gone. Make it again: aws lambda create-alias --function-name payments.confirm --name live --function-version 3`,
    ]);
  });

  it('a deployment stops when a version has requests from an interrupted shift, but not while a stack is changing', async () => {
    const broken = { ...movedConfirm, takingOver: '3' };
    const { options, before } = await plan([broken]);
    expect(options).toBeUndefined();
    expect(before).toEqual([
      `${stackName}: a shift of payments.confirm broke off, and version 3 has a part of its requests still. Give all to 2: aws lambda update-alias --function-name payments.confirm --name live --function-version 2 --routing-config AdditionalVersionWeights={}`,
    ]);
    const shifting = await plan([{ ...broken, stackStatus: 'UPDATE_IN_PROGRESS' }]);
    expect(shifting.options).toEqual(['-c', 'unshifted=payments.confirm']);
  });

  it('a deployment stops when a stack could not roll back for missing aliases, and prints how it goes on', async () => {
    const stackStatus = 'UPDATE_ROLLBACK_FAILED';
    const failed = { ...movedConfirm, stackStatus, resourceStatus: 'UPDATE_FAILED' };
    const other = { ...capture, stackStatus, logicalId: 'paymentscaptureLive' };
    const { options, before } = await plan([failed, other]);
    expect(options).toBeUndefined();
    expect(before).toEqual([
      `${stackName} is in UPDATE_ROLLBACK_FAILED, because aliases could not go back. Leave them where they are: aws cloudformation continue-update-rollback --stack-name ${stackName} --resources-to-skip paymentsconfirmLive`,
    ]);
  });
});
