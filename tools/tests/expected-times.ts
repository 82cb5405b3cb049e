/**
 * How long suites take, in seconds of a run of all cases: `npm test -- --times FILE` measures them.
 * The first row that fits holds. They decide which suites are long, and the order of those that no
 * earlier run on this machine has measured.
 */
const estimates = [
  ['prove/faults/crash', 240],
  ['end-to-end/checkout-faults', 240],
  ['end-to-end/payment-links', 220],
  ['end-to-end/payer-pages', 200],
  ['end-to-end/console', 200],
  ['end-to-end/interrupts', 180],
  ['shared/vault/pages/browser', 150],
  ['end-to-end/taken-grants', 150],
  ['prove/every-route', 120],
  ['end-to-end/grants', 110],
  ['end-to-end/checkout-states', 100],
  ['end-to-end/start', 100],
  ['packages/browser/checkout', 100],
  ['packages/browser/react', 60],
  ['end-to-end/drill', 90],
  ['end-to-end/guides', 80],
  ['cloudformation/deployments', 75],
  ['lib/cloudformation-rules', 70],
  ['lib/pipeline-roles', 70],
  ['local/lifetime', 60],
  ['lib/switch-app', 60],
  ['site/site', 60],
  ['end-to-end/runtime-client', 50],
  ['tools/cdk-commands', 50],
  ['prove/faults/', 50],
  ['prove/hostile-texts', 40],
  ['commands/', 40],
  ['prove/growth', 35],
  ['end-to-end/', 25],
  ['documents/openapi', 25],
  ['documents/words', 15],
  ['documents/webhook', 8],
  ['documents/alarms-document', 8],
  ['documents/random-text', 6],
  ['documents/test-names', 6],
  ['documents/named-things', 6],
  ['prove/', 20],
  ['tools/', 15],
  ['scripts/deploy/bill-lines', 15],
  ['scripts/deploy/deploy-command', 15],
  ['scripts/cost/cost-model', 8],
  ['cloudformation/', 15],
  ['packages/', 15],
  ['bench/', 12],
  ['lib/', 12],
  ['functions/payments/fall-through-races', 20],
  ['functions/payment-links/lost-requests', 12],
  ['functions/mandates/limits', 12],
  ['functions/payments/any-method', 8],
  ['functions/payouts/anything', 8],
  ['shared/vault/jobs/', 12],
  ['shared/vault/keys/production', 12],
  ['shared/vault/growth', 8],
  ['shared/vault/pages/', 6],
  ['shared/vault/proxy/capture/capture-cards', 8],
  ['shared/vault/proxy/capture/profile-selectors', 6],
  ['shared/platform/lists/', 8],
  ['shared/platform/table/', 8],
  ['shared/platform/aws/whole-sdk', 10],
  ['shared/regular-expressions', 6],
  ['shared/switch/routing/dynamic/scores', 6],
  ['shared/connectors/distorted', 12],
  ['local/', 8],
] as const;

interface Suite {
  readonly path: string;
  /** The time of its last run on this machine in ms. */
  readonly duration?: number | undefined;
}

const secondsOf = (path: string): number =>
  estimates.find(([part]) => path.includes(`/test/${part}`))?.[1] ?? 1;

const longSeconds = 6;

/** Whether a suite takes so long that a day's tests leave it to one day of four. */
export const isLong = (path: string): boolean => secondsOf(path) >= longSeconds;

const expectedMs = ({ path, duration }: Suite): number => duration ?? secondsOf(path) * 1_000;

/** The suites in the order in which none runs by itself at the end; those that failed come first. */
export const slowestFirst = <Given extends Suite>(
  suites: readonly Given[],
  hasFailed: (suite: Given) => boolean,
): Given[] =>
  [...suites].sort(
    (one, other) =>
      Number(hasFailed(other)) - Number(hasFailed(one)) || expectedMs(other) - expectedMs(one),
  );
