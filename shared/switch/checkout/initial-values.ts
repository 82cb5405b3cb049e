import { shownField } from '../typed-fields/field-text.ts';
import type { CheckoutMethod } from './checkout-data.ts';

/** The values that a method begins with: those that the payment already has. */
export const initialValues = ({ fields, known }: CheckoutMethod): readonly string[] =>
  fields.map(({ kind }, at) => shownField(kind, { text: known[at] ?? '', caret: 0 }).text);
