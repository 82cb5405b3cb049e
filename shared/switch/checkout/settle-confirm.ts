import type { CheckoutData } from './checkout-data.ts';
import { type Answer, type CheckoutPorts, member } from './checkout-ports.ts';
import { afterAnswer, afterRefused, codeOf, type Next, problem } from './next-step.ts';

/** For how long after the press of the button a payment goes on by itself, in milliseconds. */
const goesOnMs = 5 * 60_000;

/** How often a confirm is sent that the switch does not know of afterwards. */
const maxConfirms = 3;

/** How often the switch may fail before the payer reads it, as long as nothing was sent. */
const maxFailures = 3;

/** The pause before the switch is asked again, in milliseconds. */
export const pauseMs = (turn: number) => Math.min(1_000 * 2 ** turn, 15_000);

/**
 * How long a confirm without an answer may still arrive, in milliseconds: the longest that API
 * Gateway waits for a function. Until then the page does not say that nothing was charged.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
 */
const arrivesMs = 30_000;
const doubtPauseMs = 5_000;

/**
 * Confirms the payment until its outcome is known. Before each confirm the switch is asked for the
 * payment: without an answer nothing was sent, and a payment that has begun meanwhile, here or in
 * another tab, is not confirmed again. The request is the same each time, with the same token.
 *
 * @param pressedAt when the payer pressed the button
 */
export async function settleConfirm(
  data: CheckoutData,
  request: object,
  ports: CheckoutPorts,
  pressedAt: Date,
): Promise<Next> {
  let confirms = 0;
  /** When a confirm without an answer was given up, until it is certain that it never arrived. */
  let lostAt: Date | undefined;
  /** The step without a payment, which waits until no confirm can arrive any more. */
  let ending: Next | undefined;
  for (;;) {
    const found = await askPayment(data, ports, lostAt !== undefined);
    if (found.kind !== 'found') return found;
    const { payment } = found;
    if (!isUntouched(data, payment)) {
      // Another tab has opened an attempt: the form shows it, and what another way does to it.
      const isOfAnother =
        confirms === 0 && member(payment, 'status') === 'requires_customer_action';
      return isOfAnother ? { kind: 'refresh', text: '' } : afterAnswer(data, payment);
    }
    if (lostAt && ports.now().getTime() - lostAt.getTime() >= arrivesMs) lostAt = undefined;
    ending ??= endingOf(data, payment, { confirms, isLate: isLate(pressedAt, ports) });
    if (ending) {
      if (!lostAt) return ending;
      await ports.wait(doubtPauseMs, 'inDoubt');
      continue;
    }
    const reply = await ports.post(data.paths.confirm, request);
    if (reply === 'not sent') continue;
    confirms += 1;
    if (reply !== 'no answer' && isRefusal(reply)) ending = afterRefused(data, reply);
    else if (reply === 'no answer' || reply.status >= 500) {
      lostAt = ports.now();
      await ports.wait(pauseMs(confirms - 1), 'inDoubt');
    } else if (isPayment(reply)) return afterAnswer(data, reply.body);
    // For a card that the shop blocks, the API answers an error with status 200.
    else if (reply.status >= 400) await ports.wait(pauseMs(confirms - 1), 'inDoubt');
  }
}

/** Why the payment is not confirmed again; undefined where it is. */
function endingOf(
  data: CheckoutData,
  payment: unknown,
  { confirms, isLate }: { readonly confirms: number; readonly isLate: boolean },
): Next | undefined {
  if (!hasShownPrice(data, payment)) return { kind: 'reload', text: 'priceChanged' };
  if (isLate) return problem(data.texts.online);
  return confirms === maxConfirms ? problem(data.texts.notNow) : undefined;
}

type Found = { readonly kind: 'found'; readonly payment: unknown } | Next;

/** The payment as the switch has it, once it can be asked. */
async function askPayment(
  data: CheckoutData,
  ports: CheckoutPorts,
  isInDoubt: boolean,
): Promise<Found> {
  for (let turn = 0, failures = 0; ; turn += 1) {
    const reply = await ports.get(data.paths.payment);
    const isAnswer = typeof reply === 'object';
    if (isAnswer && reply.status < 400) return { kind: 'found', payment: reply.body };
    if (isAnswer && reply.status < 500 && reply.status !== 429) {
      // The status page needs no key, and no client secret that may have expired.
      return isInDoubt ? { kind: 'open', url: data.paths.status } : afterRefused(data, reply);
    }
    if (isAnswer && !isInDoubt) {
      failures += 1;
      if (reply.status === 429) return afterRefused(data, reply);
      if (failures === maxFailures) return problem(data.texts.notNow);
    }
    const silence = isAnswer ? undefined : 'offline';
    const goesOn = await ports.wait(pauseMs(turn), isInDoubt ? 'inDoubt' : silence);
    if (!goesOn && !isInDoubt) return { kind: 'nothing' };
  }
}

/**
 * Whether nothing has begun since the data of the page was made. A payment that was declined before
 * stays declined until the next attempt.
 */
function isUntouched({ state }: CheckoutData, payment: unknown): boolean {
  const status = member(payment, 'status');
  if (status === 'requires_payment_method' || status === 'requires_confirmation') return true;
  return status === state.status && member(payment, 'attempt_count') === state.attempts;
}

/** Whether the payment costs as much as the page shows, apart from surcharges. */
const hasShownPrice = ({ state }: CheckoutData, payment: unknown): boolean =>
  Object.entries(state.amounts).every(([name, value]) => member(payment, name) === value);

export const isLate = (pressedAt: Date, { now }: Pick<CheckoutPorts, 'now'>): boolean => {
  const passedMs = now().getTime() - pressedAt.getTime();
  // A clock that was corrected meanwhile does not say how long the payer has waited.
  return passedMs > goesOnMs || passedMs < 0;
};

const isPayment = ({ status, body }: Answer): boolean =>
  status < 400 && typeof member(body, 'status') === 'string';

/**
 * Whether the answer says that nothing was done. `HE_00`: another request is changing the payment.
 * `IR_00`, of status 501: the processor has no such payment.
 */
const isRefusal = ({ status, body }: Answer): boolean =>
  status === 429 ||
  codeOf(body) === 'IR_00' ||
  (status >= 400 && status < 500 && codeOf(body) !== 'HE_00');
