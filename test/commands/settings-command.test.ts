import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { settingNames } from '../../lib/settings/settings.ts';
import { settings as settingsCommand } from '../../scripts/turnout/settings.ts';
import { runCommand } from '../support/runner/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'turnout-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Calls `npx turnout settings` in a folder with these files. */
function settings(
  args: readonly string[],
  {
    files = {},
    environment = {},
  }: { files?: Record<string, object>; environment?: Record<string, string> } = {},
) {
  const directory = mkdtempSync(join(folder, 'run-'));
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(directory, name), JSON.stringify(content));
  }
  return runCommand(settingsCommand, args, { directory, environment });
}

const Listed = v.object({
  stage: v.string(),
  settings: v.array(
    v.looseObject({
      name: v.string(),
      value: v.unknown(),
      source: v.string(),
      place: v.optional(v.string()),
      description: v.pipe(v.string(), v.minLength(10)),
    }),
  ),
});

/** The settings by their names. */
async function listed(...given: Parameters<typeof settings>) {
  const [args, more] = given;
  const { code, out, error } = await settings([...args, '--json'], more);
  expect([code, error]).toEqual([0, '']);
  const found = v.parse(Listed, JSON.parse(out));
  return new Map(found.settings.map((one) => [one.name, one]));
}

it('npx turnout settings lists every setting, and a stage without a file has the defaults', async () => {
  const found = await listed([]);
  expect([...found.keys()]).toEqual([...settingNames]);
  expect(found.get('stage')).toMatchObject({ value: 'sandbox', source: 'default' });
  expect(found.get('keepWarm')).toMatchObject({ value: 0, source: 'default' });
  expect(found.get('alarmEmail')).toMatchObject({ value: null, source: 'default' });
});

it('npx turnout settings names the file and the variable that a value comes from', async () => {
  const files = {
    'turnout.production.json': { keepWarm: 2, 'connectorUrl.adyen': 'https://adyen.example/' },
    'turnout.sandbox.json': { keepWarm: 3 },
  };
  const environment = { AWS_REGION: 'eu-west-1' };
  const found = await listed(['--stage', 'production'], { files, environment });
  const place = 'turnout.production.json';
  expect(found.get('keepWarm')).toMatchObject({ value: 2, source: 'file', place });
  expect(found.get('connectorUrl.adyen')).toMatchObject({ source: 'file', place });
  expect(found.get('region')).toMatchObject({
    value: 'eu-west-1',
    source: 'environment',
    place: 'AWS_REGION',
  });
  const text = await settings(['--stage', 'production'], { files, environment });
  expect(text.out).toMatch(/^ {2}keepWarm +2 {2}\(turnout\.production\.json\)$/m);
});

it('npx turnout settings shows the settings of a laptop, which the environment states', async () => {
  const found = await listed(['--stage', 'laptop'], { environment: { TRACE_SAMPLING: '0.5' } });
  expect(found.get('traceSampling')).toMatchObject({ value: 0.5, place: 'TRACE_SAMPLING' });
  expect(found.get('connectorUrl.stripe')).toMatchObject({ value: 'sandbox', source: 'default' });
});

it('npx turnout settings shows all about one setting', async () => {
  const { code, out } = await settings(['keepWarm']);
  expect(code).toBe(0);
  expect(out).toMatch(/^keepWarm = 0 {2}\(default\)$/m);
  expect(out).toMatch(/^ {2}value +a number from 0 to 20$/m);
  expect(out).toMatch(/^ {2}example +\{"keepWarm":2\}$/m);
});

it('npx turnout settings lists all mistakes of a file, and quotes no value of it', async () => {
  const files = { 'turnout.sandbox.json': { keepWarm: 99, alarmMail: 'person@shop.example' } };
  const { code, out, error } = await settings([], { files });
  expect([code, out]).toEqual([2, '']);
  expect(error).toContain('turnout.sandbox.json: keepWarm must be a number from 0 to 20.');
  expect(error).toContain('There is no setting alarmMail; did you mean alarmEmail?');
  expect(error).not.toContain('person@shop.example');
});
