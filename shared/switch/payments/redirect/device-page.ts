import { escaped } from '#platform/http/response/html-page.ts';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import { readersLocale } from '#vocabulary/page-texts/languages.ts';
import { textsFor } from '#vocabulary/page-texts/texts-for.ts';
import { shortPage } from '#vocabulary/payer-pages/short-page.ts';
import type { Attempt } from '../payment.ts';
import { hiddenField } from './pages.ts';

/** How long the page waits for the frame, in milliseconds, as EMV 3-D Secure limits its method. */
export const longestCollectionMs = 10_000;

/**
 * Posts the form into the hidden frame, and goes on as soon as the frame reports that it has
 * finished, or after ten seconds. Only messages of the form's own origin count. What a message says
 * is not believed: one member of it, of 64 characters at most, may be passed on to the processor.
 * The attributes are read as such, because a field may have the name of a form's member.
 */
export const collectDeviceScript = `const form=document.getElementById('device_form'),link=document.getElementById('next');
let done=false;
const go=(brought)=>{if(done)return;done=true;const next=new URL(link.href),name=link.dataset.name;
if(name&&typeof brought==='string'&&/^[\\w-]{1,64}$/.test(brought))next.searchParams.set(name,brought);
location.replace(next)};
addEventListener('message',(event)=>{if(event.origin!==new URL(form.getAttribute('action')).origin)return;
let said=event.data;try{if(typeof said==='string')said=JSON.parse(said)}catch{return}
if(said?.MessageType==='profile.completed')go(said.Status===false?undefined:said[link.dataset.name])});
setTimeout(go,${longestCollectionMs});
HTMLFormElement.prototype.submit.call(form)`;

/**
 * The page on which the processor's script, in a hidden frame, describes the customer's device to
 * the bank. Then the customer goes on without doing anything; without scripts, by a link.
 * Merchants may frame it, as the page that leads to the bank.
 *
 * @param form its address must be http or https
 * @param next where the customer goes on: the switch's own address, which gets `step=device`, so
 * that no return from the bank is mistaken for it
 */
export function devicePage(
  { url, fields, brings }: NonNullable<Attempt['deviceForm']>,
  next: string,
  acceptLanguage: string | undefined,
): RawResponse {
  const locale = readersLocale(acceptLanguage);
  const { passage, checkout } = textsFor(locale);
  const { origin, href } = new URL(url);
  const onward = new URL(next);
  onward.searchParams.set('step', 'device');
  const name = brings === undefined ? '' : ` data-name="${escaped(brings)}"`;
  return shortPage({
    locale,
    title: passage.toBank,
    script: collectDeviceScript,
    policy: [`frame-src ${origin}`, `form-action ${origin}`],
    content: `<form id="device_form" method="post" action="${escaped(href)}" target="device_frame" hidden>
${Object.entries(fields).map(hiddenField).join('\n')}
</form>
<iframe name="device_frame" title="${escaped(passage.toBank)}" hidden></iframe>
<p><a id="next" class="button" href="${escaped(onward.href)}"${name}>${escaped(checkout.goOn)}</a></p>`,
  });
}
