import { jest } from '@jest/globals';
import { isOfProcessors } from '../processors/processors-grants.ts';
import { exerciseOf } from '../requests/exercise-scenarios.ts';
import type { DrawnCases } from '../runner/drawn-by-day.ts';
import { eventually } from '../runner/eventually.ts';
import { askAsOperator, operationOfKeys } from '../switch/ask-as-operator.ts';
import { makeItLog } from '../switch/make-it-log.ts';
import { functionNames } from './function-names.ts';
import { grantedFunctions, isLog, isSecret, type NamedGrant } from './granted-functions.ts';

/** A day takes all grants of its functions away: to load a function takes longer than a case. */
const ofFunction = ({ name }: NamedGrant) => name;

/**
 * A test for each drawn grant: without it a function cannot do its work. That it can with all of
 * them is what `use-every-grant.ts` shows.
 */
export async function takeGrantsAway({ each }: DrawnCases): Promise<void> {
  // A call without its grant is refused each time; a call that took too long on a busy machine is not.
  jest.retryTimes(2);

  const { running, granted, world } = await grantedFunctions(() => true);
  const { assembly, lines } = running;

  describe('a function cannot do its work', () => {
    // The secrets come first: functions keep them for a while once they have read them.
    const all = granted.filter((grant) => !isLog(grant) && !isOfProcessors(grant));
    const secrets = all.filter(isSecret);
    const isMaster = ({ resource }: NamedGrant) => resource.includes('MasterKey');
    // The functions by which a merchant is taken on come before those that need one.
    const takesOn = ({ name }: NamedGrant) =>
      ['accounts.create', 'api-keys.create', 'connector-accounts.create'].includes(name);
    // Of the vault's two, the master key is looked at whenever the admin key is.
    const inOrder = [
      ...secrets.filter(isMaster),
      ...secrets.filter(takesOn),
      ...secrets.filter((grant) => !isMaster(grant) && !takesOn(grant)),
      ...all.filter((grant) => !isSecret(grant)),
    ];

    each(inOrder, ofFunction)('$title', async (grant) => {
      const ofKeys = operationOfKeys(grant);
      const act = ofKeys
        ? () => askAsOperator(running, ofKeys)
        : await exerciseOf(grant.name, grant.action, grant.resource)(world(grant));
      expect(await assembly.iam.without(grant, act)).toBe(false);
    });
  });

  describe('a function’s words reach no log', () => {
    const saidIn = ({ displayName }: NamedGrant, id: string) =>
      lines.filter(
        ({ source, message }) =>
          source === displayName && message.startsWith('{') && message.includes(id),
      );

    // That each function may write its own log is seen in the templates; what that grant is there
    // for is the same for all, and shown by one function of each group.
    const groupOf = (name: string) => name.split('.')[0];
    const isFirst = ({ name }: NamedGrant) =>
      name === functionNames.find((one) => groupOf(one) === groupOf(name));
    const first = granted.filter(isLog).filter(isFirst);
    each(first, ofFunction)('$title, and do with it', async (grant) => {
      const unheard = await assembly.iam.without(grant, async () => {
        const id = await makeItLog(grant.name, running);
        // A function's log comes a little after its answer.
        await new Promise((resolve) => setTimeout(resolve, 100));
        return id;
      });
      const heard = await makeItLog(grant.name, running);
      await eventually(() => expect(saidIn(grant, heard)).not.toEqual([]));
      expect(saidIn(grant, unheard)).toEqual([]);
    });
  });
}
