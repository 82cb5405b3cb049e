import { readSettings, settingNamed, unknownSetting } from '../../lib/settings/read-settings.ts';
import type { Setting } from '../../lib/settings/setting.ts';
import { settingNames } from '../../lib/settings/settings.ts';
import {
  deployedStages,
  isDeployedStage,
  readSettingsFile,
} from '../../lib/settings/settings-file.ts';
import { turnoutCommand, UsageError } from '../command-line/command.ts';
import { withoutMarkdown } from '../documents/without-markdown.ts';
import { laptopSettings, laptopVariable } from '../start/laptop-settings.ts';

const stages = [...deployedStages, 'laptop'] as const;
type Stage = (typeof stages)[number];

const help = `Shows the settings of a deployment: each value, its source, and its effect.

  npx turnout settings [--stage STAGE]
  npx turnout settings NAME [--stage STAGE]

  NAME             a setting, such as keepWarm or connectorUrl.stripe: shows all about it
  --stage STAGE    sandbox (without it), production, or laptop for the switch of npm start
  --help           shows this

Values come from turnout.STAGE.json in this folder, and for a laptop from the environment. Those of "-c NAME=VALUE" are
of one deployment, and not shown. The command makes no call to AWS; "npx turnout deploy" compares the settings with
those of the last deployment. Ends with 2 when a stated setting is wrong.
`;

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

await turnoutCommand(
  {
    name: 'npx turnout settings',
    help,
    options: { stage: 'value' },
    operands: ['[NAME]'],
  },
  (given) => {
    const stage = given.oneOf('stage', stages) ?? 'sandbox';
    const [name] = given.operands;
    const stated = statedIn(stage, given.has('stage'));
    if (name === undefined) {
      const names = new Set([...settingNames, ...stated.keys()]);
      const settings = [...names].map((one) => settingOf(one, settingOrRefuse(one), stated));
      return { value: { stage, settings }, text: listOf(stage, settings) };
    }
    const setting = settingOf(name, settingOrRefuse(name), stated);
    return { value: { stage, ...setting }, text: wholeOf(setting) };
  },
);

function settingOrRefuse(name: string): Setting<unknown> {
  const setting = settingNamed(name);
  if (setting) return setting;
  throw new UsageError(unknownSetting(name));
}

type Stated = Pick<StageSetting, 'value' | 'source' | 'place'>;

/** The stated settings of a stage, by name. Throws a UsageError with all their mistakes. */
function statedIn(stage: Stage, isStageStated: boolean): ReadonlyMap<string, Stated> {
  const sources = isDeployedStage(stage) ? sourcesOf(stage) : laptopSources();
  const context = Object.fromEntries([...sources.stated].map(([name, { value }]) => [name, value]));
  const { settings, problems } = readSettings({ ...context, stage });
  const all = [...sources.problems, ...problems];
  if (all.length > 0) throw new UsageError(all.join('\n'));
  return new Map<string, Stated>([
    ['stage', { value: stage, source: isStageStated ? 'option' : 'default' }],
    ...[...sources.stated].map(([name, one]): [string, Stated] => [
      name,
      { ...one, value: settings.given.get(name) },
    ]),
  ]);
}

interface Sources {
  readonly stated: ReadonlyMap<string, Stated>;
  readonly problems: readonly string[];
}

function sourcesOf(stage: (typeof deployedStages)[number]): Sources {
  const { given, problems } = readSettingsFile(process.cwd(), stage);
  // The CDK reads the Region from both variables.
  const variable = process.env.AWS_REGION ? 'AWS_REGION' : 'AWS_DEFAULT_REGION';
  const region = process.env[variable];
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

function laptopSources(): Sources {
  const { given, problems } = laptopSettings(process.env);
  const ofEnvironment = problems.length > 0 ? [] : Object.entries(given);
  return {
    stated: new Map<string, Stated>([
      // The one default of a laptop that a deployment does not have: lib/connector-urls.ts.
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
