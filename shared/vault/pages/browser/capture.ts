import {
  acceptedBrands,
  brandOf,
  type Flaws,
  type FormRules,
  type Presence,
  type TypedCard,
} from '../card-rules.ts';
import { cardBrands } from './card-brands.ts';
import { type Field, formFields } from './form-fields.ts';
import { element, member, settings } from './page.ts';
import { parentWindow } from './parent-window.ts';
import { flawsIn, type Refusal, sendCard } from './send-card.ts';
import { takeSession } from './session-address.ts';

// Before anything else: from here on only variables of this script have the token.
const opening = takeSession();
const text = settings();
const parent = parentWindow(text.origin);
parent.tellHeight(element('page', HTMLElement));

function tellRefusal({ code, title, details }: Refusal) {
  parent.tell({
    type: 'submit',
    error: { code, title, ...(details !== undefined && { details }) },
  });
}

function openForm() {
  const rules = rulesOf(text);
  let sessionToken = opening.sessionToken;
  const brands = cardBrands(() => sessionToken, numberChanged);
  const form = formFields(rules, text, { brands, onChoice: numberChanged });
  const status = element('status', HTMLElement);
  /** `sending` while the vault is asked; `over` once the token can be of no use. */
  let state: 'open' | 'sending' | 'over' = 'open';
  let outcome: Readonly<Record<string, unknown>> | undefined;
  /** Fills in the parts of a stored card that the payer need not type again. */
  let restore = () => {};
  let sending = new AbortController();

  for (const field of form.all) listenTo(field);
  element('form', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault());
  element('form', HTMLFormElement).addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') parent.tell({ type: 'enter' });
  });
  window.addEventListener('online', () => {
    if (status.textContent === text.noConnection) status.textContent = '';
  });
  parent.heed((command) => {
    if (command === 'validate') validate();
    if (command === 'submit') void submit();
    if (member(command, 'type') === 'renew') renew(member(command, 'session_token'));
  });
  parent.tell({ type: 'ready' });
  // A quick customer, or the browser's autofill, may have filled fields before this script ran.
  tellTyped();

  function tellTyped() {
    for (const field of form.all) if (field.input.value !== '') changed(field);
  }

  /** Goes on with another session token. What was typed stays, except for a card that is stored. */
  function renew(token: unknown) {
    if (typeof token !== 'string' || !/^[\w-]{1,200}$/.test(token)) return;
    sending.abort();
    sessionToken = token;
    state = 'open';
    outcome = undefined;
    status.textContent = '';
    form.setReadOnly(false);
    restore();
    element('form', HTMLFormElement).hidden = false;
    // In this order the page knows that the customer has typed nothing new.
    tellTyped();
    parent.tell({ type: 'ready' });
  }

  function listenTo(field: Field) {
    field.input.addEventListener('input', () => changed(field));
    const control = field.input.parentElement;
    control?.addEventListener('focusout', ({ relatedTarget }) => {
      // The choice of the brand is part of the number's field.
      if (relatedTarget instanceof Node && control.contains(relatedTarget)) return;
      // A customer who only passes through to another field gets no error for an empty field.
      field.left ||= field.input.value !== '';
      form.show(form.flaws(), field);
    });
  }

  /** A choice of brand, or an answer about the brands, changes the card as its number does. */
  function numberChanged() {
    if (form.number && state !== 'over') changed(form.number);
  }

  function changed(field: Field) {
    const found = form.changed(field);
    status.textContent = '';
    parent.tell({
      type: 'change',
      valid: form.all.every(({ input }) => input.getAttribute('aria-invalid') !== 'true'),
      ...cardTypesOf(form.typed(), rules),
      complete: Object.keys(found).length === 0,
    });
  }

  function validate() {
    const found = form.flaws();
    form.showAll(found);
    const valid = Object.keys(found).length === 0;
    parent.tell({ type: 'validate', valid, ...(!valid && { errors: detailsOf(found) }) });
  }

  async function submit() {
    if (state === 'sending') return;
    if (state === 'over') return outcome && parent.tell(outcome);
    const found = form.flaws();
    if (Object.keys(found).length > 0) {
      form.showAll(found);
      const details = detailsOf(found);
      return tellRefusal({ code: 'validation_error', title: 'Validation Error', details });
    }
    state = 'sending';
    await brands.settled();
    status.textContent = text.sending ?? '';
    form.setReadOnly(true);
    sending = new AbortController();
    const { signal } = sending;
    const session = { token: sessionToken, origin: text.origin };
    const answer = await sendCard(form.typed(), rules, session, signal);
    // Another token has come meanwhile.
    if (signal.aborted) return;
    status.textContent = '';
    if (answer.kind === 'stored') return stored(answer.card);
    if (answer.kind === 'over') return over(answer.refusal);
    state = 'open';
    form.setReadOnly(false);
    if (answer.kind === 'refused') showRefusal(answer.refusal);
    else status.textContent = text[answer.kind === 'unsent' ? 'noConnection' : 'noAnswer'] ?? '';
    tellRefusal(answer.refusal);
  }

  /** Nothing of the card stays on the page once it is stored. */
  function stored(card: object) {
    const masked = member(card, 'card_number');
    restore = form.empty();
    element('form', HTMLFormElement).hidden = true;
    end(`${text.stored} ${typeof masked === 'string' ? masked.slice(-4) : ''}`, { card });
  }

  /** The typed card stays, for another token. */
  function over({ code, title }: Refusal) {
    restore = () => {};
    end(text.expired ?? '', { error: { code, title } });
  }

  function end(message: string, result: object) {
    state = 'over';
    status.textContent = message;
    outcome = { type: 'submit', ...result };
    parent.tell(outcome);
  }

  function showRefusal({ details }: Refusal) {
    const found = flawsIn(details);
    if (Object.keys(found).length > 0) form.showAll(found);
    else status.textContent = text.failed ?? '';
  }
}

const detailsOf = (found: Flaws) =>
  Object.fromEntries(Object.entries(found).map(([name, flaw]) => [name, [flaw]]));

/** The card's accepted brands, and the one that it will be stored with. */
function cardTypesOf({ number, brands = [], chosenBrand }: TypedCard, rules: FormRules) {
  const own = brandOf(number)?.type;
  const several = acceptedBrands(brands, rules);
  return {
    card_type: chosenBrand ?? own ?? 'unknown',
    card_types: several.length > 0 ? several : own === undefined ? [] : [own],
  };
}

const rulesOf = ({
  only,
  except,
  preferred,
  cvc,
  cardholderName,
  onlyCode,
}: DOMStringMap): FormRules => ({
  only: listOf(only),
  except: listOf(except),
  preferred: listOf(preferred),
  cvc: presenceOf(cvc),
  cardholderName: presenceOf(cardholderName),
  onlyCode: onlyCode === 'true',
});

const listOf = (value: string | undefined) => (value ? value.split(',') : undefined);

function presenceOf(value: string | undefined): Presence {
  return value === 'optional' || value === 'hidden' ? value : 'required';
}

if (text.error) tellRefusal({ code: text.error, title: text.errorTitle ?? '' });
else openForm();
