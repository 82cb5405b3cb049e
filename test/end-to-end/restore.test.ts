import { restore } from '../../scripts/turnout/restore.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { runCommand } from '../support/runner/run-command.ts';

const { it } = drawnByDay('drills');

it('a switch with a restored table goes on, repairs missed updates, and charges no customer twice', async () => {
  const { code, out } = await runCommand(restore, ['rehearse']);
  const said = out.split('\n');
  expect(said.filter((line) => line.startsWith('NOT OK'))).toEqual([]);
  expect(said.filter((line) => line.startsWith('ok ')).length).toBe(9);
  expect(code).toBe(0);
});

it('a switch that takes over a replica in another Region has every payment from before the cut, settles pending ones, and charges no customer twice', async () => {
  const { code, out } = await runCommand(restore, ['rehearse-region']);
  const said = out.split('\n');
  expect(said.filter((line) => line.startsWith('NOT OK'))).toEqual([]);
  expect(said.filter((line) => line.startsWith('ok ')).length).toBe(8);
  expect(
    said.filter((line) => /after \d+ s, with the start of the second switch/.test(line)),
  ).toHaveLength(1);
  expect(code).toBe(0);
});
