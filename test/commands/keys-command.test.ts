import * as v from 'valibot';
import { keys } from '../../scripts/turnout/keys.ts';
import { commandDocument } from '../support/documents/command-document.ts';
import { runCommand } from '../support/runner/run-command.ts';
import { type LocalTable, localTable } from '../support/table/local-table.ts';

const Made = v.object({ name: v.string(), key: v.string() });

describe('the command of keys on the table of a deployment', () => {
  let local: LocalTable | undefined;
  beforeAll(async () => {
    local = await localTable();
  });
  afterAll(() => local?.stop());

  const at = ['--table', 'table', '--stage', 'production'];
  const environment = () => local?.environment ?? {};
  const run = (...given: string[]) =>
    runCommand(keys, [...given, ...at], { environment: environment() });
  const documentOf = async (...given: string[]) =>
    (await commandDocument(['keys', keys], [...given, ...at], environment())).document;

  it('a key is printed once and alone, and the list shows who has which', async () => {
    if (!local) return;
    const { code, out } = await run('make', '--name', 'ana.lima');
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^opk_prd_ana\.lima_[A-Za-z0-9]{64}\n$/),
    ]);
    const { key } = v.parse(Made, await documentOf('make', '--name', 'ben'));
    const stored = JSON.stringify(await local.aside.query({ pk: 'OPERATOR_KEYS' }));
    for (const secret of [out.trim(), key]) expect(stored).not.toContain(secret.slice(-64));

    expect(await run('make', '--name', 'ben')).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringContaining('The name ben was used before'),
    });
    await run('revoke', '--name', 'ben');
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(await documentOf('list')).toEqual({
      keys: [
        { name: 'ana.lima', created_at: time, last_used_at: null, revoked_at: null },
        { name: 'ben', created_at: time, last_used_at: null, revoked_at: time },
      ],
    });
    const listed = await run('list');
    expect(listed.out).toMatch(/^ana\.lima {2}made \S+Z {2}never used\nben {2}.* revoked \S+Z\n$/);
    expect(await run('revoke', '--name', 'carla')).toMatchObject({
      code: 1,
      error: expect.stringContaining('There is no key named carla'),
    });
  });
});
