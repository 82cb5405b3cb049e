import { rehearseRestore } from '../../scripts/rehearse/rehearse-restore.ts';

it('a switch with a restored table goes on, repairs missed updates, and charges no customer twice', async () => {
  const said: string[] = [];
  const checks = await rehearseRestore((line) => said.push(line));
  expect(said.filter((line) => line.startsWith('NOT OK'))).toEqual([]);
  expect(said.filter((line) => line.startsWith('ok ')).length).toBe(9);
  expect(checks.map(({ isGood }) => isGood)).toEqual(Array(9).fill(true));
});
