import { brandName } from '#vocabulary/card-networks/co-badged.ts';
import {
  acceptedBrands,
  brandOf,
  cvcPresence,
  expiryGrouping,
  type FieldName,
  type Flaw,
  type Flaws,
  type FormRules,
  flawsOf,
  isNumberComplete,
  numberGrouping,
  type Reason,
  reasonsOf,
  startOf,
  type TypedCard,
  withWholeMonth,
} from '../card-rules.ts';
import { digitsOf } from '../digit-groups.ts';
import { brandChoice } from './brand-choice.ts';
import type { CardBrands } from './card-brands.ts';
import { groupWhileTyping } from './grouped-input.ts';
import { element } from './page.ts';

export interface Field {
  readonly input: HTMLInputElement;
  readonly error: HTMLElement;
  /** The field's names in the vault's API; the expiry is one field here and two there. */
  readonly names: readonly FieldName[];
  readonly invalid: string;
  /** Whether the customer has left the field: errors show only after that. */
  left: boolean;
}

interface Fields {
  readonly number?: Field | undefined;
  readonly name?: Field | undefined;
  readonly expiry?: Field | undefined;
  readonly code?: Field | undefined;
}

interface BrandServices {
  readonly brands: CardBrands;
  /** Called when the payer chooses a brand of the card. */
  readonly onChoice: () => void;
}

/** The fields of the page's form: the card that is typed into them, its flaws, and their errors. */
export function formFields(
  rules: FormRules,
  text: DOMStringMap,
  { brands, onChoice }: BrandServices,
) {
  const fields = fieldsOf(rules, text);
  const { number, name, expiry, code } = fields;
  const all = [number, name, expiry, code].filter((field) => field !== undefined);
  const choice = number && brandChoice(rules, onChoice);
  // Of a saved card, the form gets the network in place of the number.
  const digits = () => (number ? digitsOf(number.input.value) : startOf(rules.only));

  groupDigits(fields, digits);

  function typed(): TypedCard {
    return {
      number: digits(),
      brands: brands.of(digits()),
      chosenBrand: choice?.chosen(),
      name: name?.input.value ?? '',
      expiry: expiry?.input.value ?? '',
      code: digitsOf(code?.input.value ?? ''),
    };
  }

  function flaws(): Flaws {
    return flawsOf(typed(), rules, new Date());
  }

  /** Shows a field's error once the customer has left it, also to screen readers. */
  function show(found: Flaws, field: Field) {
    const name = field.names.find((one) => found[one] !== undefined);
    const flaw = name && found[name];
    const message = flaw && field.left ? sentence(flaw, field, reasonsOf(typed())[name], text) : '';
    if (field.error.textContent !== message) field.error.textContent = message;
    field.input.setAttribute('aria-invalid', String(message !== ''));
  }

  /** Shows the errors that follow from a change of a field, and returns the card's flaws. */
  function changed(field: Field): Flaws {
    choice?.offer(acceptedBrands(brands.of(digits()), rules));
    const found = flaws();
    if (choice) showBrand(typed(), choice.offered());
    if (code && number) nameCode(code);
    // A customer who empties a field begins anew.
    if (field.input.value === '') field.left = false;
    if (field === number) {
      const isTelling = found.card_number === 'is not accepted' || isNumberComplete(typed().number);
      field.left ||= isTelling && field.input.value !== '';
      // The required length of the code follows from the number.
      if (code) show(found, code);
    }
    show(found, field);
    return found;
  }

  /** The code's name says whether it may be left out: cards of some brands have none. */
  function nameCode({ input }: Field) {
    input.required = cvcPresence(choice?.chosen(), rules.cvc) === 'required';
    const name = (input.required ? text.code : text.optionalCode) ?? '';
    const [label] = input.labels ?? [];
    if (label) label.textContent = name;
    if (input.placeholder) input.placeholder = name;
  }

  /** Shows the errors of all fields, and focuses the first field that has one. */
  function showAll(found: Flaws) {
    for (const field of all) {
      field.left = true;
      show(found, field);
    }
    all.find(({ names }) => names.some((one) => found[one]))?.input.focus();
  }

  /** Empties the fields. Returns a function that fills in the name and the expiry again. */
  function empty(): () => void {
    const kept = [name, expiry]
      .filter((field) => field !== undefined)
      .map(({ input }) => ({ input, value: input.value }));
    for (const field of all) {
      field.input.value = '';
      field.left = false;
    }
    choice?.offer([]);
    if (number) showBrand(typed(), []);
    return () => {
      for (const { input, value } of kept) input.value = value;
    };
  }

  /** Fields that are being sent cannot be changed. */
  function setReadOnly(isReadOnly: boolean) {
    for (const { input } of all) input.readOnly = isReadOnly;
    choice?.setDisabled(isReadOnly);
  }

  return { all, number, typed, flaws, show, changed, showAll, setReadOnly, empty };
}

function fieldsOf({ onlyCode, cvc, cardholderName }: FormRules, text: DOMStringMap): Fields {
  const code =
    cvc === 'hidden' ? undefined : fieldOf('service_code', ['service_code'], text.invalidCvc);
  if (onlyCode) return { code };
  const hasName = cardholderName !== 'hidden';
  return {
    number: fieldOf('card_number', ['card_number'], text.invalidNumber),
    name: hasName ? fieldOf('cardholder_name', ['cardholder_name'], text.invalidName) : undefined,
    expiry: fieldOf('expiry', ['expiration_month', 'expiration_year'], text.invalidExpiry),
    code,
  };
}

const fieldOf = (id: string, names: readonly FieldName[], invalid: string | undefined): Field => ({
  input: element(id, HTMLInputElement),
  error: element(`${id}-error`, HTMLElement),
  names,
  invalid: invalid ?? '',
  left: false,
});

function groupDigits({ number, expiry, code }: Fields, digits: () => string) {
  if (number) groupWhileTyping(number.input, numberGrouping);
  if (expiry) groupWhileTyping(expiry.input, expiryGrouping, withWholeMonth);
  if (!code) return;
  groupWhileTyping(code.input, () => {
    const brand = brandOf(digits());
    return { gaps: [], separator: '', maxDigits: brand?.cvcDigits ?? 4 };
  });
}

/** Shows the name and the mark of the card's brand, or names the brands that it may be. */
function showBrand({ number, chosenBrand }: TypedCard, offered: readonly string[]) {
  const known = brandOf(number);
  const isChoice = offered.length > 1;
  const own = chosenBrand === undefined ? (known?.name ?? '') : brandName(chosenBrand);
  const label = element('brands', HTMLElement).ariaLabel;
  const text = isChoice ? `${label}: ${offered.map(brandName).join(', ')}` : own;
  const brand = element('brand', HTMLElement);
  if (brand.textContent !== text) brand.textContent = text;
  element('mark', HTMLElement).dataset.brand = isChoice ? '' : (chosenBrand ?? known?.type ?? '');
}

function sentence(
  flaw: Flaw,
  { invalid }: Field,
  reason: Reason | undefined,
  text: DOMStringMap,
): string {
  if (flaw === 'is missing') return text.missing ?? '';
  if (flaw === 'is in the past') return text.past ?? '';
  if (flaw === 'is not accepted') return text.unaccepted ?? '';
  return (reason && text[reason]) || invalid;
}
