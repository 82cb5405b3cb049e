import { startWebhookReceiver, type WebhookReceiver } from '../receivers/webhook-receiver.ts';
import { createMerchant, type Merchant, type MerchantOptions, newId } from './merchant.ts';
import { lookAtSharedSwitch } from './shared-switch.ts';
import { type RunningSwitch, type StartOptions, startSwitch } from './switch.ts';

/** The shared state of a suite's tests, once they run; each of them throws before. */
export interface SuiteSwitch {
  readonly running: RunningSwitch;
  /** A server for the webhooks of every merchant that a test takes on. */
  readonly receiver: WebhookReceiver;
  /** Throws unless the suite asked for a merchant. */
  readonly merchant: Merchant;
  /** The address of the merchant's webhooks at the receiver. */
  readonly webhookPath: string;
}

interface SuiteOptions {
  /** Starts a switch of the suite's own with these options. */
  readonly start?: StartOptions;
  /** Why the suite needs a switch of its own, where its options do not say so. */
  readonly own?: string;
  /** Takes on a merchant; without it there is none. */
  readonly merchant?: MerchantOptions;
  /** Members of its `webhook_details`; without it the merchant hears of nothing. */
  readonly webhooks?: Readonly<Record<string, unknown>>;
}

/**
 * Gives a suite a switch before its first test: the one that all suites of the worker share, which
 * shows a suite nothing of the merchants of earlier ones, or one of its own, which is stopped after
 * its last test.
 */
export function aRunningSwitch({ start, own, merchant, webhooks }: SuiteOptions = {}): SuiteSwitch {
  let running: RunningSwitch | undefined;
  let receiver: WebhookReceiver | undefined;
  let created: Merchant | undefined;
  const webhookPath = `/${newId('hook')}`;

  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    running = start || own !== undefined ? await startSwitch(start) : await lookAtSharedSwitch();
    if (!merchant) return;
    const webhook_details = { webhook_url: `${receiver.url}${webhookPath}`, ...webhooks };
    const account = { ...merchant.account, ...(webhooks && { webhook_details }) };
    created = await createMerchant(running, { ...merchant, account });
  });
  afterAll(async () => {
    await running?.stop();
    await receiver?.stop();
  });

  return {
    webhookPath,
    get running() {
      return started(running);
    },
    get receiver() {
      return started(receiver);
    },
    get merchant() {
      return started(created);
    },
  };
}

/** A part of a suite that its `beforeAll` prepares. Throws before. */
export function started<T>(one: T | undefined): T {
  if (one === undefined) throw new Error('It is there once the first test runs.');
  return one;
}
