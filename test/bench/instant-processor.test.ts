import type { Exchange } from '#connectors/interface/exchange.ts';
import { connectorNamed } from '#connectors/registry.ts';
import { instantProcessor } from '../../bench/instant-processor.ts';
import { accountWith, bareOrder, settled } from '../support/processors/an-exchange.ts';

const connector = connectorNamed('fauxpay');
const account = accountWith(
  { auth_type: 'HeaderKey', api_key: 'bench_key' },
  'http://sandbox.test/',
);
const charge = {
  reference: 'pay_1_1',
  connectorName: 'fauxpay',
  amountMinor: 6_540,
  currency: 'USD',
  captureMethod: 'manual' as const,
  order: bareOrder,
  source: {
    kind: 'card' as const,
    card: { number: '4242424242424242', expiryMonth: '12', expiryYear: '2039', cvc: '314' },
  },
};

/** Our own adapter's reading of the processor's answer to the adapter's request. */
function outcomeOf<Input, Outcome extends object>(
  processor: ReturnType<typeof instantProcessor>,
  exchange: Exchange<Input, Outcome> | undefined,
  input: Input,
) {
  if (!exchange) throw new Error('The sandbox connector can do all of this.');
  const { url, body = '' } = exchange.request(input, account);
  const text = processor(new URL(url).pathname, body);
  return settled(exchange.outcome({ status: 200, headers: {}, body: text }, input, account));
}

it('the instant processor answers every request of our adapter at once, and the adapter understands its answers', () => {
  const processor = instantProcessor();
  const authorized = outcomeOf(processor, connector?.authorize, charge);
  const captured = outcomeOf(processor, connector?.capture, {
    ...charge,
    captureReference: 'pay_1_1_1',
    captureMinor: 6_540,
    captureNumber: 1,
    isFinal: true,
  });
  const refunded = outcomeOf(processor, connector?.refund, {
    reference: 'ref_1',
    connectorName: 'fauxpay',
    amountMinor: 600,
    currency: 'USD',
    payment: charge,
  });
  expect(authorized).toMatchObject({ result: 'authorized', amountMinor: 6_540, currency: 'USD' });
  expect(captured).toMatchObject({ result: 'captured', capturedMinor: 6_540 });
  expect(refunded).toMatchObject({ result: 'succeeded', amountMinor: 600 });
});

it('the instant processor refunds no more than it captured, and captures automatically when asked', () => {
  const processor = instantProcessor();
  outcomeOf(processor, connector?.authorize, charge);
  expect(outcomeOf(processor, connector?.void, charge)).toMatchObject({ result: 'voided' });
  const automatic = { ...charge, captureMethod: 'automatic' as const };
  expect(outcomeOf(processor, connector?.authorize, automatic)).toMatchObject({
    result: 'captured',
    capturedMinor: 6_540,
  });
});

it('the instant processor does not know a charge that was never asked of it', () => {
  expect(() => instantProcessor()('/payments/pay_1_1/void', '{}')).toThrow(
    'Nothing was charged as pay_1_1.',
  );
});
