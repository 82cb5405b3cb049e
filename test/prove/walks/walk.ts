import { type Random, seededRandom } from '../faults/random.ts';
import {
  type ProcessorFault,
  processorFaults,
  type WebhookFault,
  webhookFaults,
} from './faulty-processor.ts';

/** The operations of a merchant in a walk. */
export const kinds = [
  ...(['create', 'create', 'confirm', 'confirm', 'update', 'capture', 'capture'] as const),
  ...(['capture', 'cancel', 'refund', 'refund', 'refund', 'sync', 'sync'] as const),
  ...(['increment', 'dispute', 'saved card', 'mandate charge'] as const),
] as const;

/** One request of a merchant, as plain data, so that a walk can be printed and made shorter. */
export interface Operation {
  readonly kind: (typeof kinds)[number];
  /** Which of the objects that there are it is about: from 0 to 1, the newest last. */
  readonly about: number;
  /** A part of the amount that it could be about: above 1 is too much; undefined is the whole. */
  readonly share: number | undefined;
  /** A number from 0 to 1 that decides the rest: a new payment's card, amount and capture. */
  readonly draw: number;
  /** It is sent twice under one idempotency key: at once, or the second after the first. */
  readonly twice?: 'at once' | 'afterwards' | undefined;
}

/** Operations that are sent at once, and the faults of the requests that they cause. */
export interface Step {
  readonly operations: readonly Operation[];
  readonly requests: readonly ProcessorFault[];
  readonly webhooks: readonly WebhookFault[];
  /** The whole switch is killed so many ms after the operations were sent. */
  readonly killAfterMs?: number | undefined;
}

export type Walk = readonly Step[];

const stepsOfWalk = 20;

/** Of ten walks one has a kill. */
const hasKill = (seed: number) => seed % 10 === 0;

/** The walk of a seed: always the same. */
export function walkOf(seed: number): Walk {
  const random = seededRandom(seed);
  // Some numbers before: seeds that follow one another begin alike.
  for (let count = 0; count < 5; count++) random.next();
  const killed = hasKill(seed) ? 3 + random.below(stepsOfWalk - 3) : undefined;
  const faultRate = random.next() * 0.7;
  return Array.from({ length: stepsOfWalk }, (_, index) => ({
    operations: Array.from({ length: 1 + random.below(4) }, () => anOperation(random, index)),
    requests: some(random, faultRate, processorFaults),
    webhooks: some(random, faultRate, webhookFaults),
    ...(index === killed && { killAfterMs: random.below(120) }),
  }));
}

const anOperation = (random: Random, index: number): Operation => ({
  // The first steps have something to be about.
  kind: index === 0 ? 'create' : random.pick(kinds),
  about: random.next(),
  share: random.chance(0.4) ? undefined : random.next() * 1.3,
  draw: random.next(),
  ...(random.chance(0.25) && { twice: random.chance(0.5) ? 'at once' : 'afterwards' }),
});

function some<T>(random: Random, rate: number, all: readonly [T, ...T[]]): readonly T[] {
  const found: T[] = [];
  while (found.length < 4 && random.chance(rate)) found.push(random.pick(all));
  return found;
}

/** The walk in lines, to be read by a person. */
export const linesOf = (walk: Walk): readonly string[] =>
  walk.map(({ operations, requests, webhooks, killAfterMs }, index) =>
    [
      `${index + 1}. ${operations.map(textOf).join(' | ')}`,
      ...(requests.length > 0 ? [`the processor: ${requests.join(', ')}`] : []),
      ...(webhooks.length > 0 ? [`its webhook: ${webhooks.join(', ')}`] : []),
      ...(killAfterMs === undefined ? [] : [`killed after ${killAfterMs} ms`]),
    ].join('; '),
  );

const textOf = ({ kind, share, twice }: Operation) =>
  [
    kind,
    ...(share === undefined ? [] : [`${Math.round(share * 100)} %`]),
    ...(twice ? [`twice ${twice}`] : []),
  ].join(' ');
