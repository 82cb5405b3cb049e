import { createPublicKey, type KeyObject } from 'node:crypto';
import {
  type ConfigurationReads,
  configurationReads,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { sealJsonWebEncryption } from '#platform/crypto/seal-json-web-encryption.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { retrieveExtendedCard } from '#switch/payments/extended-card-operations.ts';
import { checkProfile, type Payment } from '#switch/payments/payment.ts';
import { extendedCardConfig } from '#switch/payments/payment-source/extended-card.ts';
import { type PaymentStore, paymentStore } from '#switch/payments/payment-store.ts';
import { erase, type UsableCard } from '#vault/cards/card.ts';
import type { CardVault } from '#vault/cards/card-vault.ts';
import { callVault, switchAuditContext } from '#vault/switch/from-switch.ts';
import { liveCardVault } from '#vault/switch/live-card-vault.ts';

interface Services {
  readonly payments: Pick<PaymentStore, 'get'>;
  readonly configurations: Pick<ConfigurationReads, 'decide'>;
  readonly vault: Pick<CardVault, 'use'>;
}

/**
 * Encrypts the card of a payment's last confirm for its merchant's key, for as long as the profile
 * says. Each use is in the vault's audit trail before it happens.
 */
export const retrieveExtended = implement(retrieveExtendedCard, {
  load: ({ merchantId, params }, { payments }: Services) =>
    payments.get(merchantId, params.payment_id),

  async run({ caller, now, requestId }, { configurations, vault }: Services, payment) {
    checkProfile(payment, caller);
    const { merchantId, id, extendedCard } = payment;
    const config = await configurations.decide(merchantId, (found) =>
      extendedCardConfig(found, payment),
    );
    if (!extendedCard || !config || Date.parse(extendedCard.until) <= now.getTime()) {
      throw new SwitchError('extended_card_info_not_found');
    }
    const key = publicKeyOf(config.public_key);
    const { token } = extendedCard;
    const audit = switchAuditContext(merchantId, { requestId, now }, `card info of payment ${id}`);
    const card = await callVault(() =>
      vault.use({ ...audit, token, as: 'card.shown', cvc: 'leave' }),
    );
    if (!card) throw new SwitchError('extended_card_info_not_found');
    try {
      return { payload: encrypted(card, payment, key) };
    } finally {
      erase(card);
    }
  },
});

/** The members of Hyperswitch's card info; the service code is not kept, and empty. */
function encrypted(card: UsableCard, { attempt }: Payment, key: KeyObject): string {
  const described = attempt.paymentMethodData?.card;
  const plain = Buffer.from(
    JSON.stringify({
      card_number: card.number.toString('latin1'),
      card_exp_month: card.expiryMonth,
      card_exp_year: card.expiryYear,
      card_holder_name: card.holderName ?? null,
      card_cvc: '',
      card_issuer: described?.card_issuer ?? null,
      card_network: described?.card_network ?? null,
      card_type: described?.card_type ?? null,
      card_issuing_country: described?.card_issuing_country ?? null,
      bank_code: null,
    }),
  );
  try {
    return sealJsonWebEncryption(plain, key);
  } finally {
    plain.fill(0);
  }
}

/** Shorter keys can be broken. */
const leastBits = 2_048;

function publicKeyOf(pem: string): KeyObject {
  const key = readKey(pem);
  const { modulusLength = 0 } = key?.asymmetricKeyDetails ?? {};
  if (key?.asymmetricKeyType === 'rsa' && modulusLength >= leastBits) return key;
  throw new SwitchError('precondition_failed', {
    message: `extended_card_info_config.public_key of the profile must be an RSA public key in PEM with ${leastBits} bits or more`,
  });
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
}

export const handler = lambda(retrieveExtended, () => ({
  payments: paymentStore(liveTable()),
  configurations: configurationReads(liveTable()),
  vault: liveCardVault().cards,
}));
