import { operationNamed, type withKey } from '../scenarios/request-keys.ts';
import { runningShop } from '../scenarios/running-shop.ts';
import { operationOf, type Scenario, type Scenarios } from '../scenarios/scenario.ts';
import type { Exercise, GrantExercise } from './exercise.ts';
import { functionNamed } from './function-names.ts';
import type { RunningSwitch } from './switch.ts';

/** Scenarios as the work of functions of a running switch, by which each of their grants is tested. */

/** The case of each operation that shows every grant which no other case is for, by the operation's name. */
export function exercisesOf(scenarios: Scenarios): Readonly<Record<string, Exercise>> {
  const named = Object.entries(scenarios).filter(
    ([name, { grants }]) => grants === 'all others' || name === operationOf(name),
  );
  // A case that says so takes the place of the one that is named after the operation alone.
  const inOrder = named.sort(([, one], [, other]) => ranked(one) - ranked(other));
  return Object.fromEntries(
    inOrder.map(([name, scenario]) => [operationOf(name), exercise(name, scenario)]),
  );
}

const ranked = ({ grants }: Scenario) => (grants === 'all others' ? 1 : 0);

/** Every case by its name, without the profile. Cases that need virtual time are left out. */
export const ordinaryExercisesOf = (scenarios: Scenarios): Readonly<Record<string, Exercise>> =>
  Object.fromEntries(
    Object.entries(scenarios)
      .filter(([, { virtualTime }]) => !virtualTime)
      .map(([name, scenario]) => [name, exercise(name, scenario, asItIs)]),
  );

/** The cases that are there for grants of their own. */
export const grantSpecificOf = (scenarios: Scenarios): readonly GrantExercise[] =>
  Object.entries(scenarios).flatMap(([name, scenario]) =>
    typeof scenario.grants === 'object'
      ? scenario.grants.map(({ action, resource = /./ }) => ({
          name: operationOf(name),
          action,
          resource,
          exercise: exercise(name, scenario),
        }))
      : [],
  );

/** Plays a scenario with a merchant of its own. */
const exercise =
  (
    name: string,
    { prepare, request, status = 200, succeeded = () => true }: Scenario,
    changed: typeof actingForProfile = actingForProfile,
  ): Exercise =>
  async ({ running }) => {
    const operation = operationOf(name);
    const shop = await runningShop(running, operation);
    await prepare?.(shop);
    const listenAgain = stopListening(running, operation);
    try {
      const asked = changed(operation, shop.merchant, await request(shop));
      return async () => {
        try {
          const answer = await shop.ask(operation, asked);
          if (answer.status === 500 || answer.status === 503) return false;
          if (answer.status >= 400 && answer.status !== status)
            throw new Error(`${answer.status}: ${answer.text}`);
          return await succeeded(answer, shop, asked);
        } finally {
          listenAgain();
        }
      };
    } catch (error) {
      listenAgain();
      throw error;
    }
  };

const asItIs: typeof actingForProfile = (_operation, _merchant, request) => ({ ...request });

/** The switch looks up the profile that a merchant acts for; a query is granted for that. */
function actingForProfile(
  operation: string,
  merchant: Parameters<typeof withKey>[1],
  request: Parameters<typeof withKey>[2],
) {
  const { auth } = operationNamed(operation);
  if (['none', 'admin key', 'processor key'].includes(auth)) return { ...request };
  const headers = { 'x-profile-id': merchant.profileId, ...request?.headers };
  return { ...request, headers };
}

/**
 * Refuses processors' webhooks until the returned function is called: while a scenario is played,
 * the switch learns outcomes only by a sync.
 */
function stopListening({ assembly }: RunningSwitch, operation: string): () => void {
  // A dispute begins with a webhook.
  if (/^(incoming-webhooks\.receive|disputes\.|files\.)/.test(operation)) return () => {};
  const grant = assembly.iam
    .grants()
    .find(
      ({ functionLogicalId, action }) =>
        functionNamed(functionLogicalId) === 'incoming-webhooks.receive' &&
        action === 'dynamodb:PutItem',
    );
  if (!grant) throw new Error('The switch takes no webhooks of processors.');
  const { promise, resolve } = Promise.withResolvers<void>();
  void assembly.iam.without(grant, () => promise);
  return resolve;
}
