import * as v from 'valibot';
import { Appearance, appearanceCss, contrastOf } from '#vocabulary/appearance.ts';

/** The flaws of an appearance; undefined if there are none. */
function flawOf(appearance: unknown): string | undefined {
  const { success, issues } = v.safeParse(Appearance, appearance);
  return success ? undefined : issues.map(({ message }) => message).join('; ');
}

describe('an appearance', () => {
  it('an appearance may state each variable, any of them, or none', () => {
    const all = {
      theme: 'dark',
      labels: 'hidden',
      variables: {
        color_primary: '#9cf',
        color_primary_text: '#000',
        color_background: '#000000',
        color_text: '#FFFFFF',
        color_text_secondary: '#cccccc',
        color_danger: '#ffb0a8',
        color_border: '#888',
        color_field: '#111',
        color_field_text: '#fff',
        color_placeholder: '#aaa',
        border_radius: '0px',
        border_width: '1.5px',
        font_family: 'rounded',
        font_size: '18px',
        spacing_unit: '5px',
        field_height: '48px',
      },
    };
    for (const one of [all, {}, { variables: {} }, { theme: null, variables: null }]) {
      expect(flawOf(one)).toBeUndefined();
    }
  });

  it.each([
    ['an unknown theme', { theme: 'night' }, 'must be light, dark or system'],
    ['labels at another place', { labels: 'below' }, 'must be above or hidden'],
    ['a color by its name', { variables: { color_text: 'red' } }, 'hexadecimal digits'],
    ['a color with an alpha', { variables: { color_text: '#00000080' } }, 'hexadecimal digits'],
    ['a length without a unit', { variables: { border_radius: '4' } }, 'from 0px to 24px'],
    ['a length in another unit', { variables: { border_radius: '1em' } }, 'from 0px to 24px'],
    ['a length that is too long', { variables: { border_radius: '25px' } }, 'from 0px to 24px'],
    ['a font that is too small', { variables: { font_size: '15.9px' } }, 'from 16px to 24px'],
    ['a field that is too low', { variables: { field_height: '43px' } }, 'from 44px to 72px'],
    ['a font of its own', { variables: { font_family: 'Comic Sans' } }, 'must be one of system,'],
    ['CSS', { variables: { color_text: '#000;}body{display:none' } }, 'hexadecimal digits'],
  ])('an appearance with %s is refused', (_, appearance, flaw) => {
    const found = flawOf(appearance);
    expect(found).toContain(flaw);
    expect(found).not.toContain(';');
  });

  it.each([
    ['an unknown member', { rules: {} }],
    ['an unknown variable', { variables: { color_shadow: '#000000' } }],
  ])('an appearance with %s is refused, too', (_, appearance) => {
    expect(flawOf(appearance)).toBeDefined();
  });
});

describe('the contrast of an appearance', () => {
  it('the contrast of two colours is that of WCAG 2', () => {
    expect(contrastOf('#000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastOf('#ffffff', '#fff')).toBe(1);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.478, 3);
    expect(contrastOf('#ffffff', '#767676')).toBeCloseTo(4.542, 3);
  });

  it.each([
    ['color_text', 'color_background'],
    ['color_text_secondary', 'color_background'],
    ['color_danger', 'color_background'],
    ['color_primary_text', 'color_primary'],
    ['color_field_text', 'color_field'],
    ['color_placeholder', 'color_field'],
  ])('the contrast of %s on %s has to be 4.5 or more', (text, ground) => {
    const pair = (one: string, other: string) => ({
      theme: 'light',
      variables: {
        // On a ground of the same colour, all other texts are black.
        color_text: '#000',
        color_text_secondary: '#000',
        color_danger: '#000',
        [text]: one,
        [ground]: other,
      },
    });
    expect(flawOf(pair('#767676', '#ffffff'))).toBeUndefined();
    expect(flawOf(pair('#777777', '#ffffff'))).toBe(
      `${text} on ${ground} has a contrast of 4.47:1 in the light theme, and needs 4.5:1`,
    );
  });

  it('the contrast is checked against a default of the theme, in both where the system decides', () => {
    const variables = { color_text: '#333333' };
    expect(flawOf({ theme: 'light', variables })).toBeUndefined();
    const flaw =
      'color_text on color_background has a contrast of 1.45:1 in the dark theme, and needs 4.5:1';
    expect(flawOf({ theme: 'dark', variables })).toBe(flaw);
    expect(flawOf({ theme: 'system', variables })).toBe(flaw);
    expect(flawOf({ variables })).toBe(flaw);
    expect(flawOf({ theme: 'dark', variables: { color_background: '#ffffff' } })).toContain(
      'color_text on color_background',
    );
  });
});

describe('the CSS of an appearance', () => {
  const propertiesOf = (css: string) => [...css.matchAll(/--([\w-]+):([^;}]+)/g)];

  it('the CSS has a value for each variable, of the theme or of the merchant', () => {
    const css = appearanceCss({
      theme: 'light',
      variables: { color_text: '#222222', border_radius: null, font_family: 'mono' },
    });
    expect(css).toMatch(/^:root\{color-scheme:light;[^{}]*\}$/);
    const values = Object.fromEntries(propertiesOf(css).map(([, name, value]) => [name, value]));
    expect(values).toMatchObject({
      'color-text': '#222222',
      'color-background': '#ffffff',
      'border-radius': '0.375rem',
      'font-family': expect.stringContaining('ui-monospace'),
    });
    expect(Object.keys(values)).toHaveLength(16);
  });

  it('the lengths of an appearance grow with the text size of the browser, and the lines do not', () => {
    const css = appearanceCss({
      theme: 'light',
      variables: {
        font_size: '18px',
        spacing_unit: '4.5px',
        field_height: '48px',
        border_radius: '0px',
        border_width: '2px',
      },
    });
    const values = Object.fromEntries(propertiesOf(css).map(([, name, value]) => [name, value]));
    expect(values).toMatchObject({
      'font-size': '1.125rem',
      'spacing-unit': '0.28125rem',
      'field-height': '3rem',
      'border-radius': '0rem',
      'border-width': '2px',
    });
  });

  it('the CSS of the theme `system` has the colours of both, and those of the merchant in both', () => {
    const css = appearanceCss({
      variables: { color_primary: '#767676', color_primary_text: '#fff' },
    });
    expect(css).toMatch(
      /^:root\{color-scheme:light dark;[^{}]*\}@media \(prefers-color-scheme:dark\)\{:root\{[^{}]*\}\}$/,
    );
    const valuesOf = (wanted: string) =>
      propertiesOf(css).flatMap(([, name, value]) => (name === wanted ? [value] : []));
    expect(valuesOf('color-background')).toEqual(['#ffffff', '#10141c']);
    expect(valuesOf('color-primary')).toEqual(['#767676', '#767676']);
  });
});
