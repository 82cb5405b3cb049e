import { escaped } from '#platform/http/response/html-page.ts';
import { jsonResponse, type RawResponse } from '#platform/http/response/raw-response.ts';
import { toMajorString } from '#vocabulary/amounts.ts';
import { knownLocale } from '#vocabulary/known-locale.ts';
import { minorUnitDigits } from '#vocabulary/minor-unit-digits.ts';
import type { CheckoutTexts } from '#vocabulary/page-texts/page-texts.ts';
import { textsFor } from '#vocabulary/page-texts/texts-for.ts';
import { sentences } from '#vocabulary/sentences.ts';
import { shownAmount } from '#vocabulary/shown-amount.ts';
import type { Payment } from '../payments/payment.ts';
import { flawTexts } from '../typed-fields/flaw-texts.ts';
import { skeletonFields } from './card-skeleton.ts';
import type { CheckoutData, CheckoutMethod, CheckoutWords } from './checkout-data.ts';
import { debitMandate } from './debit-mandate.ts';
import { formSketch } from './form-sketch.ts';
import { offeredGooglePay, offeredMethods } from './offered-methods.ts';
import { isByCard, type PayablePage, reasonOf } from './shown-page.ts';

/**
 * The place of the payment form, which the page's script draws from its data. Until then the place
 * has a sketch of the form, of the same size. Without scripts it says that the page needs them.
 */
export function payForm(page: PayablePage, texts: CheckoutTexts): string {
  const data = checkoutData(page, texts);
  const price = shownAmount(page.payment.attempt.amountMinor, page.payment.currency, page.locale);
  return `<div class="place">
<div id="checkout" data-checkout="${escaped(JSON.stringify(data))}"></div>
${formSketch(data, price)}
</div>
<noscript><p>${escaped(texts.needsScript)}</p></noscript>`;
}

/** The data of the form, for a page that is open. No cache stores it. */
export function payData(page: PayablePage): RawResponse {
  const response = jsonResponse(200, checkoutData(page, textsFor(page.locale).checkout));
  return { ...response, headers: { ...response.headers, 'cache-control': 'no-store' } };
}

/** The data of the payment form. */
function checkoutData(page: PayablePage, texts: CheckoutTexts): CheckoutData {
  const { payment, design: look, locale, cardForm, toRoot, mayCostMore, statusUrl } = page;
  const { id, publishableKey = '', clientSecret, currency, customer } = payment;
  const { methods: offered, marks } = offeredMethods(page, texts);
  const formTexts = textsFor(locale).form;
  const labels = look.appearance.labels ?? 'above';
  const wallet = offeredGooglePay(page, texts);
  const terms = look.terms === 'usual' ? texts.terms : look.terms?.text;
  return {
    key: publishableKey,
    secret: clientSecret,
    ...(page.customerKey !== undefined && { customerKey: page.customerKey }),
    paths: {
      payment: `${toRoot}payments/${id}`,
      confirm: `${toRoot}payments/${id}/confirm`,
      eligibility: `${toRoot}payments/${id}/eligibility`,
      status: statusUrl,
      ...(customer?.id !== undefined &&
        look.offersSaved && {
          saved: `${toRoot}customers/payment_methods`,
          methods: `${toRoot}payment_methods/`,
        }),
    },
    ...(page.shop && { shop: page.shop }),
    madeAt: page.now.toISOString(),
    state: {
      status: payment.status,
      attempts: payment.attemptCount,
      amounts: {
        amount: payment.amountMinor,
        shipping_cost: amountIn(payment.requestFields.shipping_cost),
        order_tax_amount: amountIn(payment.requestFields.order_tax_amount),
      },
    },
    locale: knownLocale(locale),
    price: {
      currency,
      digits: minorUnitDigits(currency),
      amount: toMajorString(payment.attempt.amountMinor, currency),
      mayRise: mayCostMore,
    },
    ...(cardForm !== undefined && { cardForm: cardForm.href }),
    ...(page.codeForm !== undefined && { codeForm: page.codeForm.href }),
    ...(wallet && { googlePay: wallet }),
    methods: offered.map((one) => ({
      ...one,
      mandate: look.creditor && debitMandate(one, look.creditor, payment, locale),
    })),
    marks,
    layout: look.paymentLayout,
    header: look.formHeader ?? headerOf(offered, texts),
    cardTitle: texts.card,
    codeTitle: formTexts.cvc,
    cardFields: skeletonFields(formTexts, labels, 'card'),
    codeFields: skeletonFields(formTexts, labels, 'code'),
    ...(look.buttonLabel !== undefined && { button: look.buttonLabel }),
    ...(terms !== undefined && { terms }),
    asksToSave: maySaveCard(payment),
    whenReady: look.whenReady,
    ...(page.open && { open: page.open }),
    problem: declinedBefore(payment, texts, locale),
    texts: { ...wordsOf(texts, formTexts.tooOften), stillLoading: formTexts.loading },
    flaws: flawTexts(textsFor(locale)),
  };
}

/** The heading of the form: the only method's name, or a word for several. */
function headerOf(offered: readonly CheckoutMethod[], texts: CheckoutTexts): string {
  const [only, another] = offered;
  if (only === undefined || another !== undefined) return texts.methods;
  return only.method === 'card' ? texts.card : only.name;
}

const amountIn = (value: unknown) => (typeof value === 'number' ? value : null);

/** The texts that the page's script shows. */
const wordsOf = (texts: CheckoutTexts, tooOften: string): Omit<CheckoutWords, 'stillLoading'> => ({
  ...texts.network,
  tooOften,
  pay: texts.pay,
  methods: texts.methods,
  keep: texts.keep,
  sending: texts.sending,
  slowBank: texts.slowBank,
  surcharge: texts.surcharge,
  total: texts.total,
  formUnreachable: texts.formUnreachable,
  loadAgain: texts.loadAgain,
  openTooLong: texts.openTooLong,
  goesOn: texts.goesOn,
  notNow: texts.notNow,
  checkDetails: texts.checkDetails,
  notThisWay: texts.notThisWay,
  noMethod: texts.noMethod,
  expires: texts.expires,
  otherMethods: texts.groups.other,
  expired: texts.ways.expired,
  remove: texts.ways.remove,
  removeThis: texts.ways.removeThis,
  cancel: texts.ways.cancel,
  removed: texts.ways.removed,
  notRemoved: texts.ways.notRemoved,
});

/** Why the last attempt failed, on a page that accepts another one. */
function declinedBefore(payment: Payment, texts: CheckoutTexts, locale: string): string {
  if (payment.status !== 'failed') return '';
  const reason = reasonOf(payment, locale);
  if (isByCard(payment)) return sentences(reason ?? texts.failed, texts.mayTryAnother);
  const [, failed] = texts.outcome.failed;
  return reason === undefined ? failed : sentences(reason, failed);
}

/** Whether the shop asks to save the card of a known customer, and the consent is still missing. */
const maySaveCard = ({ customer, requestFields: terms }: Payment) =>
  customer?.id !== undefined &&
  terms.setup_future_usage != null &&
  terms.customer_acceptance == null &&
  terms.mandate_data == null;
