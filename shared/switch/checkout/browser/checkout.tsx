import { render } from 'preact';
import type { CheckoutData, ReportedOutcome } from '../checkout-data.ts';
import { type CheckoutPorts, member } from '../checkout-ports.ts';
import { shownDeadline } from '../shown-deadline.ts';
import { Checkout } from './checkout-form.tsx';
import { followPhone } from './follow-phone.ts';
import { openBesideForm } from './order-beside-form.ts';
import { browserPorts } from './ports.ts';
import { shopWindow } from './shop-window.ts';

const retryMs = 2_000;

/**
 * A browser that goes back to a page as it was left would show a payment that is still being made.
 * Without a connection it would show an error page of its own.
 */
function reloadOnReturn(data: CheckoutData) {
  addEventListener('pageshow', async ({ persisted }) => {
    if (!persisted) return;
    while ((await browserPorts(data).get(data.paths.payment)) === 'no answer') {
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
    location.reload();
  });
}

/** Writes until when the payer can pay; anew where the page was left and is seen again. */
function showDeadline({ now }: Pick<CheckoutPorts, 'now'>) {
  const deadline = document.getElementById('deadline');
  const { dateTime = '', dataset: { locale } = {} } = deadline?.querySelector('time') ?? {};
  const expiresAt = new Date(dateTime);
  if (!deadline || Number.isNaN(expiresAt.getTime())) return;
  const { today: untilToday = '', date: untilDate = '' } = deadline.dataset;
  const write = () => {
    const context = { now: now(), locale };
    deadline.textContent = shownDeadline(expiresAt, { untilToday, untilDate }, context);
  };
  write();
  document.addEventListener('visibilitychange', write);
}

const outcome = document.getElementById('outcome')?.dataset.outcome;
if (outcome !== undefined) {
  // Our own server wrote it.
  const { shop, ...result }: ReportedOutcome = JSON.parse(outcome);
  shopWindow({ shop })?.settled(result);
}

openBesideForm();

const place = document.getElementById('checkout');
if (place) {
  // Our own server wrote the data.
  const data: CheckoutData = JSON.parse(place.dataset.checkout ?? '{}');
  reloadOnReturn(data);
  showDeadline(browserPorts(data));
  // The page stated it before it loaded itself anew.
  const stated = member(history.state, 'problem');
  history.replaceState(null, '');
  place.textContent = '';
  render(
    <Checkout data={{ ...data, ...(typeof stated === 'string' && { problem: stated }) }} />,
    place,
  );
  followPhone(data);
}
