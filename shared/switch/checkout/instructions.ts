import { escaped } from '#platform/http/response/html-page.ts';
import { timeElement } from '#vocabulary/payer-pages/time-element.ts';
import { isRedirected, type Payment } from '../payments/payment.ts';
import { presentNextAction } from '../payments/response/present-next-action.ts';

/** The payer's next step outside the page: a code to scan, or data of a transfer or a voucher. */
export interface Instructions {
  /** As HTML. */
  readonly html: string;
  /** The origins of its images: `data:` for images in the page. */
  readonly images: readonly string[];
}

/** The instructions of a payment that awaits its payer; undefined where a redirect leads on. */
export function instructionsOf(payment: Payment, locale: string): Instructions | undefined {
  if (isRedirected(payment)) return undefined;
  const action = presentNextAction(payment);
  switch (action?.type) {
    case 'qr_code_information':
      return withCode(action.image_data_url ?? action.qr_code_url, action.display_text);
    case 'invoke_upi_qr_flow':
      return withCode(action.qr_code_url);
    case 'display_bank_transfer_information':
      return { html: facts(action.bank_transfer_steps_and_charges_details, locale), images: [] };
    case 'display_voucher_information':
      return { html: facts(voucherOf(action.voucher_details), locale), images: [] };
    default:
      return undefined;
  }
}

function withCode(
  address: string | null | undefined,
  text?: string | null,
): Instructions | undefined {
  const url = URL.parse(address ?? '');
  if (!url || !/^(?:data|https):$/.test(url.protocol)) return undefined;
  const shown = text ? `<p>${escaped(text)}</p>` : '';
  return {
    html: `<p><img class="code" src="${escaped(url.href)}" alt="QR"></p>${shown}`,
    images: [url.protocol === 'data:' ? 'data:' : url.origin],
  };
}

/** Every text and number of the details, by its name as the processor gives it. */
function facts(details: unknown, locale: string): string {
  const rows = textsIn(details).map(
    ([name, value]) => `<dt>${escaped(titled(name))}</dt><dd>${factOf(name, value, locale)}</dd>`,
  );
  return rows.length > 0 ? `<dl>${rows.join('\n')}</dl>` : '';
}

/** The API has the details of a voucher as JSON in a text. */
function voucherOf(details: unknown): unknown {
  if (typeof details !== 'string') return details;
  try {
    return JSON.parse(details);
  } catch {
    return { voucher: details };
  }
}

function factOf(name: string, value: string, locale: string): string {
  const at = name === 'expires_at' && /^\d{13}$/.test(value) ? new Date(Number(value)) : undefined;
  return at ? timeElement(at.toISOString(), locale) : `<bdi>${escaped(value)}</bdi>`;
}

function textsIn(details: unknown): (readonly [name: string, value: string])[] {
  if (typeof details !== 'object' || details === null) return [];
  return Object.entries(details).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'string' || typeof value === 'number') {
      return [[name, String(value)] as const];
    }
    return textsIn(value);
  });
}

/** `account_number` as `Account number`. */
const titled = (name: string) => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
