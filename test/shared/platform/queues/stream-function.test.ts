import { logTo } from '#platform/log.ts';
import { streamFunction, streamJob } from '#platform/queues/stream-function.ts';
import { streamRecord } from '../../../support/table/stream-record.ts';

const records = ['1', '2', '3'].map((number) =>
  streamRecord(number, undefined, { pk: `MERCHANT#m#PAYMENT#${number}`, sk: 'PAYMENT', number }),
);
const event = { Records: records };

type Number = string;

/**
 * A job that sends the number of each change, with the numbers that it sent and the lines that it
 * logged.
 */
function aJob(
  habits: {
    /** The number with which it cannot do anything. */
    readonly poison?: Number;
    readonly send?: (numbers: readonly Number[]) => Promise<readonly Number[]>;
  } = {},
) {
  const sent: Number[] = [];
  const logged: string[] = [];
  const job = streamJob<Number>(
    'a job',
    async ({ after }) => {
      const number = String(after?.number);
      if (number === habits.poison) throw new Error('It cannot be read.');
      return [number];
    },
    async (numbers) => {
      const left = (await habits.send?.(numbers)) ?? [];
      sent.push(...numbers.filter((one) => !left.includes(one)));
      return left;
    },
    logTo((line) => logged.push(line)),
  );
  return { job, sent, logged };
}

const failing = (...numbers: readonly string[]) => ({
  batchItemFailures: numbers.map((itemIdentifier) => ({ itemIdentifier })),
});

describe('a job', () => {
  it('a stream job sends all messages of a batch together, and requests no repeat', async () => {
    const batches: (readonly Number[])[] = [];
    const { job } = aJob({
      send: async (numbers) => {
        batches.push(numbers);
        return [];
      },
    });
    expect(await job(records)).toEqual([]);
    expect(batches).toEqual([['1', '2', '3']]);
  });

  it('a stream job requests only its unreadable change again, and does the others', async () => {
    const { job, sent, logged } = aJob({ poison: '2' });
    expect(await job(records)).toEqual(['2']);
    expect(sent).toEqual(['1', '3']);
    expect(logged.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ message: 'change failed', job: 'a job', id: '2' }),
    ]);
  });

  it('a stream job requests a repeat of the records that its queue did not accept', async () => {
    const { job } = aJob({ send: async () => ['3'] });
    expect(await job(records)).toEqual(['3']);
  });

  it('a stream job gets its changes again when its queue cannot be reached', async () => {
    const { job, logged } = aJob({ poison: '1', send: () => Promise.reject(new Error('Away.')) });
    expect(await job(records)).toEqual(['1', '2', '3']);
    expect(logged.join()).toContain('messages not sent');
  });
});

describe('two jobs of one function', () => {
  it('two stream jobs of one function each get every change', async () => {
    const [first, beside] = [aJob(), aJob()];
    expect(await streamFunction(first.job, beside.job)(event)).toEqual(failing());
    expect([first.sent, beside.sent]).toEqual([
      ['1', '2', '3'],
      ['1', '2', '3'],
    ]);
  });

  it("two stream jobs of one function fail apart: the first one's records come again, and the other finishes meanwhile", async () => {
    const [first, beside] = [aJob({ poison: '2' }), aJob()];
    expect(await streamFunction(first.job, beside.job)(event)).toEqual(failing('2'));
    expect(beside.sent).toEqual(['1', '2', '3']);
  });

  it.each([
    ['a change that it cannot read', { poison: '2' }],
    ['a queue that takes nothing', { send: async (all: readonly Number[]) => all }],
    ['a queue that cannot be reached', { send: () => Promise.reject(new Error('Away.')) }],
  ])(
    'two stream jobs of one function continue when the second has %s: it is logged, and nothing is delayed',
    async (_, habits) => {
      const [first, beside] = [aJob(), aJob(habits)];
      expect(await streamFunction(first.job, beside.job)(event)).toEqual(failing());
      expect(first.sent).toEqual(['1', '2', '3']);
      expect(beside.logged).not.toEqual([]);
    },
  );

  it('two stream jobs of one function begin side by side: the second does not wait for the first, nor the first for it', async () => {
    const both = Promise.withResolvers<readonly Number[]>();
    let begun = 0;
    const send = () => {
      begun += 1;
      if (begun === 2) both.resolve([]);
      return both.promise;
    };
    const [first, beside] = [aJob({ send }), aJob({ send })];
    expect(await streamFunction(first.job, beside.job)(event)).toEqual(failing());
  });
});
