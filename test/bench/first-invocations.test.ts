import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onNoLaptop } from '../../bench/cold-starts.ts';
import { answerOf, isSuccess, starter } from '../../bench/first-call.ts';
import {
  type FirstInvocation,
  type Recorder,
  startRecorder,
} from '../../bench/first-invocations.ts';
import { startTlsFront, type TlsFront } from '../../bench/tls-front.ts';
import { functionNames as bundleNames } from '../../tools/bundle/bundle-functions.ts';
import { functionNames } from '../support/deployment/function-names.ts';
import { ordinaryWork } from '../support/requests/exercise-scenarios.ts';
import { countOfNight } from '../support/switch/night.ts';

/** By day a few that call all kinds of systems; `npm run nightly` records every function. */
const few = [
  'payments.create, with confirm',
  'sandbox.authorize',
  'queues.deliver-webhook',
  'vault.store-card',
];
const all = new Set([...functionNames, ...few]);
const wanted = countOfNight() === undefined ? few : [...all];

const directory = mkdtempSync(join(tmpdir(), 'turnout-first-invocations-'));
const start = starter(directory);
let front: TlsFront;
let recorder: Recorder;
beforeAll(async () => {
  front = await startTlsFront(directory);
  recorder = await startRecorder(front, start, {});
});
afterAll(async () => {
  await recorder.stop();
  await front.close();
  rmSync(directory, { recursive: true });
});

/** Starts the bundle for its first invocation once more, with these of the recorded answers. */
async function replayed({ exchanges, ...bundle }: FirstInvocation) {
  let answer = '';
  const unanswered = await front.replay(exchanges, async () => {
    answer = answerOf(await start(bundle, { isCalled: true }));
  });
  return { answer, unanswered };
}

it('every function that is bundled is measured by work that it does, or is on no laptop', () => {
  const bundled = bundleNames().map((name) => name.replace('/', '.'));
  const work = ordinaryWork();
  const without = bundled.filter((name) => !(name in work) && !onNoLaptop.has(name));
  expect(without).toEqual([]);
  expect([...onNoLaptop].filter((name) => !bundled.includes(name))).toEqual([]);
});

it.each(wanted)(
  'a fresh process does the work of %s, and another one that gets the recorded answers does it again',
  async (name) => {
    const recorded = await recorder.record(name);
    expect(isSuccess(recorded.answer)).toBe(!name.endsWith('.not-found'));
    expect(await replayed(recorded)).toEqual({ answer: recorded.answer, unanswered: [] });
    // Once the switch has ended, no call may want it: its own public address is only named.
    const past = Object.entries(recorded.environment).filter(
      ([variable, value]) => variable !== 'PUBLIC_URL' && value.includes('http://'),
    );
    expect(past).toEqual([]);
  },
);

it('a fresh process whose recording lacks answers is no success, and the calls are named', async () => {
  const recorded = await recorder.record('customers.retrieve');
  const [first] = recorded.exchanges;
  const { answer, unanswered } = await replayed({ ...recorded, exchanges: first ? [first] : [] });
  expect(isSuccess(answer)).toBe(false);
  expect(unanswered).toContainEqual(expect.stringContaining('DynamoDB'));
});
