import { startWebhookReceiver } from '../../support/receivers/webhook-receiver.ts';
import { faultyProcessor } from './faulty-processor.ts';
import { type KillableSwitch, killableSwitch } from './killable-switch.ts';
import { settle } from './settle.ts';
import { type Walk, walkOf } from './walk.ts';
import { brokenInvariants } from './walk-invariants.ts';
import { type Ground, type Played, playWalk } from './walker.ts';

/** How many walks without a kill are played at once. */
const atOnce = 4;

/** A walk that was played to its end, and the invariants that were broken then. */
export interface Result {
  readonly seed: number;
  readonly broken: readonly string[];
  readonly played: Played;
}

/** A switch with its processor and the merchants' servers, on which walks are played. */
export interface WalkingGround {
  /** Plays walks that share the clocks of their ten, and settles them together. */
  playTen(seeds: readonly number[]): Promise<readonly Result[]>;
  /**
   * Plays any walk by itself, by the clocks of a seed.
   *
   * @param withinMs how long lists and webhooks may follow behind, in ms
   */
  play(walk: Walk, seed: number, withinMs?: number): Promise<Result>;
  stop(): Promise<void>;
}

/** The walks of ten seeds share their clocks. */
const tenOf = (seed: number): number => Math.ceil(seed / 10);

export async function walkingGround(): Promise<WalkingGround> {
  let running: KillableSwitch | undefined;
  const receiver = await startWebhookReceiver();
  const processor = await faultyProcessor(() => running ?? { url: '', sandboxUrl: '' });
  running = await killableSwitch(processor.url);
  const ground: Ground = { running, processor, receiver };

  async function playAll(
    walks: readonly { readonly seed: number; readonly walk: Walk }[],
    withinMs?: number,
  ): Promise<readonly Result[]> {
    const seed = tenOf(walks[0]?.seed ?? 0);
    await ground.running.setClocks({ ...ground.running.clocks, seed });
    const isAlone = ({ walk }: (typeof walks)[number]) =>
      walk.some(({ killAfterMs }) => killAfterMs !== undefined);
    const results: { seed: number; played: Played }[] = [];
    const left = walks.filter((one) => !isAlone(one));
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let one = left.shift(); one; one = left.shift()) {
          results.push({ seed: one.seed, played: await playWalk(ground, one.walk) });
        }
      }),
    );
    // A kill concerns all that runs at the time.
    for (const { seed, walk } of walks.filter(isAlone)) {
      results.push({ seed, played: await playWalk(ground, walk) });
    }
    await settle(
      ground,
      results.map(({ played }) => played),
    );
    return Promise.all(
      results.map(async ({ seed, played }) => ({
        seed,
        played,
        broken: await brokenInvariants(ground, played, withinMs),
      })),
    );
  }

  return {
    playTen: (seeds) => playAll(seeds.map((seed) => ({ seed, walk: walkOf(seed) }))),
    async play(walk, seed, withinMs) {
      const [result] = await playAll([{ seed, walk }], withinMs);
      if (!result) throw new Error('The walk has no result.');
      return result;
    },
    async stop() {
      await ground.running.stop();
      await processor.stop();
      await receiver.stop();
    },
  };
}
