import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import type { CardBinStore } from '#operator/card-bins/card-bin-store.ts';
import { SwitchError } from '#platform/errors.ts';
import { ownMember } from '#platform/own-member.ts';
import { erase, maskOf } from '#vault/cards/card.ts';
import { cardToStore } from '#vault/switch/card-to-store.ts';
import { callVault } from '#vault/switch/from-switch.ts';
import { brandOfNumber } from '#vocabulary/card-networks/card-networks.ts';
import { type Customer, newCustomer } from '../../customers/customer.ts';
import type { CustomerStore } from '../../customers/customer-store.ts';
import { expiryOf } from '../check-payment-method.ts';
import {
  factsIn,
  hasNewDetails,
  type PaymentMethod,
  type SaveCard,
  withMissingCredentials,
} from '../payment-method.ts';
import { newNames, type PaymentMethodStore } from '../payment-method-store.ts';
import {
  factsOfCard,
  findCardBin,
  isInVault,
  type SaveCardServices,
  saveRequestCard,
} from '../save-card.ts';
import { type MaskedNumber, maskedFingerprint, shownNumber } from './masked-number.ts';
import type { MigratedRecord } from './record.ts';

export interface MigrationServices extends SaveCardServices {
  readonly customers: Pick<CustomerStore, 'createIfAbsent'>;
  readonly paymentMethods: Pick<PaymentMethodStore, 'saveCard' | 'byFingerprint'>;
  readonly cardBins: Pick<CardBinStore, 'find'>;
}

export interface MigrationContext {
  readonly merchantId: string;
  readonly configuration: Pick<Configuration, 'connectorAccounts'>;
  readonly requestId: string;
  readonly now: Date;
}

export interface Migrated {
  readonly paymentMethod: PaymentMethod;
  /** Its customer, with the default payment method that this record may have become. */
  readonly customer: Customer;
}

/**
 * Takes over one payment method. Its customer is created unless it exists, and an existing one
 * stays as it is. A customer has one payment method for each card number, and for each masked card
 * with its connector mandates. A record that comes again finds it: the newest card details count,
 * and only credentials that it lacks are added. So a file that was cut off can be sent again whole.
 *
 * @param known the record's customer, when this request has read or created it
 * @throws SwitchError `invalid_value` for a connector account of another merchant,
 * `customer_redacted`, `concurrent_update`, `temporarily_unavailable`
 */
export async function migrateRecord(
  record: MigratedRecord,
  context: MigrationContext,
  services: MigrationServices,
  known?: Customer,
): Promise<Migrated> {
  checkAccounts(record, context);
  const customer = known ?? (await customerOf(record, context, services));
  if (customer.redactedAt !== undefined) throw new SwitchError('customer_redacted');
  const { number } = record;
  const paymentMethod =
    typeof number === 'string'
      ? await saveNumber({ ...record, number }, customer, context, services)
      : await saveMasked({ ...record, number }, customer, context, services);
  const { defaultPaymentMethodId = paymentMethod.id } = customer;
  return { paymentMethod, customer: { ...customer, defaultPaymentMethodId } };
}

function checkAccounts(
  { credentials }: MigratedRecord,
  { configuration: { connectorAccounts } }: MigrationContext,
) {
  const { connectorMandates, connectorCustomers } = credentials;
  const named = Object.keys({ ...connectorMandates, ...connectorCustomers });
  const isOwn = (id: string) => connectorAccounts.some((account) => account.id === id);
  if (named.every(isOwn)) return;
  throw new SwitchError('invalid_value', { field: 'merchant_connector_id' });
}

async function customerOf(
  { customer }: MigratedRecord,
  { merchantId, now }: MigrationContext,
  { customers }: MigrationServices,
): Promise<Customer> {
  const created = newCustomer(merchantId, customer, now, () => customer.customer_id);
  return (await customers.createIfAbsent(created)) ?? created;
}

