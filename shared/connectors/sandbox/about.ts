import { lazy } from '#platform/lazy.ts';
import type { About } from '../interface/about.ts';
import { sandboxAbilities } from './abilities.ts';
import { processors } from './processors.ts';

/** The sandbox processor's abilities under each of the names that it simulates. */
export const aboutSandbox: readonly About[] = processors.map((name) => ({
  name,
  displayName: `Sandbox (${name})`,
  description: 'The simulated processor that the deployment brings along. It moves no money.',
  credentials: ['HeaderKey'],
  methods: lazy(sandboxAbilities),
  features: [
    // Two of the names verify a card without charging it, as in the Hyperswitch v1 API.
    ...(name === 'adyen_test' || name === 'checkout_test' ? (['verify'] as const) : []),
    'revokeMandate',
    'capture',
    'void',
    'voidCaptured',
    'increment',
    'extend',
    'refund',
    'syncRefund',
    'payout',
    'fulfillPayout',
    'cancelPayout',
    'acceptDispute',
    'submitEvidence',
    'syncDispute',
    'listDisputes',
    'openWalletSession',
    'checkCredentials',
  ],
  webhooks: ['payments', 'refunds', 'disputes', 'payouts'],
  isVerificationRequired: true,
  takesNetworkTransactionId: true,
  externalThreeDs: true,
  lookup: { by: 'reference' },
  givenUp: 'voided',
  integrationStatus: 'sandbox',
}));
