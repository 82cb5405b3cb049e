import { render } from 'preact';
import type { CheckoutData } from '../checkout-data.ts';
import { Checkout } from './checkout-form.tsx';

const place = document.getElementById('checkout');
if (place) {
  // Our own server wrote the data.
  const data: CheckoutData = JSON.parse(place.dataset.checkout ?? '{}');
  place.textContent = '';
  render(<Checkout data={data} />, place);
}
