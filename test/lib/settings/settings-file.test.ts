import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonMistake } from '../../../lib/settings/json-mistake.ts';
import { readSettingsFile, settingsIn } from '../../../lib/settings/settings-file.ts';

/** Reads the settings of a stage in a folder that has these files. */
function read(
  files: Readonly<Record<string, string>>,
  stage: 'sandbox' | 'production' = 'sandbox',
) {
  return inFolder(files, (folder) => readSettingsFile(folder, stage));
}

function inFolder<T>(files: Readonly<Record<string, string>>, use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'turnout-settings-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const problemsOf = (text: string) => read({ 'turnout.sandbox.json': text }).problems;

describe('the settings file of a stage', () => {
  it('the settings file of a stage gives its settings, and need not be there', () => {
    expect(read({})).toEqual({ given: {}, problems: [] });
    const text = JSON.stringify({
      $schema: './docs/settings.schema.json',
      stage: 'sandbox',
      alarmEmail: 'on-call@example.com',
      keepWarm: 2,
    });
    const given = { alarmEmail: 'on-call@example.com', keepWarm: 2 };
    expect(read({ 'turnout.sandbox.json': text })).toEqual({ given, problems: [] });
    expect(read({ 'turnout.sandbox.json': `\uFEFF${text}` })).toEqual({ given, problems: [] });
    expect(read({ 'turnout.sandbox.json': text }, 'production')).toEqual({
      given: {},
      problems: [],
    });
  });

  it('the settings file of a stage is read for a deployment, and not for a laptop', () => {
    inFolder({ 'turnout.sandbox.json': '{"traces":"on"}' }, (folder) => {
      expect(settingsIn(folder)('sandbox')).toEqual({ traces: 'on' });
      expect(settingsIn(folder)('laptop')).toEqual({});
    });
    inFolder({ 'turnout.sandbox.json': '{"trace":"on"}' }, (folder) => {
      expect(() => settingsIn(folder)('sandbox')).toThrow(
        'turnout.sandbox.json: There is no setting trace; did you mean traces?',
      );
    });
  });

  it('a settings file is refused when it is of another stage', () => {
    expect(problemsOf('{"stage": "production"}')).toEqual([
      'turnout.sandbox.json: it is of the stage production, and its name says sandbox.',
    ]);
    expect(problemsOf('{"stage": "laptop"}')).toEqual([
      'turnout.sandbox.json: stage must be sandbox.',
    ]);
  });

  it('a settings file is refused under a name of no stage, which would silently be left out', () => {
    expect(read({ 'turnout.prodction.json': '{}' }).problems).toEqual([
      'There is no settings file turnout.prodction.json; did you mean turnout.production.json?',
    ]);
    expect(read({ 'turnout.Sandbox.json': '{}' }).problems).toEqual([
      'There is no settings file turnout.Sandbox.json; did you mean turnout.sandbox.json?',
    ]);
  });

  it.each([
    ['', 'line 1, column 1 is no JSON: a value is expected there.'],
    ['{', 'line 1, column 2 is no JSON: a name in double quotes is expected there.'],
    [
      '{\n  "alarmEmail": "a@b.example",\n}',
      'line 3, column 1 is no JSON: a name in double quotes is expected there.',
    ],
    ['{\n  // why\n}', 'line 2, column 3 is no JSON: a name in double quotes is expected there.'],
    ['{"traces": on}', 'line 1, column 12 is no JSON: a value is expected there.'],
    [
      '{"a": 1 "b": 2}',
      'line 1, column 9 is no JSON: a comma or a closing brace is expected there.',
    ],
    ['{"a" 1}', 'line 1, column 6 is no JSON: a colon is expected there.'],
    ['{"a": "x}', 'line 1, column 7 is no JSON: a value is expected there.'],
    ['[1 2]', 'line 1, column 4 is no JSON: a comma or a closing bracket is expected there.'],
    ['{} {}', 'line 1, column 4 is no JSON: the end of the file is expected there.'],
    ['stage: sandbox', 'line 1, column 1 is no JSON: a value is expected there.'],
  ])('the settings file %j is refused with the place of its mistake', (text, problem) => {
    expect(problemsOf(text)).toEqual([`turnout.sandbox.json: ${problem}`]);
  });

  it.each(['[]', '"on"', 'null', '7', '[{"alarmEmail":"a@b.example"}]'])(
    'the settings file %s is refused, because it is no object',
    (text) => {
      expect(problemsOf(text)).toEqual([
        'turnout.sandbox.json: must be an object of settings: { "alarmEmail": "you@example.com" }.',
      ]);
    },
  );

  it('a settings file is refused for wrong types, unknown names and repeated names, all at once', () => {
    const text = '{"keepWarm": "2", "alarmMail": "a@b.example", "traces": "on", "traces": "off"}';
    expect(problemsOf(text)).toEqual([
      'turnout.sandbox.json: traces is given twice.',
      'turnout.sandbox.json: keepWarm must be a number from 0 to 20.',
      'turnout.sandbox.json: There is no setting alarmMail; did you mean alarmEmail?',
    ]);
  });

  it('a settings file is refused when it is a folder', () => {
    inFolder({}, (folder) => {
      mkdirSync(join(folder, 'turnout.sandbox.json'));
      expect(readSettingsFile(folder, 'sandbox').problems).toEqual([
        'turnout.sandbox.json: cannot be read (EISDIR).',
      ]);
    });
  });

  const secrets = [
    ...['AKIAIOSFODNN7EXAMPLE', 'sk_live_example', '-----BEGIN PRIVATE KEY-----', 'hunter2'],
  ];
  it.each([
    { runbooks: 'AKIAIOSFODNN7EXAMPLE' },
    { vaultAuditors: ['sk_live_example'] },
    { apiDomain: { nested: '-----BEGIN PRIVATE KEY-----' } },
    { AKIAIOSFODNN7EXAMPLE: 'on' },
    { stripeSecret: 'hunter2' },
    { 'api-key': 'hunter2' },
    { dbPassword: 'hunter2' },
    { sessionToken: 'hunter2' },
  ])('a settings file is refused with a secret in it, which is not repeated: %j', (given) => {
    const [problem = '', ...more] = problemsOf(JSON.stringify(given));
    expect(more).toEqual([]);
    expect(problem).toMatch(/^turnout\.sandbox\.json: .* seems to be .*No setting is a secret/);
    for (const secret of secrets) expect(problem).not.toContain(secret);
  });
});

it('a text is refused as JSON exactly where JSON.parse refuses it', () => {
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '1',
    '-',
    '0.5',
    'e3',
    'true',
    'nul',
    ' ',
    '"',
  ];
  const texts = pieces.flatMap((a) =>
    pieces.flatMap((b) => pieces.flatMap((c) => [a + b + c, `{"a"${a}${b}${c}`, `[${a}${b}${c}]`])),
  );
  const isRefused = (text: string) => {
    try {
      JSON.parse(text);
      return false;
    } catch {
      return true;
    }
  };
  expect(texts.filter((text) => isRefused(text) !== (jsonMistake(text) !== undefined))).toEqual([]);
});
