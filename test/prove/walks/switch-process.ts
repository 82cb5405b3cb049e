// A started switch in a process of its own, which its parent may kill. It ends with its parent.
import type { LocalFunction } from '../../../local/assembly/functions.ts';
import type { ClockShifts } from '../../../local/functions/clock-shifts.ts';
import { startSwitch } from '../../support/switch/switch.ts';
import { seededRandom } from '../faults/random.ts';
import { type Clocks, type FromSwitch, Start, ToSwitch } from './switch-messages.ts';

/** A function's clock is at most so wrong, before it learns the time of AWS. */
const mostShiftMs = 600_000;

const say = (message: FromSwitch) => process.send?.(message);
process.once('disconnect', () => process.exit(0));

const start = Start.parse(process.argv[2] ?? '');
let functions: readonly LocalFunction[] = [];
let shifts: ClockShifts = new Float64Array(new SharedArrayBuffer(0));

const running = await startSwitch({
  dataDirectory: start.dataDirectory,
  functionEnvironment: { SANDBOX_URL: start.processorUrl },
  clockShifts(all) {
    functions = all;
    shifts = new Float64Array(new SharedArrayBuffer(8 * (all.length + 1)));
    set(start.clocks);
    return shifts;
  },
});

/**
 * The processor is another company: its clock is right, whatever the switch's clocks are, and so is
 * that of AWS.
 */
function set({ seed, aheadMs }: Clocks): void {
  const random = seededRandom(seed);
  const shift = (mostMs: number) => random.below(2 * mostMs + 1) - mostMs;
  for (const [index, { displayName }] of functions.entries()) {
    const shiftMs = shift(mostShiftMs);
    const isProcessors = /^sandbox\.|from-sandbox$/.test(displayName);
    shifts[index] = aheadMs + (isProcessors ? 0 : shiftMs);
  }
  shifts[functions.length] = aheadMs;
}

process.on('message', async (received) => {
  const message = ToSwitch.parse(received);
  try {
    say({ id: message.id, answer: await answerTo(message) });
  } catch (error) {
    say({ id: message.id, error: String(error) });
  }
});

async function answerTo(message: ToSwitch): Promise<unknown> {
  switch (message.ask) {
    case 'set clocks':
      set(message.clocks);
      return;
    case 'items':
      return (await running.items(message.beginning)).map(({ value }) => value);
    case 'find due': {
      const search = functions.find(({ displayName }) => displayName === 'queues.find-due');
      await running.assembly.invoke(search?.logicalId ?? '', {});
      return;
    }
  }
}

const { url, sandboxUrl } = running;
say({ started: { url, sandboxUrl } });