/** Saves a card whose number the record states: the number is stored in the vault only. */
async function saveNumber(
  record: MigratedRecord & { readonly number: string },
  customer: Customer,
  context: MigrationContext,
  services: MigrationServices,
): Promise<PaymentMethod> {
  const unchanged = await findUnchanged(record, customer, context, services);
  if (unchanged) return unchanged;
  const { merchantId, requestId, now } = context;
  const card = { ...record.card, card_number: record.number };
  const known = await findCardBin(card, services);
  return saveRequestCard(
    { merchantId, customerId: customer.id, names: newNames(), card, known, customer },
    { body: record.facts, requestId, now },
    services,
    (request) => services.paymentMethods.saveCard({ ...request, credentials: record.credentials }),
  );
}

/**
 * The customer's payment method that has this card and all credentials of the record already. Then
 * nothing is written, neither here nor in the vault, so that a file which is sent again costs
 * little.
 */
async function findUnchanged(
  record: MigratedRecord & { readonly number: string },
  { id: customerId }: Customer,
  { merchantId, now }: MigrationContext,
  services: MigrationServices,
): Promise<PaymentMethod | undefined> {
  const card = cardToStore({
    ...expiryOf(record.card),
    number: record.number,
    holderName: record.card.card_holder_name?.trim() || undefined,
    network: record.card.card_network,
  });
  try {
    const { vault, paymentMethods } = services;
    const prints = await callVault(() => vault.fingerprints(merchantId, card.number, now));
    const { holderName, expiryMonth, expiryYear, brand } = card;
    for (const fingerprint of prints) {
      const found = await paymentMethods.byFingerprint(merchantId, customerId, fingerprint);
      const token = found?.card?.token;
      const isSame =
        found?.status === 'active' &&
        withMissingCredentials(found, record.credentials) === found &&
        !hasNewDetails(found, {
          ...{ merchantId, customerId, now, status: 'active' },
          facts: { nick_name: record.card.nick_name || undefined },
          card: {
            ...{ fingerprint, brand, expiryMonth, expiryYear, holderName },
            maskedNumber: maskOf(card.number),
          },
        });
      if (!isSame || token === undefined) continue;
      if (await isInVault(merchantId, token, now, services)) return found;
    }
    return undefined;
  } finally {
    erase(card);
  }
}

/** Saves a card whose number only its processor has. */
async function saveMasked(
  record: MigratedRecord & { readonly number: MaskedNumber },
  customer: Customer,
  { merchantId, now }: MigrationContext,
  { paymentMethods, cardBins }: MigrationServices,
): Promise<PaymentMethod> {
  const { number, card, credentials, facts } = record;
  const owner = { merchantId, customerId: customer.id };
  const { method: _, type, metadata, ...more } = factsIn(facts);
  const { isin = '' } = number;
  const known = isin === '' ? undefined : await cardBins.find(isin);
  const request: SaveCard = {
    ...owner,
    card: {
      fingerprint: maskedFingerprint(owner, number, credentials),
      maskedNumber: shownNumber(number),
      brand: brandOfNumber(isin),
      holderName: card.card_holder_name?.trim() || undefined,
      ...expiryOf(card),
    },
    facts: factsOfCard(card, isin, known, facts.card_network),
    ...{ type, metadata, more, credentials, customer, now },
    status: 'active',
  };
  return (await paymentMethods.saveCard(request)).paymentMethod;
}

/** Which parts of a record a payment method has. Null for those that the record does not state. */
export function migratedParts(
  { number, credentials, hasNetworkToken }: MigratedRecord,
  paymentMethod: PaymentMethod,
) {
  const { connectorMandates, networkTransactionId } = credentials;
  const has = ([id, { connectorMandateId }]: readonly [string, { connectorMandateId: string }]) =>
    ownMember(paymentMethod.connectorMandates, id)?.connectorMandateId === connectorMandateId;
  return {
    card_migrated: typeof number === 'string' ? true : null,
    network_token_migrated: hasNetworkToken ? false : null,
    connector_mandate_details_migrated: connectorMandates
      ? Object.entries(connectorMandates).every(has)
      : null,
    network_transaction_id_migrated:
      networkTransactionId === undefined
        ? null
        : paymentMethod.networkTransactionId === networkTransactionId,
  };
}
