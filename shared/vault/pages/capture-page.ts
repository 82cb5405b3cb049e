import { escaped } from '#platform/http/response/html-page.ts';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import { type Appearance, appearanceCss } from '#vocabulary/appearance.ts';
import { languageFor } from '#vocabulary/page-texts/languages.ts';
import { textsFor } from '#vocabulary/page-texts/texts-for.ts';
import type { SessionToken } from '../credentials/session-tokens.ts';
import type { BuiltPages } from './built-pages.ts';
import type { CaptureRules } from './capture-rules.ts';
import { type PageSite, pageDocument } from './page-document.ts';

interface CapturePage {
  readonly rules: CaptureRules;
  readonly appearance: Appearance | undefined;
  /** The session token: its form, its origin, and the origins that may frame that page. */
  readonly token: Pick<SessionToken, 'origin' | 'ancestors' | 'onlyCode'>;
  readonly pages: BuiltPages;
  readonly site: PageSite;
}

interface Field {
  readonly id: string;
  readonly label: string;
  /** The field's `autocomplete` value. */
  readonly autocomplete: string;
  readonly isRequired: boolean;
  readonly isHalf?: boolean;
  readonly isNumeric?: boolean;
  /** Whether a keyboard on the screen begins each word with a capital. */
  readonly isName?: boolean;
  readonly maxLength: number;
  readonly placeholder?: string;
  /** A note beside the label. */
  readonly remark?: string | undefined;
  /** HTML of ours after the field, and its id when it describes the field. */
  readonly beside?: { readonly id: string; readonly html: string };
}

/** The page with the card form. It contains all data that the form needs. */
export function capturePage({ rules, appearance, token, pages, site }: CapturePage): RawResponse {
  const { origin, ancestors, onlyCode = false } = token;
  const language = languageFor(rules.locale);
  const texts = textsFor(language).form;
  const remark = (presence: string) => (presence === 'optional' ? texts.optional : undefined);
  const fields: (Field | undefined)[] = [
    {
      id: 'card_number',
      label: texts.cardNumber,
      autocomplete: 'cc-number',
      isRequired: true,
      isNumeric: true,
      maxLength: 32,
      beside: {
        id: 'brand',
        html:
          '<output id="brand" for="card_number" class="unseen"></output><span id="mark" aria-hidden="true"></span>' +
          `<div id="brands" role="radiogroup" aria-label="${escaped(texts.chooseBrand)}" hidden></div>`,
      },
    },
    rules.cardholder_name === 'hidden'
      ? undefined
      : {
          id: 'cardholder_name',
          label: texts.cardholderName,
          autocomplete: 'cc-name',
          isRequired: rules.cardholder_name === 'required',
          isName: true,
          maxLength: 255,
          remark: remark(rules.cardholder_name),
        },
    {
      id: 'expiry',
      label: texts.expiry,
      autocomplete: 'cc-exp',
      isRequired: true,
      isHalf: true,
      isNumeric: true,
      maxLength: 12,
      placeholder: texts.expiryForm,
    },
    rules.service_code === 'hidden'
      ? undefined
      : {
          id: 'service_code',
          label: texts.cvc,
          autocomplete: 'cc-csc',
          isRequired: rules.service_code === 'required',
          isHalf: true,
          isNumeric: true,
          maxLength: 4,
          remark: remark(rules.service_code),
        },
  ];
  return pageDocument({
    language,
    title: onlyCode ? texts.cvc : texts.enterCard,
    content: `<form id="form" novalidate autocomplete="on">
${fields
  .filter((field) => !onlyCode || field?.id === 'service_code')
  .map((field) => field && htmlOf(field, appearance?.labels ?? 'above'))
  .join('\n')}
</form>
<p id="status" role="status"></p>`,
    settings: {
      origin,
      only: rules.only?.join(','),
      except: rules.except?.join(','),
      preferred: rules.preferred_networks?.join(','),
      cvc: rules.service_code,
      onlyCode: onlyCode ? 'true' : undefined,
      cardholderName: rules.cardholder_name,
      missing: texts.missing,
      past: texts.past,
      unaccepted: texts.unaccepted,
      invalidNumber: texts.invalidNumber,
      incompleteNumber: texts.incompleteNumber,
      invalidName: texts.invalidName,
      numberAsName: texts.numberAsName,
      invalidExpiry: texts.invalidExpiry,
      noSuchMonth: texts.noSuchMonth,
      invalidCvc: texts.invalidCvc,
      code: texts.cvc,
      optionalCode: `${texts.cvc} (${texts.optional})`,
      threeDigits: texts.threeDigits,
      fourDigits: texts.fourDigits,
      sending: texts.sending,
      stored: onlyCode ? '' : texts.stored,
      failed: texts.failed,
      expired: texts.expired,
      noConnection: texts.noConnection,
      noAnswer: texts.noAnswer,
    },
    script: pages.capture,
    style: pages.frame,
    appearanceCss: appearance && appearanceCss(appearance),
    isSeeThrough: appearance !== undefined && appearance.variables?.color_background == null,
    site,
    origin,
    ancestors,
  });
}

function htmlOf(field: Field, labels: 'above' | 'hidden'): string {
  const { id, autocomplete, maxLength, remark, beside } = field;
  const label = remark === undefined ? field.label : `${field.label} (${remark})`;
  const isUnseen = labels === 'hidden';
  const placeholder = field.placeholder ?? (isUnseen ? label : undefined);
  const attributes = [
    `id="${id}"`,
    'type="text"',
    `autocomplete="${autocomplete}"`,
    ...(field.isNumeric ? ['inputmode="numeric"'] : []),
    `maxlength="${maxLength}"`,
    ...(placeholder === undefined ? [] : [`placeholder="${escaped(placeholder)}"`]),
    ...(field.isRequired ? ['required'] : []),
    'aria-invalid="false"',
    `aria-describedby="${beside ? `${beside.id} ` : ''}${id}-error"`,
    'spellcheck="false"',
    `autocapitalize="${field.isName ? 'words' : 'off'}"`,
  ];
  // Without a direction, groups of digits are shown in reverse order in a text from right to left.
  const direction = field.isNumeric ? ' dir="ltr"' : '';
  return `<div class="field${field.isHalf ? ' half' : ''}">
<label for="${id}"${isUnseen ? ' class="unseen"' : ''}>${escaped(label)}</label>
<div class="control"${direction}><input ${attributes.join(' ')}>${beside?.html ?? ''}</div>
<p class="error" id="${id}-error" role="alert"></p>
</div>`;
}
