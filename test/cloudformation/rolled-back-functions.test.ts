import { objectOf, optionalString } from '../../local/assembly/json.ts';
import { type AliasReader, planShift } from '../../scripts/deploy/moved-aliases.ts';
import type { LiveAlias } from '../../scripts/operate/live-functions.ts';
import { type Account, emptyAccount } from '../support/deployment/cloudformation/account.ts';
import { assemblyOf, withOtherCode } from '../support/deployment/cloudformation/assemblies.ts';
import { liveVersion, moveAlias } from '../support/deployment/cloudformation/code-deploy.ts';
import { deployAssembly } from '../support/deployment/cloudformation/deployment.ts';

/** The name in the app of the function that an alias belongs to. */
function nameOf(account: Account, functionName: string): string {
  const fn = [...account.things].find(
    ({ type, name }) => type === 'AWS::Lambda::Function' && name === functionName,
  );
  const environment = objectOf(fn?.properties.Environment, 'Environment');
  return optionalString(objectOf(environment.Variables, 'Variables').FUNCTION_NAME) ?? '';
}

/** The aliases of the account, as the reader of a deployment finds them. */
function aliasesIn(account: Account): AliasReader {
  const functionOf = ({ aliasArn }: LiveAlias) => aliasArn.split(':')[6] ?? '';
  return {
    list: async () =>
      [...account.stacks.values()].flatMap((stack) =>
        [...stack.resources.values()]
          .filter(({ thing }) => thing.type === 'AWS::Lambda::Alias')
          .map(({ thing, properties }) => ({
            stackName: stack.name,
            stackStatus: stack.status,
            stackChangedAt: new Date(0),
            logicalId: thing.logicalId,
            resourceStatus: 'UPDATE_COMPLETE',
            revision: 'r',
            aliasArn: `arn:aws:lambda:eu-west-1:1:function:${optionalString(properties.FunctionName)}:live`,
            deployed: optionalString(properties.FunctionVersion),
            takingOver: undefined,
            live: liveVersion(thing),
          })),
      ),
    describe: async (alias) => ({
      ...alias,
      name: nameOf(account, functionOf(alias)),
      versions: [],
    }),
  };
}

it('a deployment after some functions were led back goes through, with their aliases alone left out of CodeDeploy', async () => {
  const account = emptyAccount();
  const production = assemblyOf('production');
  for (const release of ['0', '1']) {
    expect(deployAssembly(account, withOtherCode(production, release))).toBeUndefined();
  }
  const moved = [...account.things].filter(({ logicalId }) =>
    /^(paymentsconfirm|paymentscapture|refundscreate|queuessyncpending)Live[0-9A-F]{8}$/.test(
      logicalId,
    ),
  );
  expect(moved).toHaveLength(4);
  for (const alias of moved) moveAlias(alias, '1');

  const plan = await planShift('production', aliasesIn(account), () => {});
  const [, context = ''] = plan?.cdkOptions ?? [];
  expect(context.replace('unshifted=', '').split(',').sort()).toEqual([
    ...['payments.capture', 'payments.confirm', 'queues.sync-pending', 'refunds.create'],
  ]);
  const [name = '', functions] = context.split('=');
  const next = withOtherCode(assemblyOf('production', { [name]: functions }), '2');
  expect(deployAssembly(account, next)).toBeUndefined();
  expect(moved.map(liveVersion)).toEqual(['3', '3', '3', '3']);
  // From then on all aliases shift again.
  expect((await planShift('production', aliasesIn(account), () => {}))?.cdkOptions).toEqual([]);
  expect(deployAssembly(account, withOtherCode(production, '3'))).toBeUndefined();
});
