import { escaped } from '#platform/http/response/html-page.ts';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import { readersLocale } from '#vocabulary/page-texts/languages.ts';
import { textsFor } from '#vocabulary/page-texts/texts-for.ts';
import { shortPage } from '#vocabulary/payer-pages/short-page.ts';
import type { Return } from './return-url.ts';

/** A form field may be named `submit`, which hides the form's own method. */
export const submitScript =
  "HTMLFormElement.prototype.submit.call(document.getElementById('payment_form'))";

/** The languages that the payer's browser accepts, as its header states them. */
type AcceptLanguage = string | undefined;

/**
 * The page that redirects the customer to a processor, at once or, without scripts, by a button. It
 * opens the address, or posts these fields to it.
 * Merchants may frame it: it decides nothing, and the processor's page controls who frames that.
 * The address must be http or https.
 */
export function startPage(
  address: URL,
  acceptLanguage: AcceptLanguage,
  posted?: Readonly<Record<string, string>>,
): RawResponse {
  const url = new URL(address);
  const fields = posted ? Object.entries(posted) : [...url.searchParams];
  // A form that is sent with GET replaces the query of its address.
  if (!posted) url.search = '';
  return formPage({
    title: 'toBank',
    acceptLanguage,
    method: posted ? 'post' : 'get',
    action: url.href,
    fields,
    // Browsers apply this policy to every redirect after the form, so no host can be named.
    policy: ['form-action https: http:'],
  });
}

/** The page that posts the payment's result to the merchant's page. */
export const postPage = (
  { returnUrl, params }: Return,
  acceptLanguage: AcceptLanguage,
): RawResponse =>
  formPage({
    title: 'toShop',
    acceptLanguage,
    method: 'post',
    action: returnUrl,
    fields: params,
    policy: ['form-action https: http:', "frame-ancestors 'none'"],
  });

interface FormPage {
  readonly title: 'toBank' | 'toShop';
  readonly acceptLanguage: AcceptLanguage;
  readonly method: 'get' | 'post';
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly policy: readonly string[];
}

function formPage({ title, acceptLanguage, method, action, fields, policy }: FormPage) {
  const locale = readersLocale(acceptLanguage);
  const { passage, checkout } = textsFor(locale);
  return shortPage({
    locale,
    title: passage[title],
    script: submitScript,
    policy,
    content: `<form id="payment_form" method="${method}" action="${escaped(action)}">
${fields.map(hiddenField).join('\n')}
<button>${escaped(checkout.goOn)}</button>
</form>`,
  });
}

export const hiddenField = ([name, value]: readonly [name: string, value: string]) =>
  `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`;

/**
 * Sends the message that client libraries of the Hyperswitch v1 API expect. Its target may be a
 * library's frame of any origin. It contains only the address to which any browser with this page
 * would be redirected.
 */
export const tellOpenerScript = `const url=document.getElementById('return').href;
const other=window.parent===window?window.opener:window.parent;
if(other)other.postMessage({openurl_if_required:url},'*');
else location.replace(url)`;

/** The page that sends its opener or outer frame the address where the customer must go. */
export function messagePage({ url }: Return, acceptLanguage: AcceptLanguage): RawResponse {
  const locale = readersLocale(acceptLanguage);
  const { passage, checkout } = textsFor(locale);
  return shortPage({
    locale,
    title: passage.toShop,
    script: tellOpenerScript,
    policy: ["form-action 'none'"],
    content: `<p><a id="return" class="button" href="${escaped(url)}" target="_top">${escaped(checkout.goOn)}</a></p>`,
  });
}
