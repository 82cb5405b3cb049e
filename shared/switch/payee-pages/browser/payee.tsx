import { render } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { shownTime } from '#vocabulary/shown-time.ts';
import { whileTyping } from '../../checkout/browser/while-typing.ts';
import type { PayeeData, PayeeField, PayeeMethod } from '../payee-data.ts';
import { flawIn, sendChoice, shownText } from '../payee-flow.ts';

/** The script of a payee's page: the deadline in the payee's time zone, and the form. */

// A browser that goes back to a page as it was left would show a form that was sent already.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

const time = document.querySelector('time');
if (time) time.textContent = shownTime(new Date(time.dateTime), time.dataset.locale);

/** The form: the ways to be paid, the fields of the chosen one, and the button. */
function PayeeForm({ data }: { readonly data: PayeeData }) {
  const { methods, texts } = data;
  const [chosen, choose] = useState(methods[0]?.id);
  const [values, setValues] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [flawed, setFlawed] = useState<string>();
  const [problem, setProblem] = useState('');
  const [isSending, setSending] = useState(false);
  const isBusy = useRef(false);
  const alert = useRef<HTMLDivElement>(null);
  const method = methods.find(({ id }) => id === chosen);

  const say = (text: string) => {
    setProblem(text);
    alert.current?.focus();
  };

  async function submit(event: Event) {
    event.preventDefault();
    if (!method || isBusy.current) return;
    const typed = values[method.id] ?? [];
    setProblem('');
    const flaw = flawIn(method, typed, texts, new Date());
    setFlawed(flaw && fieldId(method, flaw.at));
    if (flaw) {
      setProblem(flaw.text);
      document.getElementById(fieldId(method, flaw.at))?.focus();
      return;
    }
    isBusy.current = true;
    setSending(true);
    const next = await sendChoice(data, method, typed, {
      post: (path, body) => post(data, path, body),
    });
    if (next.kind === 'reload') return location.reload();
    isBusy.current = false;
    setSending(false);
    say(next.text);
  }

  return (
    <form noValidate aria-labelledby="form" class={data.layout} onSubmit={submit}>
      <h2 id="form">{data.header}</h2>
      <div id="problem" role="alert" tabIndex={-1} ref={alert}>
        {method ? problem : texts.noMethod}
      </div>
      <fieldset disabled={isSending}>
        <legend class="unseen">{texts.methods}</legend>
        {methods.map((one) => (
          <div class="way" key={one.id}>
            {methods.length > 1 && (
              <label class="choice">
                <input
                  type="radio"
                  name="way"
                  checked={one.id === chosen}
                  onChange={() => {
                    setProblem('');
                    setFlawed(undefined);
                    choose(one.id);
                  }}
                />
                <span>{one.name}</span>
              </label>
            )}
            {one.id === chosen && one.fields.length > 0 && (
              <div class="below">
                {one.fields.map((field, at) => (
                  <Field
                    key={field.path.join('.')}
                    id={fieldId(one, at)}
                    field={field}
                    value={values[one.id]?.[at] ?? ''}
                    isFlawed={flawed === fieldId(one, at)}
                    onInput={(value) => setValues(withValue(values, one, at, value))}
                  />
                ))}
              </div>
            )}
          </div>
        ))}
      </fieldset>
      {method && (
        <button type="submit" disabled={isSending} class={isSending ? 'busy' : ''}>
          {isSending ? texts.sending : texts.confirm}
        </button>
      )}
    </form>
  );
}

const fieldId = ({ id }: PayeeMethod, at: number) => `${id}-${at}`;

const withValue = (
  values: Readonly<Record<string, readonly string[]>>,
  { id, fields }: PayeeMethod,
  at: number,
  value: string,
) => ({
  ...values,
  [id]: fields.map((_, place) => (place === at ? value : (values[id]?.[place] ?? ''))),
});

interface FieldProps {
  readonly id: string;
  readonly field: PayeeField;
  readonly value: string;
  readonly isFlawed: boolean;
  readonly onInput: (value: string) => void;
}

const Field = ({ id, field, value, isFlawed, onInput }: FieldProps) => (
  <div>
    <label for={id}>{field.label}</label>
    <input
      id={id}
      // Numbers and addresses are written from left to right in every language.
      dir={field.kind === 'text' || field.kind === 'name' ? 'auto' : 'ltr'}
      inputMode={inputModes[field.kind] ?? 'text'}
      autocomplete={field.autocomplete}
      required={!field.isOptional}
      aria-invalid={isFlawed}
      aria-describedby={isFlawed ? 'problem' : undefined}
      value={value}
      {...whileTyping((typed) => shownText(field, typed), onInput)}
    />
  </div>
);

const inputModes: Partial<Readonly<Record<PayeeField['kind'], 'numeric' | 'tel' | 'email'>>> = {
  'card number': 'numeric',
  expiry: 'numeric',
  digits: 'numeric',
  phone: 'tel',
  email: 'email',
};

async function post({ key, secret }: PayeeData, path: string, body: object) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-key': key },
    credentials: 'omit',
    body: JSON.stringify({ client_secret: secret, ...body }),
  });
  return { status: response.status, body: await response.json() };
}

const place = document.getElementById('payee');
if (place) {
  // Our own server wrote the data.
  const data: PayeeData = JSON.parse(place.dataset.payee ?? '{}');
  place.textContent = '';
  render(<PayeeForm data={data} />, place);
}
