import type { Reply } from '#switch/checkout/checkout-ports.ts';
import { aSwitchWithLinks } from './a-linked-payment.ts';
import { aPayer, type Network } from './a-payer.ts';

/** What becomes of one request. Of a request that arrives late, the page has no answer. */
const fates = [
  ...(['answered', 'request lost', 'answer lost', 'not sent', 'sent twice', 'late'] as const),
  ...(['503', 'done and 503', '429', 'changing'] as const),
];
/** The fates of the confirm after the first; the others differ only where it is the only one. */
const seconds = ['answered', 'request lost', 'answer lost', 'not sent', 'late', '429'] as const;
type Fate = (typeof fates)[number];

const cards = [
  ['a good card', '4242424242424242', 1],
  ['a declined card', '4000000000000002', 0],
  ['a challenged card', '4000003800000446', 0],
] as const;

/** How long a late request is on its way, in milliseconds. */
const lateMs = 29_000;

/** A network that gives the confirms of a page these fates, in their order, and then delivers. */
function aNetwork(clock: { now: Date }, confirms: readonly Fate[], asksInDoubt: Fate) {
  const left = [...confirms];
  const late: { readonly at: number; readonly deliver: () => Promise<unknown> }[] = [];
  let isInDoubt = false;
  const arrive = async (now = Infinity) => {
    while (late[0] && late[0].at <= now) await late.shift()?.deliver();
  };
  const through: Network = async (request, deliver): Promise<Reply> => {
    await arrive(clock.now.getTime());
    const isConfirm = request === 'confirm';
    const fate = isConfirm ? left.shift() : isInDoubt ? asksInDoubt : undefined;
    // The first ask after a lost confirm only has a fate of its own.
    isInDoubt = isConfirm;
    switch (fate ?? 'answered') {
      case 'request lost':
        return 'no answer';
      case 'answer lost':
        await deliver();
        return 'no answer';
      case 'not sent':
        return 'not sent';
      case 'sent twice':
        return (await Promise.all([deliver(), deliver()]))[0];
      case 'late':
        late.push({ at: clock.now.getTime() + lateMs, deliver });
        return 'no answer';
      case 'done and 503':
        await deliver();
        return { status: 503, body: { message: 'Service Unavailable' } };
      case '503':
        return { status: 503, body: { message: 'Service Unavailable' } };
      case '429':
        return { status: 429, body: { message: 'Too Many Requests' } };
      case 'changing':
        return { status: 422, body: { error: { code: 'HE_00' } } };
      default:
        return deliver();
    }
  };
  return { through, arrive };
}

describe('a payment whose requests are lost', () => {
  it.each(cards)(
    'a payment by %s is charged once at most, whatever becomes of two confirms and of the question after them',
    async (_, number, charges) => {
      for (const first of fates) {
        for (const second of seconds) {
          for (const question of ['answered', 'request lost', '503'] as const) {
            const world = await aSwitchWithLinks();
            await world.linked();
            const network = aNetwork(world.dependencies.clock, [first, second], question);
            const payer = aPayer(world, 'pay_1', network.through);
            const page = await payer.opens();
            const next = await payer.presses(page, await payer.card(number));
            await network.arrive();
            const ledger = await world.dependencies.processor.ledger();
            const charged = ledger.flatMap(({ movements }) =>
              movements.filter(({ kind }) => kind === 'charged'),
            );
            const where = [first, second, question];
            expect([...where, charged.length <= charges]).toEqual([...where, true]);
            // The page says that nothing was charged only where that is true.
            const { status } = await world.answered('payments.retrieve', {
              params: { payment_id: 'pay_1' },
            });
            if (next.kind === 'problem') {
              expect([...where, next.text, status]).toEqual([
                ...where,
                expect.stringMatching(/not been charged|Too many/),
                expect.stringMatching(/^requires_payment_method$|^failed$/),
              ]);
            }
          }
        }
      }
    },
  );
});
