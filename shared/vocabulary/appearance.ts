import * as v from 'valibot';
import { given } from '#platform/schema.ts';

/**
 * The look of a page for customers, which a merchant chooses within bounds: no value of it is free
 * CSS, and no text becomes unreadable by it.
 */

const Color = v.pipe(
  v.string(),
  v.regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be # and 3 or 6 hexadecimal digits'),
);

/** A length in CSS pixels, such as `16px` or `4.5px`. */
function pixels(min: number, max: number) {
  const message = `must be from ${min}px to ${max}px`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,3}(?:\.\d)?px$/, message),
    v.check(
      (length) => Number.parseFloat(length) >= min && Number.parseFloat(length) <= max,
      message,
    ),
  );
}

/** Fonts that devices have: a page loads none. */
const fontStacks = {
  system: 'system-ui, sans-serif',
  sans: '"Helvetica Neue", "Arial Nova", "Nimbus Sans", Arial, sans-serif',
  humanist: 'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", sans-serif',
  geometric: 'Avenir, Montserrat, Corbel, "URW Gothic", sans-serif',
  rounded:
    'ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, "Arial Rounded MT Bold", sans-serif',
  serif: 'Charter, "Bitstream Charter", "Sitka Text", Cambria, serif',
  mono: 'ui-monospace, "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace',
} as const;
type FontFamily = keyof typeof fontStacks;
const fontFamilies = Object.keys(fontStacks) as [FontFamily, ...FontFamily[]]; // The keys above.

/** The colours of a page in one theme. All texts in them are readable: a test computes that. */
const palettes = {
  light: {
    /** Buttons, and the ring around the focused element. */
    color_primary: '#1456c8',
    color_primary_text: '#ffffff',
    color_background: '#ffffff',
    color_text: '#1c2430',
    color_text_secondary: '#4b5565',
    color_danger: '#b3150c',
    color_border: '#7a8496',
    color_field: '#ffffff',
    color_field_text: '#1c2430',
    color_placeholder: '#4b5565',
  },
  dark: {
    color_primary: '#8ab4ff',
    color_primary_text: '#10141c',
    color_background: '#10141c',
    color_text: '#eceff4',
    color_text_secondary: '#b4bccb',
    color_danger: '#ff9c94',
    color_border: '#8590a5',
    color_field: '#171c26',
    color_field_text: '#eceff4',
    color_placeholder: '#b4bccb',
  },
} as const;
type Palette = Readonly<Record<keyof typeof palettes.light, string>>;
type PaletteName = keyof typeof palettes;

/** Texts, and the colours behind them. */
const readablePairs: readonly (readonly [text: keyof Palette, ground: keyof Palette])[] = [
  ['color_text', 'color_background'],
  ['color_text_secondary', 'color_background'],
  ['color_danger', 'color_background'],
  ['color_primary_text', 'color_primary'],
  ['color_field_text', 'color_field'],
  ['color_placeholder', 'color_field'],
];

/** @see https://www.w3.org/TR/WCAG22/#contrast-minimum */
const minContrast = 4.5;

const shapes = {
  border_radius: '6px',
  border_width: '1px',
  font_family: 'system',
  font_size: '16px',
  /** All distances are multiples of it. */
  spacing_unit: '4px',
  field_height: '44px',
} as const;

const AppearanceVariables = v.strictObject({
  color_primary: given(Color),
  color_primary_text: given(Color),
  color_background: given(Color),
  color_text: given(Color),
  color_text_secondary: given(Color),
  color_danger: given(Color),
  color_border: given(Color),
  color_field: given(Color),
  color_field_text: given(Color),
  color_placeholder: given(Color),
  border_radius: given(pixels(0, 24)),
  border_width: given(pixels(1, 4)),
  font_family: given(v.picklist(fontFamilies, `must be one of ${fontFamilies.join(', ')}`)),
  // Below 16px phones enlarge the page when a field gets the focus.
  font_size: given(pixels(16, 24)),
  spacing_unit: given(pixels(2, 8)),
  // @see https://www.w3.org/TR/WCAG22/#target-size-enhanced
  field_height: given(pixels(44, 72)),
});

