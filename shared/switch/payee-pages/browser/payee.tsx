import { render } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { shownTime } from '#vocabulary/shown-time.ts';
import { TypedFields } from '../../typed-fields/browser/typed-fields.tsx';
import { useShownFlaws } from '../../typed-fields/browser/use-shown-flaws.ts';
import type { PayeeData } from '../payee-data.ts';
import { payeeFlaw, sendChoice } from '../payee-flow.ts';

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
  const flaws = useShownFlaws((field, value) => payeeFlaw(field, value, data, new Date()));
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
    if (!flaws.check(method, typed)) return;
    isBusy.current = true;
    setSending(true);
    const next = await sendChoice(data, method, typed, {
      post: (path, body) => post(data, path, body),
    });
    if (next.kind === 'reload') return location.reload();
    isBusy.current = false;
    setSending(false);
    if (next.param !== undefined) flaws.refuse(method, typed, next.param, next.text);
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
                    choose(one.id);
                  }}
                />
                <span>{one.name}</span>
              </label>
            )}
            {one.id === chosen && one.fields.length > 0 && (
              <div class="below">
                <TypedFields
                  form={one}
                  values={values[one.id] ?? []}
                  flaws={flaws}
                  locale={data.locale}
                  onInput={(typed) => setValues({ ...values, [one.id]: typed })}
                />
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
