import { scenarios, vaultScenarios } from '../../scenarios/all-scenarios.ts';
import { jobs } from '../../scenarios/jobs.ts';
import { operationNamed } from '../../scenarios/request-keys.ts';
import { runningShop } from '../../scenarios/running-shop.ts';
import { runningVault } from '../../scenarios/running-vault.ts';
import { operationOf, type Scenario, type Scenarios, type Shop } from '../../scenarios/scenario.ts';
import { runningStripe, stripe } from '../../scenarios/stripe.ts';
import type { VaultShop } from '../../scenarios/vault-shop.ts';
import { functionNamed } from '../deployment/function-names.ts';
import type { RunningSwitch } from '../switch/switch.ts';
import type { Ask } from '../switch/switch-in-memory.ts';
import type { Exercise, ExerciseContext, GrantExercise } from './exercise.ts';

/** Scenarios as the work of a running switch, by which the grants of its functions are tested. */

type Asking = Pick<Shop, 'ask'>;

/** How the scenarios of a service are played by a caller of its own. */
interface Service<S extends Asking> {
  readonly open: (world: ExerciseContext, operation: string) => S | Promise<S>;
  /** The request as it is sent. */
  readonly sent: (operation: string, shop: S, request: Ask) => Ask;
  /** Called when the caller is ready; the returned function is called after the request. */
  readonly begin: (world: ExerciseContext, operation: string) => () => void;
}

/** The switch looks up the profile that a merchant acts for; a query is granted for that. */
const switchService: Service<Shop> = {
  open: ({ running }, operation) => runningShop(running, operation),
  sent(operation, { merchant }, request) {
    const { auth } = operationNamed(operation);
    if (['none', 'admin key', 'processor key'].includes(auth)) return { ...request };
    const headers = { 'x-profile-id': merchant.profileId, ...request.headers };
    return { ...request, headers };
  },
  begin: ({ running }, operation) => stopListening(running, operation),
};

const plain = {
  sent: (_operation: string, _shop: unknown, request: Ask) => request,
  begin: () => () => {},
};

const vaultService: Service<VaultShop> = { ...plain, open: runningVault };

const stripeService: Service<Pick<Shop, 'ask' | 'newId'>> = {
  ...plain,
  open: ({ running }) => runningStripe(running),
};

/** For each operation, by its name, the case that shows every grant that no other case is for. */
function exercisesOf<S extends Asking>(
  scenarios: Scenarios<S>,
  service: Service<S>,
): Readonly<Record<string, Exercise>> {
  const named = Object.entries(scenarios).filter(
    ([name, { grants }]) => grants === 'all others' || name === operationOf(name),
  );
  // A case that says so takes the place of the one that is named after the operation alone.
  const inOrder = named.sort(([, one], [, other]) => ranked(one) - ranked(other));
  return Object.fromEntries(
    inOrder.map(([name, scenario]) => [operationOf(name), exercise(name, scenario, service)]),
  );
}

const ranked = ({ grants }: Pick<Scenario, 'grants'>) => (grants === 'all others' ? 1 : 0);

const asItIs: Service<Shop> = { ...switchService, sent: plain.sent };

/** Every case by its name, without the profile. Cases that need virtual time are left out. */
const ordinaryExercisesOf = (scenarios: Scenarios): Readonly<Record<string, Exercise>> =>
  Object.fromEntries(
    Object.entries(scenarios)
      .filter(([, { virtualTime }]) => !virtualTime)
      .map(([name, scenario]) => [name, exercise(name, scenario, asItIs)]),
  );

/** The cases that are there for grants of their own. */
const grantSpecificOf = <S extends Asking>(
  scenarios: Scenarios<S>,
  service: Service<S>,
): readonly GrantExercise[] =>
  Object.entries(scenarios).flatMap(([name, scenario]) =>
    typeof scenario.grants === 'object'
      ? scenario.grants.map(({ action, resource = /./ }) => ({
          name: operationOf(name),
          action,
          resource,
          exercise: exercise(name, scenario, service),
        }))
      : [],
  );

/** Plays a scenario with a caller of its own. */
const exercise =
  <S extends Asking>(
    name: string,
    { prepare, request, status = 200, succeeded = () => true }: Scenario<S>,
    { open, sent, begin }: Service<S>,
  ): Exercise =>
  async (world) => {
    const operation = operationOf(name);
    const shop = await open(world, operation);
    await prepare?.(shop);
    const end = begin(world, operation);
    try {
      const asked = sent(operation, shop, await request(shop));
      return async () => {
        try {
          const answer = await shop.ask(operation, asked);
          if (answer.status === 500 || answer.status === 503) return false;
          if (answer.status >= 400 && answer.status !== status)
            throw new Error(`${answer.status}: ${answer.text}`);
          return await succeeded(answer, shop, asked);
        } finally {
          end();
        }
      };
    } catch (error) {
      end();
      throw error;
    }
  };

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

/** The work of each function, by its name. */
const plainWork = (): Readonly<Record<string, Exercise>> => ({
  ...exercisesOf(scenarios, switchService),
  ...exercisesOf(stripe, stripeService),
  ...exercisesOf(vaultScenarios, vaultService),
  ...Object.fromEntries(
    Object.entries(jobs).flatMap(([name, { exercise, grants }]) =>
      exercise && !grants ? [[name, exercise]] : [],
    ),
  ),
});

/** The work of jobs that grants of their own need; work that polls is there alone. */
const grantSpecificOfJobs = (polls: boolean): readonly GrantExercise[] =>
  Object.entries(jobs).flatMap(([name, { exercise, grants = [], polled = false }]) =>
    exercise && polled === polls
      ? grants.map(({ action, resource = /./ }) => ({
          ...{ name: operationOf(name), action, resource, exercise },
        }))
      : [],
  );

const grantSpecific = (): readonly GrantExercise[] => [
  ...grantSpecificOf(scenarios, switchService),
  ...grantSpecificOf(stripe, stripeService),
  ...grantSpecificOf(vaultScenarios, vaultService),
  ...grantSpecificOfJobs(false),
];

/** The work of a function; work that needs only one grant is named after the grant. */
export function exerciseOf(name: string, action: string, resource: string): Exercise {
  const special = [...grantSpecific(), ...grantSpecificOfJobs(true)].find(
    (one) => one.name === name && one.action === action && one.resource.test(resource),
  );
  const found = special?.exercise ?? plainWork()[name];
  if (!found) throw new Error(`${name} has no scenario.`);
  return found;
}

/** All work of the functions; work for one grant is named after it. */
export const allExercises = (): readonly {
  readonly called: string;
  readonly exercise: Exercise;
}[] => [
  ...Object.entries(plainWork()).map(([called, exercise]) => ({ called, exercise })),
  ...grantSpecific().map(({ name, action, resource, exercise }) => ({
    called: `${name} ${action} ${resource}`,
    exercise,
  })),
];

/**
 * Each function's plainest success by the function's name, without the parts that only grants need, and
 * other cases by names such as `payments.create, with confirm`.
 */
export const ordinaryWork = (): Readonly<Record<string, Exercise>> => ({
  ...plainWork(),
  ...ordinaryExercisesOf(scenarios),
  ...Object.fromEntries(
    Object.entries(jobs).flatMap(([name, { ordinary }]) => (ordinary ? [[name, ordinary]] : [])),
  ),
});
