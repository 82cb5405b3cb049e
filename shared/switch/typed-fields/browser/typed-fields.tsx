import type { TargetedKeyboardEvent } from 'preact';
import { isAsked } from '../asked-fields.ts';
import { countryName } from '../field-flaw.ts';
import { shownField } from '../field-text.ts';
import { numberForm } from '../number-kinds.ts';
import { type FieldKind, fieldId, type TypedField, type TypedForm } from '../typed-field.ts';
import type { ShownFlaws } from './use-shown-flaws.ts';

interface TypedFieldsProps {
  readonly form: TypedForm;
  /** In the order of the fields. */
  readonly values: readonly string[];
  readonly flaws: ShownFlaws;
  /** BCP 47, in which countries are named. */
  readonly locale: string;
  readonly onInput: (values: readonly string[]) => void;
}

/** The fields of a way to pay or to be paid, each with its error beneath it. */
export function TypedFields({ form, values, flaws, locale, onInput }: TypedFieldsProps) {
  const { fields } = form;
  const last = fields.findLastIndex((field) => isAsked(field, fields, values));
  return (
    <>
      {fields.map((field, at) => {
        if (!isAsked(field, fields, values)) return null;
        const value = values[at] ?? '';
        const id = fieldId(form, at);
        return (
          <div key={field.path.join('.')}>
            <label for={id}>{field.label}</label>
            <FieldInput
              id={id}
              field={field}
              value={value}
              isLast={at === last}
              flaw={flaws.textOf(form, at, value)}
              locale={locale}
              onInput={(text) =>
                onInput(fields.map((_, place) => (place === at ? text : (values[place] ?? ''))))
              }
              onLeave={() => flaws.leave(form, at, value)}
            />
          </div>
        );
      })}
    </>
  );
}

interface FieldInputProps {
  readonly id: string;
  readonly field: TypedField;
  readonly value: string;
  readonly isLast: boolean;
  readonly flaw: string | undefined;
  readonly locale: string;
  readonly onInput: (text: string) => void;
  readonly onLeave: () => void;
}

function FieldInput({ id, field, value, isLast, flaw, locale, onInput, onLeave }: FieldInputProps) {
  const { kind, options, autocomplete, isOptional } = field;
  const flawId = `${id}-flaw`;
  const shared = {
    id,
    autocomplete,
    required: !isOptional,
    'aria-invalid': flaw !== undefined,
    'aria-describedby': flawId,
    onBlur: onLeave,
    value,
  } as const;
  return (
    <>
      {options ? (
        <select {...shared} onChange={({ currentTarget }) => onInput(currentTarget.value)}>
          <option value="" />
          {namedIn(options, locale).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          {...keyboardOf(kind)}
          // Numbers and addresses of mail are written from left to right in every language.
          dir={kind === 'text' || kind === 'name' || kind === 'state' ? 'auto' : 'ltr'}
          enterKeyHint={isLast ? 'go' : 'next'}
          onKeyDown={(event) => {
            if (!isLast) goToNext(event);
          }}
          onInput={({ currentTarget, isComposing }) =>
            onInput(isComposing ? currentTarget.value : shownIn(currentTarget, kind))
          }
          onCompositionEnd={({ currentTarget }) => onInput(shownIn(currentTarget, kind))}
        />
      )}
      <p id={flawId} class="flaw" aria-live="polite">
        {flaw ?? ''}
      </p>
    </>
  );
}

/** The key that a touch keyboard labels "next" goes to the next field; elsewhere Enter pays. */
function goToNext(event: TargetedKeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter' || !matchMedia('(pointer: coarse)').matches) return;
  const { form } = event.currentTarget;
  const all = [...(form?.elements ?? [])];
  const next = all[all.indexOf(event.currentTarget) + 1];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

/** Converts the text of an input in its place, so that the caret stays behind the same character. */
function shownIn(input: HTMLInputElement, kind: FieldKind): string {
  const typed = { text: input.value, caret: input.selectionStart ?? input.value.length };
  const { text, caret } = shownField(kind, typed);
  if (text !== input.value) {
    input.value = text;
    input.setSelectionRange(caret, caret);
  }
  return text;
}

/** Countries with their names, in the order of a dictionary. */
const namedIn = (codes: readonly string[], locale: string) =>
  codes
    .map((code) => [code, countryName(code, locale)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, locale));

const literal = { autocapitalize: 'none', spellcheck: false } as const;

/** The keyboard of a phone for a kind of field. */
function keyboardOf(kind: FieldKind) {
  if (numberForm(kind) || kind === 'card number' || kind === 'expiry') {
    return { inputMode: 'numeric', ...literal } as const;
  }
  switch (kind) {
    case 'phone':
      return { type: 'tel', inputMode: 'tel' } as const;
    case 'email':
      // An input of the type `email` reports no caret, and cuts spaces.
      return { inputMode: 'email', ...literal } as const;
    case 'iban':
    case 'tax number':
    case 'postal code':
      return { autocapitalize: 'characters', spellcheck: false } as const;
    case 'name':
    case 'cardholder name':
    case 'state':
      return { autocapitalize: 'words', spellcheck: false } as const;
    default:
      return {};
  }
}
