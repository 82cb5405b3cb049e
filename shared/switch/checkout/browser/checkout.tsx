import { render } from 'preact';
import type { CheckoutData, ReportedOutcome } from '../checkout-data.ts';
import { shownDeadline } from '../shown-deadline.ts';
import { Checkout } from './checkout-form.tsx';
import { shopWindow } from './shop-window.ts';

// A browser that goes back to a page as it was left would show a payment that is still being made.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

const deadline = document.getElementById('deadline');
const time = deadline?.querySelector('time');
if (deadline && time) {
  const { today: untilToday = '', date: untilDate = '' } = deadline.dataset;
  const locale = document.documentElement.lang;
  const context = { now: new Date(), locale };
  deadline.textContent = shownDeadline(new Date(time.dateTime), { untilToday, untilDate }, context);
}

const outcome = document.getElementById('outcome')?.dataset.outcome;
if (outcome !== undefined) {
  // Our own server wrote it.
  const { shop, ...result }: ReportedOutcome = JSON.parse(outcome);
  shopWindow({ shop })?.settled(result);
}

const place = document.getElementById('checkout');
if (place) {
  // Our own server wrote the data.
  const data: CheckoutData = JSON.parse(place.dataset.checkout ?? '{}');
  place.textContent = '';
  render(<Checkout data={data} />, place);
}
