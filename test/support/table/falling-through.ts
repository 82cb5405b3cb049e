import type { Send } from '#platform/http/egress/egress.ts';
import { byCard } from '../switch/payments-in-memory.ts';
import {
  adminKey,
  aMerchant,
  type SwitchDependencies,
  switchDependencies,
  switchInMemory,
} from '../switch/switch-in-memory.ts';

/** A published test card that every processor but `stripe_test` declines. */
export const takenBySecond = '4000000000009995';

/** The answers of the others about it. */
const declined = {
  code: 'DC_08',
  message: 'Payment declined: Internal Server Error from Connector, Please try again later',
};

/** The operator's rule for the card above, declined by this processor. */
export const ruleFor = (connector: string, more: object = {}) => ({
  connector,
  flow: 'Payment',
  sub_flow: 'Authorize',
  ...declined,
  status: 'Failure',
  decision: 'retry',
  step_up_possible: false,
  clear_pan_possible: false,
  ...more,
});

export interface RetryingMerchant {
  /** The processors, in the order in which they are asked. */
  readonly connectors?: readonly string[];
  /** Changes of the profile's settings. */
  readonly profile?: object;
  /** The operator's rule for a decline, at every processor; `'none'`: nothing. */
  readonly rule?: object | 'none';
  readonly dependencies?: Partial<SwitchDependencies>;
}

export const retrying = { is_auto_retries_enabled: true, max_auto_retries_enabled: 3 };

/** A merchant of several processors, whose declined payments are tried again. */
export async function aRetryingMerchant({
  connectors = ['fauxpay', 'stripe_test'],
  profile = retrying,
  rule = {},
  ...given
}: RetryingMerchant = {}) {
  const dependencies = { ...switchDependencies(), ...given.dependencies };
  const world = switchInMemory([], dependencies);
  const pass = (seconds: number) => {
    dependencies.clock.now = new Date(dependencies.clock.now.getTime() + seconds * 1_000);
    dependencies.processor.clock.now = dependencies.clock.now;
  };
  const accountOf = (connector_name: string) => ({
    connector_name,
    connector_account_details: { auth_type: 'HeaderKey', api_key: 'key of merchant_example' },
  });
  const [first = 'fauxpay', ...others] = connectors;
  const merchant = await aMerchant(world, 'merchant_example', {}, accountOf(first));
  const { key, id: account_id, profileId: profile_id } = merchant;
  const good = async (operation: string, request: Parameters<typeof world.ask>[1]) => {
    const { status, text, body } = await world.ask(operation, { key, ...request });
    if (status !== 200) throw new Error(`${operation}: ${status} ${text}`);
    return body;
  };
  const params = { account_id };
  const connected = (connector_name: string) => {
    // Older accounts are asked first.
    pass(1);
    const body = { connector_type: 'payment_processor', ...accountOf(connector_name) };
    return good('connector-accounts.create', { key: adminKey, params, body });
  };
  for (const name of others) await connected(name);
  const set = (body: object) =>
    good('profiles.update', { params: { ...params, profile_id }, body });
  await set(profile);
  if (rule !== 'none') {
    for (const connector of connectors) {
      await good('gsm.create', { key: adminKey, body: ruleFor(connector, rule) });
    }
  }
  pass(60);

  return {
    ...world,
    merchant,
    good,
    pass,
    set,
    /** A payment by the card that the second processor takes. */
    pay: (changes: object = {}) =>
      good('payments.create', {
        body: {
          payment_id: 'pay_1',
          amount: 2_599,
          currency: 'EUR',
          confirm: true,
          ...byCard(takenBySecond),
          ...changes,
        },
      }),
    shown: (payment_id = 'pay_1', query: Readonly<Record<string, string>> = {}) =>
      good('payments.retrieve', {
        params: { payment_id },
        query: { expand_attempts: 'true', ...query },
      }),
    /** The processors' books on a payment: how often each attempt that reached one was charged. */
    async charged(payment_id = 'pay_1') {
      const books = await dependencies.processor.ledger();
      return books
        .filter(({ reference }) => reference.startsWith(`${payment_id}_`))
        .map(({ reference, chargedTimes }) => [reference, chargedTimes]);
    },
  };
}

export type RetryingSwitch = Awaited<ReturnType<typeof aRetryingMerchant>>;

/** The requests to the processors of payments, as they were sent. */
export function askedOf({ dependencies }: Pick<RetryingSwitch, 'dependencies'>) {
  const asked: Record<string, unknown>[] = [];
  const { send } = dependencies;
  dependencies.send = (request, options) => {
    if (isAuthorization(request)) asked.push(JSON.parse(request.body ?? '{}'));
    return send(request, options);
  };
  return asked;
}

/** Does something after the n-th authorization was answered, and before the answer arrives. */
export function afterAuthorization(
  { dependencies }: Pick<RetryingSwitch, 'dependencies'>,
  number: number,
  act: (sent: Awaited<ReturnType<Send>>) => Promise<Awaited<ReturnType<Send>> | undefined>,
) {
  let count = 0;
  const { send } = dependencies;
  dependencies.send = async (request, options) => {
    const sent = await send(request, options);
    if (!isAuthorization(request) || ++count !== number) return sent;
    return (await act(sent)) ?? sent;
  };
}

const isAuthorization = ({ method, url }: Parameters<Send>[0]) =>
  method === 'PUT' && /\/payments\/[^/]+$/.test(new URL(url).pathname);
