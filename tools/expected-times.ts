/**
 * How long suites take, in seconds of a run of all cases, for those that no earlier run on this
 * machine has measured: a fresh checkout has no times. The first row that fits holds.
 */
const estimates = [
  ['prove/faults/crash', 240],
  ['end-to-end/payment-links', 220],
  ['end-to-end/payer-pages', 200],
  ['end-to-end/console', 200],
  ['end-to-end/interrupts', 180],
  ['shared/vault/pages/browser', 150],
  ['end-to-end/taken-grants', 150],
  ['prove/every-route', 120],
  ['end-to-end/grants', 110],
  ['end-to-end/start', 100],
  ['packages/browser/checkout', 100],
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
  ['prove/', 20],
  ['tools/', 15],
  ['cloudformation/', 15],
  ['lib/', 12],
  ['shared/vault/jobs/rotate-keys', 12],
  ['shared/connectors/distorted', 12],
  ['local/', 8],
] as const;

interface Suite {
  readonly path: string;
  /** The time of its last run on this machine in ms. */
  readonly duration?: number | undefined;
}

function expectedMs({ path, duration }: Suite): number {
  if (duration !== undefined) return duration;
  const [, seconds] = estimates.find(([part]) => path.includes(`/test/${part}`)) ?? ['', 1];
  return seconds * 1_000;
}

/** The suites in the order in which none runs by itself at the end; those that failed come first. */
export const slowestFirst = <Given extends Suite>(
  suites: readonly Given[],
  hasFailed: (suite: Given) => boolean,
): Given[] =>
  [...suites].sort(
    (one, other) =>
      Number(hasFailed(other)) - Number(hasFailed(one)) || expectedMs(other) - expectedMs(one),
  );
