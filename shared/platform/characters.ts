import * as v from 'valibot';

/**
 * Unicode code points of a text, as JSON Schema's `maxLength` counts them: an emoji is one or more.
 */
export const characterCount = (text: string): number => [...text].length;

type Limit = v.BaseValidation<string, string, v.BaseIssue<unknown>>;

/** Refuses a text of more characters. */
export const maxCharacters = (max: number, message?: string): Limit => ({
  ...v.maxLength<string, number, string | undefined>(max, message),
  '~run': (dataset, config) =>
    v.maxCodePoints<string, number, string | undefined>(max, message)['~run'](dataset, config),
});

/** Refuses a text of fewer characters. */
export const minCharacters = (min: number, message?: string): Limit => ({
  ...v.minLength<string, number, string | undefined>(min, message),
  '~run': (dataset, config) =>
    v.minCodePoints<string, number, string | undefined>(min, message)['~run'](dataset, config),
});
