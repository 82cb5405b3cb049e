import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { type Processor, processors } from '#connectors/sandbox/processors.ts';
import { cardAt, cards } from '#connectors/sandbox/published/cards.ts';
import type { ConnectorsAnswer, PaidAnswer, Tone } from './answers.ts';
import { caller } from './json-calls.ts';

export interface DemoMerchantSetting {
  /** Base URL of the switch's API, without a trailing slash. */
  readonly switchUrl: string;
  readonly adminKey: string;
  /** The address that the merchant's webhooks go to, with its id at the end. */
  readonly receiver: (merchantId: string) => string;
}

export interface DemoMerchant {
  /** Makes a real payment through the API. Throws CallFailed. */
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

const Account = v.object({ merchant_connector_id: v.string() });
const ApiKey = v.object({ api_key: v.string() });
const Payment = v.object({
  payment_id: v.string(),
  status: v.string(),
  next_action: v.nullish(v.object({ redirect_to_url: v.optional(v.string()) })),
});

/** A merchant of the console's own, which is taken on when the first button is pressed. */
export function demoMerchant({ switchUrl, adminKey, receiver }: DemoMerchantSetting): DemoMerchant {
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
    const merchantId = `demo_${randomBytes(6).toString('hex')}`;
    const asOperator = caller({ 'api-key': adminKey });
    await asOperator(`${switchUrl}/accounts`, v.unknown(), {
      merchant_id: merchantId,
      merchant_name: 'Demo shop of the console',
      return_url: receiver('').replace(/\/receive\/$/, '/'),
      webhook_details: { webhook_url: receiver(merchantId), payment_created_enabled: true },
    });
    const forKey = { name: 'console', expiration: 'never' };
    const { api_key } = await asOperator(`${switchUrl}/api_keys/${merchantId}`, ApiKey, forKey);
    return { merchantId, call: caller({ 'api-key': api_key }) };
  }

  async function connect(name: Processor) {
    const { merchantId, call } = await merchant();
    const made = await call(`${switchUrl}/account/${merchantId}/connectors`, Account, {
      connector_type: 'payment_processor',
      connector_name: name,
      connector_account_details: {
        auth_type: 'HeaderKey',
        api_key: randomBytes(24).toString('base64url'),
      },
    });
    return made.merchant_connector_id;
  }

  function account(name: Processor): Promise<string> {
    const known = accounts.get(name);
    if (known) return known;
    const connecting = connect(name);
    accounts.set(name, connecting);
    connecting.catch(() => accounts.delete(name));
    return connecting;
  }

  return {
    async pay({ connector, card, amount, currency }) {
      const { merchantId, call } = await merchant();
      const merchant_connector_id = await account(connector);
      const { payment_id, status, next_action } = await call(`${switchUrl}/payments`, Payment, {
        amount,
        currency,
        confirm: true,
        payment_method: 'card',
        routing: { type: 'single', data: { connector, merchant_connector_id } },
        description: 'A test payment of the console',
        authentication_type:
          cardAt(card, connector).verdict === 'challenged' ? 'three_ds' : 'no_three_ds',
        payment_method_data: {
          card: {
            card_number: card,
            card_exp_month: '12',
            card_exp_year: '2039',
            card_cvc: '314',
            card_holder_name: 'ANA LIMA',
          },
        },
      });
      const redirectUrl = next_action?.redirect_to_url;
      return {
        merchantId,
        paymentId: payment_id,
        status,
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
