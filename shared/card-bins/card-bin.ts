import * as v from 'valibot';
import { compact } from '../schema.ts';
import { CardNetwork } from '../vocabulary/payment-methods.ts';
import type { CreateCardBinRequest } from './operations.ts';

/** What is known of all cards whose numbers begin with the same six or eight digits. */
export const CardBin = v.looseObject({
  /** Six or eight digits. */
  bin: v.string(),
  issuer: v.optional(v.string()),
  network: v.optional(CardNetwork),
  /** `CREDIT`, `DEBIT`, … in the words of whoever wrote it down. */
  type: v.optional(v.string()),
  subtype: v.optional(v.string()),
  /** The issuer's country, as a name such as `UNITEDKINGDOM`, and by its two letters. */
  issuingCountry: v.optional(v.string()),
  countryCode: v.optional(v.string()),
  bankCodeId: v.optional(v.string()),
  bankCode: v.optional(v.string()),
  /** Who said so last. */
  provider: v.optional(v.string()),
  createdAt: v.string(),
  modifiedAt: v.string(),
  version: v.number(),
});
export type CardBin = v.InferOutput<typeof CardBin>;

/** What is known by those who only look it up. */
export type CardBinFacts = Pick<
  CardBin,
  'bin' | 'issuer' | 'network' | 'type' | 'subtype' | 'issuingCountry' | 'countryCode'
>;

export const factsOf = (request: CreateCardBinRequest) =>
  compact({
    issuer: request.card_issuer,
    network: request.card_network,
    type: request.card_type,
    subtype: request.card_subtype,
    issuingCountry: request.card_issuing_country,
    countryCode: request.country_code,
    bankCodeId: request.bank_code_id,
    bankCode: request.bank_code,
    provider: request.last_updated_provider,
  });

/** A record that an operator adds. */
export const newCardBin = (request: CreateCardBinRequest, now: Date): CardBin => ({
  bin: request.card_iin,
  ...factsOf(request),
  createdAt: now.toISOString(),
  modifiedAt: now.toISOString(),
  version: 1,
});

/** A record after an operator changed it: what is absent stays. */
export const updatedCardBin = (
  before: CardBin,
  request: CreateCardBinRequest,
  now: Date,
): CardBin => ({ ...before, ...factsOf(request), modifiedAt: now.toISOString() });

/** A record as the API shows it: what is unknown is `null`. */
export const presentCardBin = (facts: CardBinFacts) => ({
  card_iin: facts.bin,
  card_issuer: facts.issuer ?? null,
  card_network: facts.network ?? null,
  card_type: facts.type ?? null,
  card_sub_type: facts.subtype ?? null,
  card_issuing_country: facts.issuingCountry ?? null,
});

const known = (network: CardNetwork, type: 'CREDIT' | 'DEBIT', subtype?: string) =>
  compact({ network, type, subtype });
const inUnitedStates = { issuingCountry: 'UNITEDSTATESOFAMERICA', countryCode: 'US' };

/**
 * What processors publish about the numbers that they give out for tests, so that a sandbox knows
 * them without an operator. No bank issues numbers that begin so.
 *
 * @see https://docs.stripe.com/testing
 */
export const publishedTestBins: Readonly<Record<string, Omit<CardBinFacts, 'bin'>>> = {
  '424242': { ...known('Visa', 'CREDIT'), ...inUnitedStates },
  '411111': { ...known('Visa', 'CREDIT'), ...inUnitedStates },
  '400005': { ...known('Visa', 'DEBIT'), ...inUnitedStates },
  '40000082': { ...known('Visa', 'CREDIT'), issuingCountry: 'UNITEDKINGDOM', countryCode: 'GB' },
  '40000027': { ...known('Visa', 'CREDIT'), issuingCountry: 'GERMANY', countryCode: 'DE' },
  '555555': { ...known('Mastercard', 'CREDIT'), ...inUnitedStates },
  '222300': { ...known('Mastercard', 'CREDIT'), ...inUnitedStates },
  '520082': { ...known('Mastercard', 'DEBIT'), ...inUnitedStates },
  '510510': { ...known('Mastercard', 'CREDIT', 'PREPAID'), ...inUnitedStates },
  '378282': { ...known('AmericanExpress', 'CREDIT'), ...inUnitedStates },
  '371449': { ...known('AmericanExpress', 'CREDIT'), ...inUnitedStates },
  '601111': { ...known('Discover', 'CREDIT'), ...inUnitedStates },
  '601198': { ...known('Discover', 'DEBIT'), ...inUnitedStates },
  '305693': known('DinersClub', 'CREDIT'),
  '362272': known('DinersClub', 'CREDIT'),
  '356600': known('JCB', 'CREDIT'),
  '620000': known('UnionPay', 'CREDIT'),
};
