import { laptopBundles } from '../../tools/templates/laptop-assembly.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { interruptedStart, moments } from '../support/switch/interrupted-start.ts';

// The moments are those of a start that finds its bundles.
beforeAll(() => laptopBundles());

drawnByDay('interrupts').each(moments)(
  'an interrupt ends npm start at moment $name, with all processes and ports',
  async (moment) => {
    const { left, held, output } = await interruptedStart(moment);
    expect({ left, held, output }).toEqual({ left: [], held: [], output });
    expect(output).not.toMatch(/^\s+at /m);
  },
);
