import * as v from 'valibot';
import { type Settings, settingNamed } from './read-settings.ts';
import type { Setting } from './setting.ts';
import { connectorUrl, settings } from './settings.ts';

/** The JSON values of settings, by name. */
export type SettingValues = Readonly<Record<string, unknown>>;

/**
 * The beginning of the outputs of the stack Data that hold the settings of the last deployment: the
 * first stack that a deployment changes, so that a deployment that ends half-way is recorded too.
 */
const outputName = 'Settings';

/**
 * AWS documents no limit for the value of an output, but 1,024 bytes for its description. A longer
 * record goes on in another output.
 */
const longestOutput = 1_000;

/** Settings that differ from cell to cell, and are none of a vault that serves all of them. */
const ofOneCell = ['cell', 'expectedRate', 'switchAccount'];

/**
 * The recorded settings of a deployment: those that differ from their default.
 *
 * @param part `vault` for the account of a vault that is in one of its own
 */
export const recordedValues = (
  { given, placement }: Settings,
  part: 'vault' | 'switch' = 'switch',
): SettingValues => {
  const recorded = [...given].filter(([name, value]) => {
    const setting = settingNamed(name);
    const isShared = part === 'vault' && placement !== undefined && ofOneCell.includes(name);
    return setting?.isRecorded && !isShared && !isSame(value, setting.default);
  });
  return Object.fromEntries(recorded.sort(([one], [other]) => (one < other ? -1 : 1)));
};

/** The outputs that record the settings of a deployment, by name. */
export function recordOf(
  given: Settings,
  part: 'vault' | 'switch' = 'switch',
): Readonly<Record<string, string>> {
  // Only ASCII: a part has as many bytes as characters.
  const text = JSON.stringify(recordedValues(given, part)).replace(
    /[^ -~]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const parts = text.match(new RegExp(`.{1,${longestOutput}}`, 'g')) ?? [];
  return Object.fromEntries(
    parts.map((part, index) => [index === 0 ? outputName : `${outputName}${index + 1}`, part]),
  );
}

/**
 * The settings that a stack's outputs record; undefined where none are, or none that can be read.
 */
export function recordIn(outputs: Readonly<Record<string, string>>): SettingValues | undefined {
  const parts: string[] = [];
  for (let index = 1; ; index++) {
    const part = outputs[index === 1 ? outputName : `${outputName}${index}`];
    if (part === undefined) break;
    parts.push(part);
  }
  try {
    return v.parse(v.record(v.string(), v.unknown()), JSON.parse(parts.join('')));
  } catch {
    return undefined;
  }
}

/** A setting that a deployment would drop, change or add, and the consequence. */
export interface SettingChange {
  readonly name: string;
  readonly deployed: unknown;
  readonly now: unknown;
  readonly means: string;
}

/** A setting and the one that it belongs to: dropped or replaced together, they are one change. */
const partOf: Readonly<Record<string, string>> = {
  apiCertificateArn: 'apiDomain',
  vaultCertificateArn: 'vaultDomain',
  switchAccount: 'vaultAccount',
  tableStreamArn: 'tableName',
};

/**
 * The changes from one deployment to the next that a person has to accept: settings that are
 * dropped or changed, and added ones that change something for users of the deployment.
 */
export function changesToAccept(
  deployed: SettingValues,
  now: SettingValues,
): readonly SettingChange[] {
  const names = [...new Set([...Object.keys(deployed), ...Object.keys(now)])].sort();
  const changes = names.flatMap((name): readonly SettingChange[] => {
    const values = { deployed: deployed[name], now: now[name] };
    if (isSame(values.deployed, values.now)) return [];
    const setting = aboutOf(name);
    const means = values.deployed === undefined ? setting?.whenAdded : meaningOf(setting);
    return means === undefined ? [] : [{ name, ...values, means }];
  });
  return changes.filter(({ name }) => !changes.some((one) => one.name === partOf[name]));
}

const meaningOf = (setting: Setting<unknown> | undefined) =>
  setting?.whenChanged ?? 'This version has no such setting any more.';

/** The description of a setting, also of one for a connector that this version does not have. */
const aboutOf = (name: string): Setting<unknown> | undefined =>
  settingNamed(name) ?? (name.startsWith('connectorUrl.') ? connectorUrl : undefined);

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Names that `--accept` may state. */
export const acceptableNames = (deployed: SettingValues, now: SettingValues): readonly string[] => [
  ...new Set([...Object.keys(settings), ...Object.keys(deployed), ...Object.keys(now)]),
];
