import { operationNamed } from '../scenarios/request-keys.ts';
import { runningShop } from '../scenarios/running-shop.ts';
import { runningVault } from '../scenarios/running-vault.ts';
import { operationOf, type Scenario, type Scenarios, type Shop } from '../scenarios/scenario.ts';
import { runningStripe } from '../scenarios/stripe.ts';
import type { VaultShop } from '../scenarios/vault-shop.ts';
import type { Exercise, ExerciseContext, GrantExercise } from './exercise.ts';
import { functionNamed } from './function-names.ts';
import type { RunningSwitch } from './switch.ts';
import type { Ask } from './switch-in-memory.ts';

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
export const switchService: Service<Shop> = {
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

export const vaultService: Service<VaultShop> = { ...plain, open: runningVault };

export const stripeService: Service<Pick<Shop, 'ask' | 'newId'>> = {
  ...plain,
  open: ({ running }) => runningStripe(running),
};

/** For each operation, by its name, the case that shows every grant that no other case is for. */
export function exercisesOf<S extends Asking>(
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
export const ordinaryExercisesOf = (scenarios: Scenarios): Readonly<Record<string, Exercise>> =>
  Object.fromEntries(
    Object.entries(scenarios)
      .filter(([, { virtualTime }]) => !virtualTime)
      .map(([name, scenario]) => [name, exercise(name, scenario, asItIs)]),
  );

/** The cases that are there for grants of their own. */
export const grantSpecificOf = <S extends Asking>(
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
