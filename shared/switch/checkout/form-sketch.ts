import { escaped } from '#platform/http/response/html-page.ts';
import type { CheckoutData, CheckoutMethod } from './checkout-data.ts';
import { shownNetworks } from './shown-networks.ts';
import { firstWays } from './shown-ways.ts';

/**
 * The payment form as the page's script will draw it, as HTML. It has the classes of the form's own
 * elements, so that each of them keeps its place when the script replaces it. The keyboard and
 * screen readers skip it.
 *
 * @param price the amount to pay, as it is shown
 */
export function formSketch(data: CheckoutData, price: string): string {
  const { methods, texts, header, layout, googlePay, terms, button } = data;
  const problem = methods.length > 0 || googlePay ? data.problem : texts.noMethod;
  const shown = firstWays(methods);
  // The saved cards of a known customer come first, and only the script has them.
  const opens = data.paths.saved === undefined;
  const rows = shown.map((method, at) => rowOf(method, data, opens && at === 0));
  return `<div id="sketch" class="sketch" aria-hidden="true" inert>
<div class="${layout}">
${data.open === undefined ? '' : attemptOf(data.open)}
<h2>${escaped(header)}</h2>
${problem === '' ? '' : `<div class="problem">${escaped(problem)}</div>`}
${googlePay ? '<div class="wallets"><div class="blank"></div></div>' : ''}
<fieldset>
${rows.join('\n')}
${shown.length < methods.length ? `<button type="button" class="link more">${escaped(texts.otherMethods)}</button>` : ''}
</fieldset>
${terms === undefined ? '' : `<p class="quiet">${escaped(terms)}</p>`}
<div class="bar"><button type="button" disabled>${
    button === undefined
      ? `${escaped(texts.pay)} <span class="sum">${escaped(price)}</span>`
      : escaped(button)
  }</button></div>
</div>
</div>`;
}

function attemptOf({ name, url, keptUntil, texts }: NonNullable<CheckoutData['open']>): string {
  const named = (text: string) => escaped(text.replace('{name}', () => name));
  return `<div class="open"><p>${named(texts.isOpen)}</p>
${url === undefined ? '' : `<button type="button" class="button">${named(texts.goOn)}</button>`}
<p class="quiet">${escaped(keptUntil === undefined ? texts.cancels : texts.kept)}</p></div>`;
}

function rowOf(method: CheckoutMethod, data: CheckoutData, isOpen: boolean): string {
  const name =
    data.methods.length > 1
      ? `<div class="choice"><input type="radio"${isOpen ? ' checked' : ''}><span class="mark"></span><span class="name">${escaped(method.name)}</span>${networksOf(method, data)}</div>`
      : '';
  return `<div class="way">${name}${isOpen ? `<div class="below">${fieldsOf(method, data)}</div>` : ''}</div>`;
}

function networksOf({ networks = [] }: CheckoutMethod, { marks }: CheckoutData): string {
  if (networks.length === 0) return '';
  const { shown, more } = shownNetworks(networks, marks);
  const others = more > 0 ? `<bdi class="quiet">+${more}</bdi>` : '';
  return `<span class="marks">${shown.map(() => '<span class="mark"></span>').join('')}${others}</span>`;
}

function fieldsOf({ id, fields }: CheckoutMethod, data: CheckoutData): string {
  const { texts, asksToSave, cardFields } = data;
  const typed = fields
    .map(({ label }) => `<div><label>${escaped(label)}</label><input></div>`)
    .join('');
  if (id === 'card') {
    const boxes = cardFields.map(
      ({ label, isHalf }) =>
        `<div${isHalf ? ' class="half"' : ''}>${label === undefined ? '' : `<span>${escaped(label)}</span>`}</div>`,
    );
    const consent = `<div class="consent"><input type="checkbox"><span>${escaped(texts.keep)}</span></div>`;
    return `<div class="card-form"><div class="skeleton">${boxes.join('')}</div></div>${asksToSave ? consent : ''}${typed}`;
  }
  return fields.length > 0 ? typed : `<p class="quiet">${escaped(texts.goesOn)}</p>`;
}
