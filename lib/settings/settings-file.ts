import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { jsonMistake } from './json-mistake.ts';
import { noSuchName } from './nearest-name.ts';
import { secretIn, settingNamed, unknownSetting, WrongSettings } from './read-settings.ts';
import { repeatedNames } from './repeated-names.ts';
import { namesSecret, secretLike } from './secret-like.ts';

/** Stages that have a settings file: those that are deployed. */
export const deployedStages = ['sandbox', 'production'] as const;
export type DeployedStage = (typeof deployedStages)[number];

export const isDeployedStage = (name: unknown): name is DeployedStage =>
  deployedStages.some((stage) => stage === name);

const settingsFileOf = (stage: DeployedStage): string => `turnout.${stage}.json`;

/** The content of a stage's settings file. */
export interface SettingsFile {
  /** JSON values by the setting's name, without the stage; empty where there is no file. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly problems: readonly string[];
}

/**
 * Reads the settings file of a stage in a folder, which need not be there. Problems name the file,
 * and quote no value: it may be a secret.
 */
export function readSettingsFile(folder: string, stage: DeployedStage): SettingsFile {
  const file = settingsFileOf(stage);
  const strays = strayFiles(folder);
  const wrong = (...problems: readonly string[]) => ({
    given: {},
    problems: [...strays, ...problems.map((one) => `${file}: ${one}`)],
  });

  let text: string;
  try {
    // Editors of Windows begin a file with a byte order mark, which is not JSON.
    text = readFileSync(join(folder, file), 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return wrong();
    return wrong(`cannot be read (${String(code)}).`);
  }
  const mistake = jsonMistake(text);
  if (mistake) {
    const { line, column, expected } = mistake;
    return wrong(`line ${line}, column ${column} is no JSON: ${expected} is expected there.`);
  }
  const json = v.safeParse(v.record(v.string(), v.unknown()), JSON.parse(text));
  if (!json.success || Array.isArray(JSON.parse(text))) {
    return wrong('must be an object of settings: { "alarmEmail": "you@example.com" }.');
  }
  const { $schema, stage: stated, ...given } = json.output;
  const problems = [
    ...repeatedNames(text).map(({ path }) => `${path.join('.')} is given twice.`),
    ...($schema === undefined || typeof $schema === 'string'
      ? []
      : ['$schema must be the path of the schema.']),
    ...(stated === undefined || stated === stage
      ? []
      : [
          isDeployedStage(stated)
            ? `it is of the stage ${stated}, and its name says ${stage}.`
            : `stage must be ${stage}.`,
        ]),
    ...Object.entries(given).flatMap(([name, value]) => problemOf(name, value) ?? []),
  ];
  const { problems: all } = wrong(...problems);
  return { given, problems: all };
}

/** The values of the settings files in a folder, by stage. Throws `WrongSettings`. */
export const settingsIn =
  (folder: string) =>
  (stage: string): Readonly<Record<string, unknown>> => {
    if (!isDeployedStage(stage)) return {};
    const { given, problems } = readSettingsFile(folder, stage);
    if (problems.length > 0) throw new WrongSettings(problems);
    return given;
  };

function problemOf(name: string, value: unknown): string | undefined {
  const setting = settingNamed(name);
  // The name itself may be the secret.
  const secret = secretLike(name);
  if (secret !== undefined) return secretIn('A name', secret);
  for (const text of textsIn(value)) {
    const found = secretLike(text);
    if (found !== undefined) return secretIn(name, found);
  }
  if (!setting) return namesSecret(name) ? secretIn(name, 'a secret') : unknownSetting(name);
  return v.is(setting.kind.schema, value) ? undefined : `${name} must be ${setting.kind.rule}.`;
}

/** All texts in a JSON value, names included. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [name, ...textsIn(one)]);
}

/** Settings files of stages that there are not: a misspelt one would silently be left out. */
function strayFiles(folder: string): readonly string[] {
  const names = deployedStages.map(settingsFileOf);
  return readdirSync(folder)
    .filter((file) => /^turnout\..+\.json$/i.test(file))
    .filter((file) => !names.includes(file))
    .sort()
    .map((file) => noSuchName('settings file', file, names));
}
