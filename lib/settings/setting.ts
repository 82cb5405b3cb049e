import * as v from 'valibot';

/** The values that a setting takes. */
export interface Kind<Value> {
  /** A value as JSON: so it stands in the settings file. */
  readonly schema: v.GenericSchema<Value>;
  /** The JSON value of the text in `-c NAME=TEXT`; a text that means none stays as it is. */
  readonly ofText: (text: string) => unknown;
  /** The end of the sentence "NAME must be …". */
  readonly rule: string;
}

/** The description of a setting, besides its name. */
export interface Setting<Value, Default = Value | undefined> {
  readonly kind: Kind<Value>;
  /** The effect of a value, in Markdown with links as of a page in `docs/`. */
  readonly description: string;
  readonly default: Default;
  /** The behaviour without the setting, in Markdown. */
  readonly without: string;
  readonly example: Value;
  /** The effect on others of a deployment without it, or with another value. */
  readonly whenChanged: string;
  /** The effect of adding it on users of the deployment; undefined if none. */
  readonly whenAdded: string | undefined;
  /** Whether deployments are compared by it. One that means a single deployment is not recorded. */
  readonly isRecorded: boolean;
}

type About<Value> = Pick<Setting<Value>, 'description' | 'without' | 'example' | 'whenChanged'> &
  Partial<Pick<Setting<Value>, 'whenAdded' | 'isRecorded'>>;

const unlessStated = { whenAdded: undefined, isRecorded: true };

/** A setting without a default. */
export const setting = <Value>(
  kind: Kind<Value>,
  about: About<NoInfer<Value>>,
): Setting<Value, undefined> => ({
  kind,
  default: undefined,
  ...unlessStated,
  ...about,
});

/** A setting that has this value where it is not given. */
export const settingWithDefault = <Value>(
  kind: Kind<Value>,
  value: NoInfer<Value>,
  about: About<NoInfer<Value>>,
): Setting<Value, Value> => ({ kind, default: value, ...unlessStated, ...about });

const sameText = (text: string): unknown => text;

/** One of several words. */
export const choice = <const Word extends string>(...words: readonly Word[]): Kind<Word> => ({
  schema: v.picklist(words),
  ofText: sameText,
  rule: listed(words),
});

/** `gradual, at-once or off`. */
const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

export const wholeNumber = (least: number, most: number): Kind<number> => ({
  schema: v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most)),
  ofText: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : text),
  rule: `a number from ${least} to ${most}`,
});

/** A text of this form. The pattern has no flags, as those of JSON Schema. */
export const text = (pattern: RegExp, rule: string): Kind<string> => ({
  schema: v.pipe(v.string(), v.regex(pattern)),
  ofText: sameText,
  rule,
});

/** Several texts of this form: an array in the file, with commas between them after `-c`. */
export const list = (pattern: RegExp, rule: string): Kind<string[]> => ({
  schema: v.array(v.pipe(v.string(), v.regex(pattern))),
  ofText: (given) => given.split(',').filter(Boolean),
  rule,
});
