import { asciiDigits } from '#platform/card-numbers/ascii-digits.ts';
import type { CheckoutMethod } from '../checkout-data.ts';
import { whileTyping } from './while-typing.ts';

interface MethodFieldsProps {
  readonly method: CheckoutMethod;
  /** The typed values, in the order of the fields. */
  readonly values: readonly string[];
  readonly onInput: (values: readonly string[]) => void;
  /** The sentence about a method without fields. */
  readonly goesOn: string;
}

/** The values that a method begins with: those that the payment already has. */
export const initialValues = ({ fields }: CheckoutMethod): readonly string[] =>
  fields.map(({ value }) => value);

/** The id of a method's field on the page. */
export const fieldId = ({ id }: CheckoutMethod, at: number) => `${id}-${at}`;

/** Names and addresses stay as they are typed; in numbers, digits of all scripts become 0 to 9. */
const shownText = (autocomplete: string, typed: string): string =>
  autocomplete === 'name' || autocomplete === 'email' ? typed : asciiDigits(typed);

/** The fields of a payment method other than a card. */
export function MethodFields({ method, values, onInput, goesOn }: MethodFieldsProps) {
  if (method.fields.length === 0) return <p class="quiet">{goesOn}</p>;
  return (
    <>
      {method.fields.map(({ path, label, autocomplete }, at) => (
        <div key={path.join('.')}>
          <label for={fieldId(method, at)}>{label}</label>
          <input
            id={fieldId(method, at)}
            dir="auto"
            autocomplete={autocomplete}
            required
            value={values[at] ?? ''}
            {...whileTyping(
              (typed) => shownText(autocomplete, typed),
              (text) => onInput(values.with(at, text)),
            )}
          />
        </div>
      ))}
    </>
  );
}
