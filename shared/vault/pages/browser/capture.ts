import {
  brandOf,
  expiryGrouping,
  expiryOf,
  type FieldName,
  type Flaw,
  type Flaws,
  type FormRules,
  fieldNames,
  flawsOf,
  isNumberComplete,
  type KnownBrand,
  numberGrouping,
  type Presence,
  type Reason,
  reasonsOf,
  type TypedCard,
  withWholeMonth,
} from '../card-rules.ts';
import { digitsOf } from '../digit-groups.ts';
import { groupWhileTyping } from './grouped-input.ts';
import { element, member, settings } from './page.ts';
import { parentWindow } from './parent-window.ts';
import { takeSession } from './session-address.ts';

// Before anything else: from here on only this variable has the token.
const { sessionToken } = takeSession();
const text = settings();
const parent = parentWindow(text.origin);
parent.tellHeight(element('page', HTMLElement));

/** A refusal of the vault; `details` by field, in the words of the vault's API. */
interface Refusal {
  readonly code: string;
  readonly title: string;
  readonly details?: unknown;
}

function tellRefusal({ code, title, details }: Refusal) {
  parent.tell({
    type: 'submit',
    error: { code, title, ...(details !== undefined && { details }) },
  });
}

interface Field {
  readonly input: HTMLInputElement;
  readonly error: HTMLElement;
  /** The field's names in the vault's API; the expiry is one field here and two there. */
  readonly names: readonly FieldName[];
  readonly invalid: string;
  /** Whether the customer has left the field: errors show only after that. */
  left: boolean;
}

function openForm() {
  const rules: FormRules = {
    only: listOf(text.only),
    except: listOf(text.except),
    cvc: presenceOf(text.cvc),
    cardholderName: presenceOf(text.cardholderName),
    onlyCode: text.onlyCode === 'true',
  };
  const number = rules.onlyCode ? undefined : numberField();
  const expiry = rules.onlyCode ? undefined : expiryField();
  const name = rules.onlyCode || rules.cardholderName === 'hidden' ? undefined : nameField();
  const code = rules.cvc === 'hidden' ? undefined : cvcField();
  const fields = [number, name, expiry, code].filter((field) => field !== undefined);
  const status = element('status', HTMLElement);
  /** `sending` while the vault is asked; `over` once the token can be of no use. */
  let state: 'open' | 'sending' | 'over' = 'open';
  let outcome: Readonly<Record<string, unknown>> | undefined;

  if (number) groupWhileTyping(number.input, numberGrouping);
  if (expiry) groupWhileTyping(expiry.input, expiryGrouping, withWholeMonth);
  if (code) {
    const grouping = () => ({ gaps: [], separator: '', maxDigits: cvcDigits() ?? 4 });
    groupWhileTyping(code.input, grouping);
  }
  for (const field of fields) {
    field.input.addEventListener('input', () => changed(field));
    field.input.addEventListener('blur', () => {
      // A customer who only passes through to another field gets no error for an empty field.
      field.left ||= field.input.value !== '';
      show(flaws(), field);
    });
    field.input.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') parent.tell({ type: 'enter' });
    });
  }
  element('form', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault());
  parent.heed((command) => {
    if (command === 'validate') validate();
    if (command === 'submit') void submit();
  });
  parent.tell({ type: 'ready' });
  // A quick customer, or the browser's autofill, may have filled fields before this script ran.
  for (const field of fields) if (field.input.value !== '') changed(field);

  function numberDigits() {
    return digitsOf(number?.input.value ?? '');
  }

  function cvcDigits() {
    return brandOf(numberDigits())?.cvcDigits;
  }

  function typed(): TypedCard {
    return {
      number: numberDigits(),
      name: name?.input.value ?? '',
      expiry: expiry?.input.value ?? '',
      code: digitsOf(code?.input.value ?? ''),
    };
  }

  function flaws(): Flaws {
    return flawsOf(typed(), rules, new Date());
  }

  function changed(field: Field) {
    const found = flaws();
    const known = brandOf(numberDigits());
    if (number) showBrand(known);
    if (field === number) {
      const isTelling = found.card_number === 'is not accepted' || isComplete();
      field.left ||= isTelling && field.input.value !== '';
      // How long the code has to be follows from the number.
      if (code) show(found, code);
    }
    show(found, field);
    status.textContent = '';
    parent.tell({
      type: 'change',
      valid: fields.every(({ input }) => input.getAttribute('aria-invalid') !== 'true'),
      card_type: known?.type ?? 'unknown',
      complete: Object.keys(found).length === 0,
    });
  }

  function isComplete() {
    return isNumberComplete(numberDigits());
  }

  /** Shows a field's error once the customer has left it, also to screen readers. */
  function show(found: Flaws, field: Field) {
    const name = field.names.find((one) => found[one] !== undefined);
    const flaw = name && found[name];
    const message = flaw && field.left ? sentence(flaw, field, reasonsOf(typed())[name]) : '';
    if (field.error.textContent !== message) field.error.textContent = message;
    field.input.setAttribute('aria-invalid', String(message !== ''));
  }

  /** Shows all that is wrong, and leads to the first of it. */
  function showAll(found: Flaws) {
    for (const field of fields) {
      field.left = true;
      show(found, field);
    }
    fields.find(({ names }) => names.some((one) => found[one]))?.input.focus();
  }

  function validate() {
    const found = flaws();
    showAll(found);
    const valid = Object.keys(found).length === 0;
    parent.tell({ type: 'validate', valid, ...(!valid && { errors: detailsOf(found) }) });
  }

  async function submit() {
    if (state === 'sending') return;
    if (state === 'over') return outcome && parent.tell(outcome);
    const found = flaws();
    if (Object.keys(found).length > 0) {
      showAll(found);
      const details = detailsOf(found);
      return tellRefusal({ code: 'validation_error', title: 'Validation Error', details });
    }
    state = 'sending';
    status.textContent = text.sending ?? '';
    for (const { input } of fields) input.readOnly = true;
    const answer = await send(typed(), rules);
    for (const { input } of fields) input.readOnly = false;
    status.textContent = '';
    if (answer.kind === 'stored') return stored(answer.card);
    refused(answer.refusal, answer.kind === 'over');
  }

  function stored(card: object) {
    const masked = member(card, 'card_number');
    finish(`${text.stored} ${typeof masked === 'string' ? masked.slice(-4) : ''}`);
    outcome = { type: 'submit', card };
    parent.tell(outcome);
  }

  function refused(refusal: Refusal, isOver: boolean) {
    if (isOver) {
      finish(text.expired ?? '');
      outcome = { type: 'submit', error: { code: refusal.code, title: refusal.title } };
      parent.tell(outcome);
      return;
    }
    state = 'open';
    const found = flawsIn(refusal.details);
    if (Object.keys(found).length > 0) showAll(found);
    else status.textContent = text.failed ?? '';
    tellRefusal(refusal);
  }

  /** Nothing of the card stays on the page once it can no longer be sent. */
  function finish(message: string) {
    state = 'over';
    for (const { input } of fields) input.value = '';
    element('form', HTMLFormElement).hidden = true;
    status.textContent = message;
  }
}