const Members = v.strictObject({
  /** `system` follows the customer's device; it is also the default. */
  theme: given(v.picklist(['light', 'dark', 'system'], 'must be light, dark or system')),
  /** `hidden` labels stay for screen readers. */
  labels: given(v.picklist(['above', 'hidden'], 'must be above or hidden')),
  variables: given(AppearanceVariables),
});
export type Appearance = v.InferOutput<typeof Members>;

export const Appearance = v.pipe(
  Members,
  v.rawCheck(({ dataset, addIssue }) => {
    // An appearance with a malformed value is refused as it is.
    if (!dataset.typed || dataset.issues) return;
    const message = unreadablePair(dataset.value);
    if (message !== undefined) addIssue({ message });
  }),
);
export type AppearanceVariable = keyof v.InferOutput<typeof AppearanceVariables>;

const palettesOf = ({ theme }: Appearance): readonly PaletteName[] =>
  theme === 'light' || theme === 'dark' ? [theme] : ['light', 'dark'];

/**
 * The first text that a person cannot read on its ground, as a sentence with the ratio; undefined
 * if all are readable. A colour that is absent is that of the theme.
 */
function unreadablePair(appearance: Appearance): string | undefined {
  const variables = appearance.variables ?? {};
  for (const palette of palettesOf(appearance)) {
    for (const [text, ground] of readablePairs) {
      const colorOf = (name: keyof Palette) => variables[name] ?? palettes[palette][name];
      const ratio = contrastOf(colorOf(text), colorOf(ground));
      if (ratio >= minContrast) continue;
      // Rounded down, so that a ratio just below the limit does not look like the limit.
      const shown = (Math.floor(ratio * 100) / 100).toFixed(2);
      return `${text} on ${ground} has a contrast of ${shown}:1 in the ${palette} theme, and needs ${minContrast}:1`;
    }
  }
  return undefined;
}

/**
 * The contrast ratio of two colours, from 1 to 21. Each is `#` and 3 or 6 hexadecimal digits.
 *
 * @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
 */
export function contrastOf(one: string, other: string): number {
  const [first, second] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

function luminanceOf(color: string): number {
  const digits = color.slice(1);
  const long = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(long.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * CSS that sets the custom properties of a page: `color_text` is `--color-text`. It has a value for
 * every property, and the `color-scheme`. It is safe in a `<style>` element.
 */
export function appearanceCss(appearance: Appearance): string {
  const [first, second] = palettesOf(appearance);
  const all = (palette: PaletteName | undefined) =>
    palette ? declarations({ ...palettes[palette], ...shapes }, appearance) : '';
  if (second === undefined) return `:root{color-scheme:${first};${all(first)}}`;
  return `:root{color-scheme:light dark;${all(first)}}@media (prefers-color-scheme:dark){:root{${all(second)}}}`;
}

const declarations = (defaults: Readonly<Record<AppearanceVariable, string>>, given: Appearance) =>
  Object.entries({ ...defaults, ...present(given.variables ?? {}) })
    .map(([name, value]) => `--${name.replaceAll('_', '-')}:${cssValue(name, value)}`)
    .join(';');

const present = (variables: Readonly<Record<string, string | null | undefined>>) =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value == null ? [] : [[name, value]])),
  );

const isFontFamily = (value: string): value is FontFamily => Object.hasOwn(fontStacks, value);

function cssValue(name: string, value: string): string {
  if (name === 'font_family' && isFontFamily(value)) return fontStacks[value];
  return value.endsWith('px') && name !== 'border_width' ? inRem(value) : value;
}

/**
 * A length in the unit that grows with the text size of the customer's browser, in which 16px are
 * 1rem by default.
 */
const inRem = (length: string) => `${Number.parseFloat(length) / 16}rem`;
