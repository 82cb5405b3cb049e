import * as v from 'valibot';
import { maxCharacters } from '#platform/characters.ts';
import type { DecodedForm } from '#platform/formats/bracketed-form.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { invalidRequest } from './errors.ts';

/** Fields of Stripe's forms. All values of a form are texts. */
export const formText = (max = 5_000) => v.pipe(v.string(), maxCharacters(max));

/** A text, where an empty one means that the field is unset. */
export const optionalText = (max?: number) =>
  v.optional(
    v.pipe(
      formText(max),
      v.transform((value) => value || undefined),
    ),
  );

export const formInteger = v.pipe(
  v.string(),
  v.regex(/^\d{1,15}$/, 'integer'),
  v.transform(Number),
);

export const formBoolean = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((value) => value === 'true'),
);

/** Any case, as Stripe takes it. */
export const formCurrency = v.pipe(
  v.string(),
  v.transform((value) => value.toUpperCase()),
  Currency,
);

/** A list with indexes or with empty brackets. */
export const formList = v.pipe(
  v.union([v.array(v.string()), v.record(v.string(), v.string())]),
  v.transform((value) => Object.values(value)),
);

/** Metadata: 50 texts, of 40 and 500 letters. An empty one is none. */
export const formMetadata = v.pipe(
  v.union([v.literal(''), v.array(v.string()), v.record(v.string(), v.string())]),
  v.transform((value) => Object.fromEntries(Object.entries(value))),
  v.check((value) => Object.keys(value).length <= 50),
  v.check((value) =>
    Object.entries(value).every(([name, one]) => name.length <= 40 && one.length <= 500),
  ),
  v.transform((value) => Object.fromEntries(Object.entries(value).filter(([, one]) => one !== ''))),
);

/** Any members, of which only texts count. */
export const formObject = v.record(v.string(), v.unknown());

/**
 * Reads a form with a schema.
 *
 * @throws StripeError 400 with the name of the first wrong parameter, and never its value
 */
export function readForm<S extends v.GenericSchema>(schema: S, form: DecodedForm) {
  const result = v.safeParse(schema, form, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const [first, ...rest] = (issue.path ?? []).map(({ key }) => String(key));
  const param =
    first === undefined ? undefined : [first, ...rest.map((one) => `[${one}]`)].join('');
  throw problem(issue, param);
}

function problem(issue: v.BaseIssue<unknown>, param: string | undefined) {
  const named = param === undefined ? {} : { param };
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    return invalidRequest({
      code: 'parameter_unknown',
      message: `Received unknown parameter: ${param}`,
      ...named,
    });
  }
  if (issue.input === undefined) {
    return invalidRequest({
      code: 'parameter_missing',
      message: `Missing required param: ${param}.`,
      ...named,
    });
  }
  if (issue.message === 'integer') {
    return invalidRequest({
      code: 'parameter_invalid_integer',
      message: `Invalid integer: ${param}`,
      ...named,
    });
  }
  return invalidRequest({ message: `Invalid ${param}${choices(issue)}`, ...named });
}

/** The words that a field takes, where these are few. */
const choices = ({ type, expected }: v.BaseIssue<unknown>) =>
  type === 'picklist' && expected !== null && expected.length < 200
    ? `: must be one of ${expected.replace(/[()"]/g, '').replaceAll(' | ', ', ')}`
    : '';
