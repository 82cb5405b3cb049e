import { readSettings, settingNamed, unknownSetting } from '../../lib/settings/read-settings.ts';
import type { Setting } from '../../lib/settings/setting.ts';
import { settingNames } from '../../lib/settings/settings.ts';
import {
  type DeployedStage,
  isDeployedStage,
  readSettingsFile,
} from '../../lib/settings/settings-file.ts';
import { type Report, UsageError } from '../command-line/command.ts';
import type { Surroundings } from '../command-line/program.ts';
import { withoutMarkdown } from '../documents/without-markdown.ts';
import { laptopSettings, laptopVariable } from '../start/laptop-settings.ts';

type Stage = DeployedStage | 'laptop';

interface AskedSettings {
  readonly stage: Stage;
  readonly isStageStated: boolean;
  /** Of one setting; all without it. */
  readonly name: string | undefined;
}

/** A setting of a stage. */
interface StageSetting {
  readonly name: string;
  /** Null where it is not stated and has no default: `without` has the behaviour. */
  readonly value: unknown;
  readonly source: 'default' | 'file' | 'environment' | 'option';
  /** The file or the variable that states it. */
  readonly place?: string;
  readonly default: unknown;
  /** The values that it takes. */
  readonly rule: string;
  readonly description: string;
  readonly without: string;
  readonly example: unknown;
  readonly whenChanged: string;
  readonly whenAdded: string | null;
}

/** The settings of a stage: all of them, or the one of this name. */
export function settingsReport(
  { stage, isStageStated, name }: AskedSettings,
  surroundings: Surroundings,
): Report {
  const stated = statedIn(stage, isStageStated, surroundings);
  if (name === undefined) {
    const names = new Set([...settingNames, ...stated.keys()]);
    const settings = [...names].map((one) => settingOf(one, settingOrRefuse(one), stated));
    return { value: { stage, settings }, text: listOf(stage, settings) };
  }
  const setting = settingOf(name, settingOrRefuse(name), stated);
  return { value: { stage, ...setting }, text: wholeOf(setting) };
}

function settingOrRefuse(name: string): Setting<unknown> {
  const setting = settingNamed(name);
  if (setting) return setting;
  throw new UsageError(unknownSetting(name));
}

type Stated = Pick<StageSetting, 'value' | 'source' | 'place'>;

/** The stated settings of a stage, by name. Throws a UsageError with all their mistakes. */
function statedIn(
  stage: Stage,
  isStageStated: boolean,
  surroundings: Surroundings,
): ReadonlyMap<string, Stated> {
  const sources = isDeployedStage(stage)
    ? sourcesOf(stage, surroundings)
    : laptopSources(surroundings);
  const context = Object.fromEntries([...sources.stated].map(([name, { value }]) => [name, value]));
  const { settings, problems } = readSettings(
    { ...context, stage },
    undefined,
    surroundings.directory,
  );
  const { placement } = settings;
  const all = [...sources.problems, ...problems];
  if (all.length > 0) throw new UsageError(all.join('\n'));
  return new Map<string, Stated>([
    ['stage', { value: stage, source: isStageStated ? 'option' : 'default' }],
    ...[...sources.stated].map(([name, one]): [string, Stated] => [
      name,
      { ...one, value: settings.given.get(name) },
    ]),
    ...[...(placement?.implied ?? [])].map(([name, value]): [string, Stated] => [
      name,
      { value, source: 'file', ...(placement && { place: placement.file }) },
    ]),
  ]);
}

interface Sources {
  readonly stated: ReadonlyMap<string, Stated>;
  readonly problems: readonly string[];
}

function sourcesOf(stage: DeployedStage, { directory, environment }: Surroundings): Sources {
  const { given, problems } = readSettingsFile(directory, stage);
  // The CDK reads the Region from both variables.
  const variable = environment.AWS_REGION ? 'AWS_REGION' : 'AWS_DEFAULT_REGION';
  const region = environment[variable];
  const place = `turnout.${stage}.json`;
  // A file with problems is not used at all: its values may be secrets.
  const ofFile = problems.length > 0 ? [] : Object.entries(given);
  return {
    stated: new Map<string, Stated>([
      ...(region
        ? [['region', { value: region, source: 'environment', place: variable }] as const]
        : []),
      ...ofFile.map(([name, value]) => [name, { value, source: 'file', place }] as const),
    ]),
    problems,
  };
}

function laptopSources({ environment }: Surroundings): Sources {
  const { given, problems } = laptopSettings(environment);
  const ofEnvironment = problems.length > 0 ? [] : Object.entries(given);
  return {
    stated: new Map<string, Stated>([
      // The one default of a laptop that a deployment does not have: lib/settings/connector-urls.ts.
      ['connectorUrl.stripe', { value: 'sandbox', source: 'default' }],
      ...ofEnvironment.map(([name, value]): [string, Stated] => {
        const place = laptopVariable(name);
        return [name, { value, source: 'environment', ...(place && { place }) }];
      }),
    ]),
    problems,
  };
}

function settingOf(
  name: string,
  { kind, default: otherwise = null, description, without, example, ...effects }: Setting<unknown>,
  stated: ReadonlyMap<string, Stated>,
): StageSetting {
  return {
    name,
    ...(stated.get(name) ?? { value: otherwise, source: 'default' }),
    default: otherwise,
    rule: kind.rule,
    description: withoutMarkdown(description),
    without: withoutMarkdown(without),
    example,
    whenChanged: withoutMarkdown(effects.whenChanged),
    whenAdded: effects.whenAdded === undefined ? null : withoutMarkdown(effects.whenAdded),
  };
}

/** Each setting with its value and its source, and below it a sentence about it. */
function listOf(stage: Stage, settings: readonly StageSetting[]): string {
  const width = Math.max(...settings.map(({ name }) => name.length));
  const lines = settings.map(
    (setting) =>
      `  ${setting.name.padEnd(width)}  ${shown(setting.value)}  (${sourceOf(setting)})\n  ${' '.repeat(width)}  ${sentenceOf(setting)}`,
  );
  return [`Settings of ${stage}:`, '', ...lines].join('\n');
}

/** All about one setting. */
function wholeOf(setting: StageSetting): string {
  const { name, rule, description, without, example, whenChanged, whenAdded } = setting;
  return [
    `${name} = ${shown(setting.value)}  (${sourceOf(setting)})`,
    '',
    `  effect         ${description}`,
    `  value          ${rule}`,
    `  without it     ${without}`,
    `  example        ${JSON.stringify({ [name]: example })}`,
    `  when changed   ${whenChanged}`,
    ...(whenAdded === null ? [] : [`  when added     ${whenAdded}`]),
  ].join('\n');
}

function shown(value: unknown): string {
  if (value === null) return 'not set';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function sourceOf({ source, place }: StageSetting): string {
  return place ?? (source === 'option' ? '--stage' : source);
}

/** The first sentence of the description; a full stop within a name or a number ends none. */
function sentenceOf({ description }: StageSetting): string {
  return description.split(/\. (?=[A-Z])/)[0] ?? '';
}
