import { useState } from 'preact/hooks';
import { isAsked } from '../asked-fields.ts';
import { fieldId, type TypedField, type TypedForm } from '../typed-field.ts';
import { afterPress } from './after-press.ts';

/** The text about the flaw of a value; undefined for a value that may be sent. */
type FlawTextOf = (field: TypedField, value: string) => string | undefined;

/** The flaws that a page shows beside its fields. */
export interface ShownFlaws {
  /** The text about a field; undefined while none is shown. */
  textOf(form: TypedForm, at: number, value: string): string | undefined;
  /** Shows the flaw of a field that the payer leaves. An empty field is not complained about yet. */
  leave(form: TypedForm, at: number, value: string): void;
  /**
   * Shows all flaws of a form, and focuses its first flawed field.
   *
   * @returns whether the form may be sent
   */
  check(form: TypedForm, values: readonly string[]): boolean;
  /**
   * Shows a refusal of the switch beside the field that it names, until the value changes.
   *
   * @param param the path of the value in the request, as the refusal states it
   */
  refuse(form: TypedForm, values: readonly string[], param: string, text: string): void;
}

interface Refused {
  readonly id: string;
  readonly value: string;
  readonly text: string;
}

/** Flaws are shown for fields that were left, and for all once the payer pressed the button. */
export function useShownFlaws(flawText: FlawTextOf): ShownFlaws {
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Refused>();
  const add = (ids: readonly string[]) => setChecked((before) => new Set([...before, ...ids]));
  return {
    textOf: (form, at, value) => {
      const field = form.fields[at];
      const id = fieldId(form, at);
      if (refused?.id === id && refused.value === value) return refused.text;
      return field && checked.has(id) ? flawText(field, value) : undefined;
    },
    leave: (form, at, value) => {
      if (value.trim() !== '') afterPress(() => add([fieldId(form, at)]));
    },
    check: (form, values) => {
      add(form.fields.map((_, at) => fieldId(form, at)));
      const first = form.fields.findIndex(
        (field, at) =>
          isAsked(field, form.fields, values) && flawText(field, values[at] ?? '') !== undefined,
      );
      if (first < 0) return true;
      document.getElementById(fieldId(form, first))?.focus();
      return false;
    },
    refuse: (form, values, param, text) => {
      const at = form.fields.findIndex(({ path }) => param.endsWith(path.join('.')));
      if (at >= 0) setRefused({ id: fieldId(form, at), value: values[at] ?? '', text });
    },
  };
}
