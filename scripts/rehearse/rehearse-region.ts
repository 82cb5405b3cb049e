import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { TurnoutApiError } from '#turnout/node';
import { byTestCard } from '../../console/test-merchant.ts';
import { stateFile } from '../../local/services/kept-state.ts';
import type { Surroundings } from '../command-line/program.ts';
import { events } from '../turnout/events.ts';
import {
  aShop,
  copyTable,
  type Database,
  errorOf,
  leadingTo,
  type RehearsalStage,
  type RehearsedCheck,
  type RunningSwitch,
  rehearseWith,
  restoredName,
  run,
  startDatabase,
  startSwitch,
  tableOf,
  type World,
} from './rehearsal.ts';

/**
 * Rehearses `docs/runbooks/loss-of-a-region.md` on this machine: a switch works, and its table is
 * copied to another database as a replica has it, without the last writes. Then that switch stops,
 * and another one goes on with the replica, with the same key, an empty vault and empty queues. It
 * prints its parts, each check with `ok` or `NOT OK`, and the time until the first new payment.
 *
 * It cannot rehearse the replication and the deployment, which only AWS can do.
 */
export const rehearseRegion = (
  say: (line: string) => void,
  surroundings: Surroundings,
): Promise<readonly RehearsedCheck[]> => rehearseWith(rehearse, say, surroundings);

/** It is processing at first, and the processor decides some seconds later. */
const pendingCard = byTestCard('4000000000000077');

/** How long the second switch may take to sync a pending payment, in ms. */
const syncedWithinMs = 300_000;

async function rehearse(world: World, { say, check }: RehearsalStage) {
  const { receiver, client } = world;
  const since = new Date();
  say('A switch takes payments in one Region.');
  const first = await startSwitch(world);
  const shop = await aShop(first, receiver);
  const before = shop.at(first);
  const paid = await before.pay();
  const authorized = await before.pay({ capture_method: 'manual' });
  const missed = await before.pay();
  const { payment_id: open } = await before.turnout.payments.create({
    amount: 6_540,
    currency: 'EUR',
    ...byTestCard(),
  });
  await first.assembly.idle();
  const heard = receiver.eventsOf(missed);
  const pending = await before.pay(pendingCard);

  say('The Region is lost. Its replica lacks the last second: a confirm, and a whole payment.');
  const name = await tableOf(first, world);
  const away = await startDatabase();
  try {
    await copyTable(
      { client, name },
      { client: away.client, name: restoredName },
      ({ pk }) => !heard.some((id) => pk?.S?.includes(id)),
    );
    await before.turnout.payments.confirm(open, {});
    const lost = await before.pay();
    const books = {
      open: await shop.bookOf(first, open),
      lost: await shop.bookOf(first, lost),
    };
    // Its webhooks and syncs would go on in a Region that works.
    await first.assembly.stop();
    await copyProcessor(first, world, away);
    const kept = await keysOnly(world.folder);

    say('The other Region takes over, with the replica and the key, and an empty vault.');
    const began = performance.now();
    const second = await startSwitch(
      { folder: world.folder, tables: away.tables },
      { from: name, kept, ports: first.assembly.apis },
    );
    try {
      const now = shop.at(second);
      const statusOf = async (id: string) => (await now.turnout.payments.retrieve(id)).status;
      await check(
        'a new payment succeeds, by the API key and the account from before',
        async () => {
          const status = await statusOf(await now.pay());
          return status === 'succeeded' || status;
        },
      );
      say(
        `        after ${Math.round((performance.now() - began) / 1_000)} s, with the start of the second switch`,
      );
      await check('every payment from before the cut is there', async () => {
        const found = [await statusOf(paid), await statusOf(authorized), await statusOf(missed)];
        return found.join() === 'succeeded,requires_capture,succeeded' || found;
      });
      await check('an authorized one is captured, and a captured one is refunded', async () => {
        const { status } = await now.turnout.payments.capture(authorized, {});
        const refund = await now.turnout.refunds.create({ payment_id: paid, amount: 100 });
        return (status === 'succeeded' && refund.status === 'succeeded') || { status, refund };
      });
      await check('a pending one is settled by its sync, which the replica knows of', async () => {
        const until = performance.now() + syncedWithinMs;
        let status = await statusOf(pending);
        while (status === 'processing' && performance.now() < until) {
          await second.assembly.idle();
          status = await statusOf(pending);
        }
        return status === 'succeeded' || status;
      });
      await check(
        'a payment whose confirm was lost is confirmed again, and charged once',
        async () => {
          const found = await statusOf(open);
          await now.turnout.payments.confirm(open, byTestCard());
          const book = await shop.bookOf(second, open);
          const isSame = JSON.stringify(book) === JSON.stringify(books.open);
          return (found !== 'succeeded' && isSame) || { found, book };
        },
      );
      await check(
        'a payment that was lost whole is unknown, and repeated without a second charge',
        async () => {
          const error = await statusOf(lost).catch(errorOf);
          if (!(error instanceof TurnoutApiError) || error.code !== 'HE_02') return error;
          await now.pay({ payment_id: lost });
          const book = await shop.bookOf(second, lost);
          return JSON.stringify(book) === JSON.stringify(books.lost) || book;
        },
      );
      await check('the webhooks of new payments arrive', async () => {
        const another = await now.pay();
        await second.assembly.idle();
        return receiver.eventsOf(another).length > 0;
      });
      await check(
        'a webhook that the lost Region never made is made, with the id that it had',
        async () => {
          const surroundings = leadingTo(away, world.surroundings);
          await run({ surroundings }, events, 'rebuild', '--since', since.toISOString());
          await second.assembly.idle();
          const again = await now.eventIdsOf(missed);
          return JSON.stringify(again) === JSON.stringify(heard) || { heard, again };
        },
      );
    } finally {
      await second.assembly.stop();
    }
  } finally {
    await away.stop();
  }
}

/** The simulated processor is not lost with the Region: its books are in the other one too. */
async function copyProcessor({ assembly }: RunningSwitch, from: Database, to: Database) {
  for (const { name } of assembly.inside.tables.filter((one) => one.name.includes('-sandbox-'))) {
    await copyTable({ client: from.client, name }, { client: to.client, name });
  }
}

const Kept = v.looseObject({ keys: v.record(v.string(), v.string()) });

/** A folder with the keys of the first switch, as replicas of a key have them, and nothing else. */
async function keysOnly(folder: string): Promise<string> {
  const text = await readFile(path.join(folder, 'kept', stateFile), 'utf8');
  const { keys } = v.parse(Kept, JSON.parse(text));
  const kept = path.join(folder, 'kept-away');
  await mkdir(kept, { mode: 0o700 });
  const state = { writing: 1, keys, secrets: {}, queues: {}, checkpoints: {} };
  await writeFile(path.join(kept, stateFile), JSON.stringify(state), { mode: 0o600 });
  return kept;
}
