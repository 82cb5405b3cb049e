import { sandboxUrl } from '../processors/sandbox-processor.ts';
import type { Merchant, switchInMemory } from '../switch/switch-in-memory.ts';

/** A switch that is in use, and the merchant who asks. */
export interface RoutingRequestContext {
  readonly world: ReturnType<typeof switchInMemory>;
  readonly merchant: Merchant;
  /** Different for every request, so that each can be about something of its own. */
  readonly round: number;
}

/** The merchant's connector account for payments, as a choice. */
export async function ownChoice({
  world,
  merchant,
}: Pick<RoutingRequestContext, 'world' | 'merchant'>) {
  const { connectorAccounts } = await world.services.configurations.read(merchant.id);
  const own = connectorAccounts.find(({ connectorType }) => connectorType === 'payment_processor');
  if (!own) throw new Error('The merchant has no connector account.');
  return { connector: own.connectorName, merchant_connector_id: own.id };
}

/** A payment that somebody made at the merchant's processor without the switch, by its name there. */
export async function createdWithConnector(
  { world, merchant, round }: RoutingRequestContext,
  capture_method: 'automatic' | 'manual' = 'automatic',
): Promise<string> {
  const reference = `elsewhere_${round}`;
  const card = { number: '4242424242424242', expiry_month: '10', expiry_year: '2035' };
  const charge = {
    processor: 'stripe_test',
    amount: 6_540,
    currency: 'EUR',
    capture_method,
    card,
  };
  const sent = await world.dependencies.processor.send(
    {
      method: 'PUT',
      url: `${sandboxUrl}/payments/${reference}`,
      headers: { 'api-key': `key of ${merchant.id}`, 'content-type': 'application/json' },
      body: JSON.stringify(charge),
    },
    { timeoutMs: 1_000, allow: 'public and loopback', maxResponseBytes: 100_000 },
  );
  if (sent.kind !== 'answered' || sent.response.status !== 200) throw new Error('Not made.');
  return reference;
}
