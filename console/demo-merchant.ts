import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { type Processor, processors } from '#connectors/sandbox/processors.ts';
import { cardAt, cards } from '#connectors/sandbox/published/cards.ts';
import type { ConnectorsAnswer, PaidAnswer, Tone } from './answers.ts';
import type { SwitchKey } from './switch-client.ts';

export interface DemoMerchantSetting {
  readonly operator: SwitchKey;
  /** The address that the merchant's webhooks go to, with its id at the end. */
  readonly receiver: (merchantId: string) => string;
}

export interface DemoMerchant {
  /** Makes a real payment through the API. Throws TurnoutError. */
  pay(order: TestOrder): Promise<PaidAnswer>;
}

/** A payment that a button of the console makes: only with published test card numbers. */
export const TestOrder = v.strictObject({
  connector: v.picklist(processors),
  card: v.picklist(Object.keys(cards)),
  amount: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
  currency: v.picklist(['EUR', 'USD', 'GBP', 'JPY']),
});
export type TestOrder = v.InferOutput<typeof TestOrder>;

/** A merchant of the console's own, which is taken on when the first button is pressed. */
export function demoMerchant({ operator, receiver }: DemoMerchantSetting): DemoMerchant {
  let taken: ReturnType<typeof takeOn> | undefined;
  const accounts = new Map<Processor, Promise<string>>();
  const merchant = () => {
    taken ??= takeOn().catch((error: unknown) => {
      taken = undefined;
      throw error;
    });
    return taken;
  };

  async function takeOn() {
    const id = `demo_${randomBytes(6).toString('hex')}`;
    const account = {
      merchant_id: id,
      merchant_name: 'Demo shop of the console',
      return_url: receiver('').replace(/\/receive\/$/, '/'),
      webhook_details: { webhook_url: receiver(id), payment_created_enabled: true },
    };
    // Imported late, because a start needs none of it.
    const { createTestMerchant } = await import('./test-merchant.ts');
    return createTestMerchant(operator, account, { name: 'console' });
  }

  function account(name: Processor): Promise<string> {
    const known = accounts.get(name);
    if (known) return known;
    const connecting = merchant().then(({ connect }) => connect(name));
    accounts.set(name, connecting);
    connecting.catch(() => accounts.delete(name));
    return connecting;
  }

  return {
    async pay({ connector, card, amount, currency }) {
      const [{ byTestCard }, { redirectUrlOf }, { id: merchantId, turnout }] = await Promise.all([
        import('./test-merchant.ts'),
        import('./switch-client.ts'),
        merchant(),
      ]);
      const merchant_connector_id = await account(connector);
      const payment = await turnout.payments.create({
        amount,
        currency,
        confirm: true,
        routing: { type: 'single', data: { connector, merchant_connector_id } },
        description: 'A test payment of the console',
        authentication_type:
          cardAt(card, connector).verdict === 'challenged' ? 'three_ds' : 'no_three_ds',
        ...byTestCard(card),
      });
      const redirectUrl = redirectUrlOf(payment);
      return {
        merchantId,
        paymentId: payment.payment_id,
        status: payment.status,
        ...(redirectUrl !== undefined && { redirectUrl }),
      };
    },
  };
}

/** The simulated processors, each with the test cards and their meaning there. */
export const testCards = (): ConnectorsAnswer['connectors'] =>
  processors.map((name) => ({
    name,
    cards: Object.keys(cards).map((number) => {
      const { verdict, manner, meaning } = cardAt(number, name);
      const outcome: Tone =
        typeof verdict === 'object' ? 'bad' : verdict === 'approved' ? 'good' : 'waiting';
      return { number, meaning, tone: manner && outcome === 'good' ? 'waiting' : outcome };
    }),
  }));
