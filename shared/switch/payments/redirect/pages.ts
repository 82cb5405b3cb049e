import { escaped, htmlPage } from '#platform/http/html-page.ts';
import type { RawResponse } from '#platform/http/raw-response.ts';
import type { Return } from './return-url.ts';

const style = `body{font:1rem/1.5 system-ui,sans-serif;max-width:26rem;margin:12vh auto;padding:0 1rem;color:#1a1a1a;background:#fff}
h1{font-size:1.25rem}
button,a{font:inherit;display:inline-block;padding:.75rem 1.25rem;border:0;border-radius:.375rem;background:#00632b;color:#fff;text-decoration:none}
:focus-visible{outline:3px solid #1a1a1a;outline-offset:2px}`;

/** A form field may be named `submit`, which hides the form's own method. */
const submit = "HTMLFormElement.prototype.submit.call(document.getElementById('payment_form'))";

/**
 * The page that redirects the customer to a processor, at once or, without scripts, by a button. It
 * opens the address, or posts these fields to it.
 * Merchants may frame it: it decides nothing, and the processor's page controls who frames that.
 * The address must be http or https.
 */
export function startPage(address: URL, posted?: Readonly<Record<string, string>>): RawResponse {
  const url = new URL(address);
  const fields = posted ? Object.entries(posted) : [...url.searchParams];
  // A form that is sent with GET replaces the query of its address.
  if (!posted) url.search = '';
  return formPage({
    title: 'Please wait while we process your payment...',
    method: posted ? 'post' : 'get',
    action: url.href,
    fields,
    // Browsers apply this policy to every redirect after the form, so no host can be named.
    policy: ['form-action https: http:'],
  });
}

/** The page that posts the payment's result to the merchant's page. */
export const postPage = ({ returnUrl, params }: Return): RawResponse =>
  formPage({
    title: 'Taking you back to the shop...',
    method: 'post',
    action: returnUrl,
    fields: params,
    policy: ['form-action https: http:', "frame-ancestors 'none'"],
  });

interface FormPage {
  readonly title: string;
  readonly method: 'get' | 'post';
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly policy: readonly string[];
}

const formPage = ({ title, method, action, fields, policy }: FormPage) =>
  htmlPage({
    title,
    style,
    script: submit,
    policy,
    content: `<form id="payment_form" method="${method}" action="${escaped(action)}">
${fields.map(hiddenField).join('\n')}
<button>Continue</button>
</form>`,
  });

const hiddenField = ([name, value]: readonly [name: string, value: string]) =>
  `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`;

/**
 * Sends the message that client libraries of the Hyperswitch v1 API expect. Its target may be a
 * library's frame of any origin. It contains only the address to which any browser with this page
 * would be redirected.
 */
const tellOpener = `const url=document.getElementById('return').href;
const other=window.parent===window?window.opener:window.parent;
if(other)other.postMessage({openurl_if_required:url},'*');
else location.replace(url)`;

/** The page that sends its opener or outer frame the address where the customer must go. */
export const messagePage = ({ url }: Return): RawResponse =>
  htmlPage({
    title: 'Taking you back to the shop...',
    style,
    script: tellOpener,
    policy: ["form-action 'none'"],
    content: `<p><a id="return" href="${escaped(url)}" target="_top">Continue</a></p>`,
  });
