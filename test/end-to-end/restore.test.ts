import { restore } from '../../scripts/restore.ts';
import { drawnByDay } from '../support/drawn-by-day.ts';
import { runCommand } from '../support/run-command.ts';

drawnByDay('drills').it(
  'a switch with a restored table goes on, repairs missed updates, and charges no customer twice',
  async () => {
    const { code, out } = await runCommand(restore, ['rehearse']);
    const said = out.split('\n');
    expect(said.filter((line) => line.startsWith('NOT OK'))).toEqual([]);
    expect(said.filter((line) => line.startsWith('ok ')).length).toBe(9);
    expect(code).toBe(0);
  },
);
