import { MessageChannel } from 'node:worker_threads';
import { answerCalls, type PortCall, portCalls } from '../../../local/aws/port-calls.ts';
import type { ServiceCalls } from '../../../local/aws/proxy-response.ts';

const title = 'The emulator';
const told = async (call: ServiceCalls, text: string) => {
  const { status, body } = await call('Some.Call', text).answer;
  return [status, body.toString()];
};
const hasEnded = [500, '{"__type":"InternalFailure","message":"The emulator has ended."}'];
const turn = () => new Promise(setImmediate);

/** A caller, and the end of its port where an emulator would answer. */
function pair() {
  const { port1: asking, port2: answering } = new MessageChannel();
  const messages: (readonly PortCall[])[] = [];
  answering.on('message', (calls) => messages.push(calls));
  const next = () => new Promise((resolve) => answering.once('message', resolve));
  return { call: portCalls(asking, title), asking, answering, messages, next };
}

it('the calls of one turn go to an emulator in one message, and its answers come back in order', async () => {
  const { call, answering, messages } = pair();
  answerCalls(answering, ({ text }) => ({ status: 200, text: `${text}!` }));
  const answers = ['a', 'b', 'c'].map((text) => told(call, text));
  expect(await Promise.all(answers)).toEqual([
    [200, 'a!'],
    [200, 'b!'],
    [200, 'c!'],
  ]);
  expect(messages.map((calls) => calls.map(({ text }) => text))).toEqual([['a', 'b', 'c']]);
  answering.close();
});

it('each of 2,000 calls in flight gets its own answer from an emulator that answers in another order', async () => {
  const { call, answering } = pair();
  answerCalls(answering, async ({ text }) => {
    if (Number(text) % 3 === 0) await turn();
    return { status: 200, text };
  });
  const texts = Array.from({ length: 2_000 }, (_, index) => String(index));
  const answers = await Promise.all(texts.map((text) => told(call, text)));
  expect(answers).toEqual(texts.map((text) => [200, text]));
  answering.close();
});

it.each(['asking', 'answering'] as const)(
  'calls that wait for an answer are answered 500 when the %s end of the port is closed, and so is a later one',
  async (end) => {
    const { call, next, ...ends } = pair();
    const waiting = [told(call, 'one'), told(call, 'two')];
    await next();
    ends[end].close();
    expect(await Promise.all(waiting)).toEqual([hasEnded, hasEnded]);
    expect(await told(call, 'later')).toEqual(hasEnded);
  },
);

it('the answer to a call that was cancelled is ignored, and the next call gets its own', async () => {
  const { call, answering, messages, next } = pair();
  const given = call('Some.Call', 'given up');
  let isAnswered = false;
  void given.answer.then(() => {
    isAnswered = true;
  });
  await next();
  given.cancel();
  const [[cancelled] = []] = messages;
  answering.postMessage([{ id: cancelled?.id, status: 200, text: 'too late' }]);
  answerCalls(answering, ({ text }) => ({ status: 200, text }));
  expect(await told(call, 'next')).toEqual([200, 'next']);
  expect(isAnswered).toBe(false);
  answering.close();
});

it('a call that an emulator never answers is answered 500 when its thread ends, and others are answered', async () => {
  const { call, answering } = pair();
  answerCalls(answering, ({ text }) => (text === 'never' ? undefined : { status: 400, text }));
  const never = told(call, 'never');
  expect(await told(call, 'other')).toEqual([400, 'other']);
  answering.close();
  expect(await never).toEqual(hasEnded);
});
