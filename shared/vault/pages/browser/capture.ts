import { brandOf, type Flaws, type FormRules, type Presence } from '../card-rules.ts';
import { type Field, formFields } from './form-fields.ts';
import { element, member, settings } from './page.ts';
import { parentWindow } from './parent-window.ts';
import { flawsIn, type Refusal, sendCard } from './send-card.ts';
import { takeSession } from './session-address.ts';

// Before anything else: from here on only this variable has the token.
const { sessionToken } = takeSession();
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
  const form = formFields(rules, text);
  const status = element('status', HTMLElement);
  /** `sending` while the vault is asked; `over` once the token can be of no use. */
  let state: 'open' | 'sending' | 'over' = 'open';
  let outcome: Readonly<Record<string, unknown>> | undefined;

  for (const field of form.all) listenTo(field);
  element('form', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault());
  parent.heed((command) => {
    if (command === 'validate') validate();
    if (command === 'submit') void submit();
  });
  parent.tell({ type: 'ready' });
  // A quick customer, or the browser's autofill, may have filled fields before this script ran.
  for (const field of form.all) if (field.input.value !== '') changed(field);

  function listenTo(field: Field) {
    field.input.addEventListener('input', () => changed(field));
    field.input.addEventListener('blur', () => {
      // A customer who only passes through to another field gets no error for an empty field.
      field.left ||= field.input.value !== '';
      form.show(form.flaws(), field);
    });
    field.input.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') parent.tell({ type: 'enter' });
    });
  }

  function changed(field: Field) {
    const found = form.changed(field);
    status.textContent = '';
    parent.tell({
      type: 'change',
      valid: form.all.every(({ input }) => input.getAttribute('aria-invalid') !== 'true'),
      card_type: brandOf(form.typed().number)?.type ?? 'unknown',
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
    status.textContent = text.sending ?? '';
    for (const { input } of form.all) input.readOnly = true;
    const answer = await sendCard(form.typed(), rules, sessionToken);
    for (const { input } of form.all) input.readOnly = false;
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
    if (Object.keys(found).length > 0) form.showAll(found);
    else status.textContent = text.failed ?? '';
    tellRefusal(refusal);
  }

  /** Nothing of the card stays on the page once it can no longer be sent. */
  function finish(message: string) {
    state = 'over';
    for (const { input } of form.all) input.value = '';
    element('form', HTMLFormElement).hidden = true;
    status.textContent = message;
  }
}

const detailsOf = (found: Flaws) =>
  Object.fromEntries(Object.entries(found).map(([name, flaw]) => [name, [flaw]]));

const rulesOf = ({ only, except, cvc, cardholderName, onlyCode }: DOMStringMap): FormRules => ({
  only: listOf(only),
  except: listOf(except),
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