/** The name and the mark of the brand that the typed digits determine. */
function showBrand(known: KnownBrand | undefined) {
  const brand = element('brand', HTMLElement);
  if (brand.textContent !== (known?.name ?? '')) brand.textContent = known?.name ?? '';
  element('mark', HTMLElement).dataset.brand = known?.type ?? '';
}

/** The typed card in the form of the vault's API. */
function bodyOf(card: TypedCard, { onlyCode }: FormRules): object {
  if (onlyCode) return { card: { service_code: card.code } };
  const expires = expiryOf(card.expiry);
  return {
    card: {
      card_number: card.number,
      expiration_month: expires?.month ?? '',
      expiration_year: expires?.year ?? '',
      ...(card.name.trim() !== '' && { cardholder_name: card.name.trim() }),
      ...(card.code !== '' && { service_code: card.code }),
    },
  };
}

async function send(card: TypedCard, rules: FormRules): Promise<Answer> {
  try {
    // The merchant's wishes are still in the address: the vault checks them again.
    const response = await fetch(location.pathname + location.search, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${sessionToken}`,
      },
      body: JSON.stringify(bodyOf(card, rules)),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    });
    return answerOf(response.status, await response.json());
  } catch {
    return lost;
  }
}

type Answer =
  | { readonly kind: 'stored'; readonly card: object }
  | { readonly kind: 'refused' | 'over'; readonly refusal: Refusal };

/**
 * It is not known whether the card was stored, so this token is spent: the parent needs another.
 */
const lost: Answer = {
  kind: 'over',
  refusal: { code: 'session_expired', title: 'Session Expired' },
};

function answerOf(status: number, body: unknown): Answer {
  const card = member(member(body, 'data'), 'attributes');
  if (status === 200 && typeof card === 'object' && card !== null) return { kind: 'stored', card };
  const errors = member(body, 'errors');
  const [code, title] = [member(errors, 'code'), member(errors, 'title')];
  if (status >= 500 || typeof code !== 'string' || typeof title !== 'string') return lost;
  const isOver = status === 401 || status === 403;
  return {
    kind: isOver ? 'over' : 'refused',
    refusal: { code, title, details: member(errors, 'details') },
  };
}

/** The vault's details as flaws of our fields; a detail without a word of ours is `invalid`. */
function flawsIn(details: unknown): Flaws {
  const found: Partial<Record<FieldName, Flaw>> = {};
  for (const name of fieldNames) {
    const messages = member(details, name);
    const message: unknown = Array.isArray(messages) ? messages[0] : undefined;
    if (message !== undefined) found[name] = flawsByWord.get(message) ?? 'is invalid';
  }
  return found;
}

const words: readonly Flaw[] = ['is missing', 'is invalid', 'is in the past', 'is not accepted'];
const flawsByWord = new Map<unknown, Flaw>(words.map((word) => [word, word]));

const detailsOf = (found: Flaws) =>
  Object.fromEntries(Object.entries(found).map(([name, flaw]) => [name, [flaw]]));

function sentence(flaw: Flaw, { invalid }: Field, reason: Reason | undefined): string {
  if (flaw === 'is missing') return text.missing ?? '';
  if (flaw === 'is in the past') return text.past ?? '';
  if (flaw === 'is not accepted') return text.unaccepted ?? '';
  return (reason && text[reason]) || invalid;
}

const numberField = () => fieldOf('card_number', ['card_number'], text.invalidNumber);
const expiryField = () =>
  fieldOf('expiry', ['expiration_month', 'expiration_year'], text.invalidExpiry);
const nameField = () => fieldOf('cardholder_name', ['cardholder_name'], text.invalidName);
const cvcField = () => fieldOf('service_code', ['service_code'], text.invalidCvc);

const fieldOf = (id: string, names: readonly FieldName[], invalid: string | undefined): Field => ({
  input: element(id, HTMLInputElement),
  error: element(`${id}-error`, HTMLElement),
  names,
  invalid: invalid ?? '',
  left: false,
});

const listOf = (value: string | undefined) => (value ? value.split(',') : undefined);

function presenceOf(value: string | undefined): Presence {
  return value === 'optional' || value === 'hidden' ? value : 'required';
}

if (text.error) tellRefusal({ code: text.error, title: text.errorTitle ?? '' });
else openForm();
