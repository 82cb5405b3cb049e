import { createHash } from 'node:crypto';
import { lettersAndDigits } from '../ids.ts';
import type { Key } from './port.ts';

/**
 * Every key begins with its merchant, so that no merchant can reach another's data. These are all
 * the exceptions, each with its reason.
 */
export const keysOutsideMerchants = {
  API_KEY: 'A request carries nothing but the key: its hash must lead to the merchant.',
  PUBLISHABLE_KEY: 'As for secret keys: the hash of the key leads to the merchant.',
  EPHEMERAL_KEY: "As for secret keys: the hash of a customer's key leads to the merchant.",
  OPERATOR_KEYS: 'An operator acts for all merchants, and a request carries nothing but the key.',
  CARD_BIN: 'What a range of cards is does not depend on who is paid; operators alone write it.',
  CARD_ISSUER: 'The operator keeps one directory of issuers for all merchants.',
  CARD_ISSUERS: 'The same directory, in the order of the names.',
  FOREX: 'The operator sets one table of exchange rates for all merchants.',
  ORGANIZATION: 'An organization owns merchants, and exists before the first of them.',
  IDEMPOTENCY: "What an operator asks under an Idempotency-Key is no merchant's.",
  GSM: 'The operator says for all merchants what the errors of a processor mean.',
  PROCESSOR:
    'A processor that hangs does so for all merchants, and its state stops requests of all.',
  DUE: 'What is due is looked for across all merchants; the index holds keys and a time alone.',
} as const;

export const sha256 = (text: string) => createHash('sha256').update(text).digest();

/**
 * A secret key's id is a part of its hash in letters and digits: one read finds the key from a
 * request, and one read finds it from the id that an operator names.
 */
export const apiKeyId = (environment: string, secretKey: string) =>
  `${environment}_${lettersAndDigits(sha256(secretKey), 20)}`;

export const apiKeyKey = (keyId: string): Key => ({ pk: `API_KEY#${keyId}`, sk: 'API_KEY' });

export const publishableKeyKey = (publishableKey: string): Key => ({
  pk: `PUBLISHABLE_KEY#${sha256(publishableKey).toString('hex')}`,
  sk: 'PUBLISHABLE_KEY',
});

/** An ephemeral key is found by its hash too; its id leads to the same item. */
export const ephemeralKeyId = (secret: string) => `eki_${lettersAndDigits(sha256(secret), 20)}`;

export const ephemeralKeyKey = (keyId: string): Key => ({
  pk: `EPHEMERAL_KEY#${keyId}`,
  sk: 'EPHEMERAL_KEY',
});

/** An operator's key, found by its name. All are in one partition, which IAM can name. */
export const operatorKeyKey = (name: string): Key => ({ pk: operatorKeys, sk: `KEY#${name}` });
export const operatorKeys = 'OPERATOR_KEYS';

/** A merchant's account, which the edge asks for the merchant's rate. */
export const accountKey = (merchantId: string): Key => ({
  pk: `MERCHANT#${merchantId}`,
  sk: 'ACCOUNT',
});

export const organizationKey = (organizationId: string): Key => ({
  pk: `ORGANIZATION#${organizationId}`,
  sk: 'ORGANIZATION',
});

export const cardBinKey = (bin: string): Key => ({ pk: `CARD_BIN#${bin}`, sk: 'CARD_BIN' });

export const cardIssuerKey = (id: string): Key => ({
  pk: `CARD_ISSUER#${id}`,
  sk: 'CARD_ISSUER',
});

/** The place of an issuer's name, in whatever case it is written. */
export const cardIssuerNameKey = (name: string): Key => ({
  pk: 'CARD_ISSUERS',
  sk: `NAME#${name.toLowerCase()}`,
});

/** The exchange rates, which are one item. */
export const exchangeRatesKey: Key = { pk: 'FOREX', sk: 'RATES' };

/** A rule about a processor's error, by the hash of the error. */
export const gsmKey = (connector: string, hash: string): Key => ({
  pk: `GSM#${connector}`,
  sk: `RULE#${hash}`,
});
