import { TurnoutApiError } from '#turnout/node';
import type { Surroundings } from '../command-line/program.ts';
import { events } from '../turnout/events.ts';
import { lists } from '../turnout/lists.ts';
import {
  aShop,
  copyTable,
  errorOf,
  type RehearsalStage,
  type RehearsedCheck,
  rehearseWith,
  restoredName,
  run,
  startSwitch,
  tableOf,
  type World,
} from './rehearsal.ts';

/**
 * Rehearses `docs/runbooks/restore.md` on this machine: a switch works, its table is copied as a
 * restore to a moment would make it, work goes on and is lost, and the switch goes on with the
 * copy. It prints its parts, and each check with `ok` or `NOT OK`.
 *
 * It cannot rehearse the restore itself, which only AWS can do.
 */
export const rehearseRestore = (
  say: (line: string) => void,
  surroundings: Surroundings,
): Promise<readonly RehearsedCheck[]> => rehearseWith(rehearse, say, surroundings);

async function rehearse(world: World, { say, check }: RehearsalStage) {
  const { receiver } = world;
  const since = new Date();
  say('A switch takes payments.');
  const first = await startSwitch(world);
  const shop = await aShop(first, receiver);
  const before = shop.at(first);
  const paid = await before.pay();
  const authorized = await before.pay({ capture_method: 'manual' });
  const missed = await before.pay();
  await first.assembly.idle();
  const own = await tableOf(first, world);

  say(`Its table is copied as it was at this moment, but for what a reader had not made yet.`);
  const heard = receiver.eventsOf(missed);
  const { client } = world;
  await copyTable(
    { client, name: own },
    { client, name: restoredName },
    ({ pk }) => !heard.some((id) => pk?.S?.includes(id)),
  );
  const after = await before.pay();
  await first.assembly.idle();
  const charged = await shop.bookOf(first, after);
  await first.assembly.stop();

  say('The switch goes on with the copy.');
  const second = await startSwitch(world, { from: own, ports: first.assembly.apis });
  const now = shop.at(second);
  await check('a payment from before is there, by the same API key', async () => {
    return (await now.turnout.payments.retrieve(paid)).status === 'succeeded';
  });
  await check('an authorized one is captured at the processor', async () => {
    return (await now.turnout.payments.capture(authorized, {})).status === 'succeeded';
  });
  await check('a captured one is refunded at the processor', async () => {
    const { status } = await now.turnout.refunds.create({ payment_id: paid, amount: 100 });
    return status === 'succeeded';
  });

  say('What the readers of the stream missed is made again.');
  // Its own reader makes the events of the capture and the refund, which the command would count.
  await second.assembly.idle();
  await check('events -- rebuild makes the missing event', async () => {
    const said = await run(world, events, 'rebuild', '--since', since.toISOString());
    return / 1 made, 0 lost in part, 0 not rebuilt/.test(said) || said;
  });
  await check('it has the id that the merchant knows already', async () => {
    await second.assembly.idle();
    const again = await now.eventIdsOf(missed);
    return JSON.stringify(again) === JSON.stringify(heard) || { heard, again };
  });
  await check(
    'lists -- rebuild puts every payment on the lists, and none that is lost',
    async () => {
      await run(world, lists, 'rebuild');
      await second.assembly.idle();
      const listed: string[] = [];
      for await (const { payment_id } of now.turnout.payments.list()) listed.push(payment_id);
      const has = [paid, authorized, missed].every((id) => listed.includes(id));
      return (has && !listed.includes(after)) || listed;
    },
  );

  say('What came after the copy is lost for the switch, and not for the processor.');
  await check('a payment of that time is unknown', async () => {
    const error = await now.turnout.payments.retrieve(after).catch(errorOf);
    return error instanceof TurnoutApiError && error.code === 'HE_02' ? true : error;
  });
  await check(
    'its merchant repeats it by the same payment_id, and nobody is charged twice',
    async () => {
      await now.pay({ payment_id: after });
      const book = await shop.bookOf(second, after);
      return JSON.stringify(book) === JSON.stringify(charged) || book;
    },
  );
  await second.assembly.idle();
  await check('no merchant heard twice of what it had heard of', async () => {
    const twice = receiver.deliveredTwice();
    return twice.length === 0 || twice;
  });
  await second.assembly.stop();
}
