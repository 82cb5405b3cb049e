import type { Appearance, AppearanceVariable } from '#vocabulary/appearance.ts';

export interface CardFormAppearance {
  readonly theme?: NonNullable<Appearance['theme']>;
  readonly labels?: NonNullable<Appearance['labels']>;
  /** `colorText: '#222222'`. */
  readonly variables?: Readonly<Partial<Record<CamelCase<AppearanceVariable>, string>>>;
}

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** The appearance as JSON, with the pages' names of the variables: `colorText` is `color_text`. */
export function appearanceText({ variables, ...rest }: CardFormAppearance): string {
  const named: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables ?? {})) {
    named[name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`)] = value;
  }
  return JSON.stringify({ ...rest, variables: named });
}
