import * as v from 'valibot';
import { compact } from '#platform/schema.ts';
import { CardNetwork } from '#vocabulary/payment-methods.ts';
import type { CreateCardBinRequest } from './operations.ts';

/** The facts of all cards whose numbers begin with the same six or eight digits (a BIN). */
export const CardBin = v.looseObject({
  /** Six or eight digits. */
  bin: v.string(),
  issuer: v.optional(v.string()),
  network: v.optional(CardNetwork),
  /** Further networks of the cards, of which the payer chooses one. */
  coBadgedNetworks: v.optional(v.array(CardNetwork)),
  /** `CREDIT`, `DEBIT`, … as the operator entered it. */
  type: v.optional(v.string()),
  subtype: v.optional(v.string()),
  /** The issuer's country as a name such as `UNITEDKINGDOM`; `countryCode` has its two letters. */
  issuingCountry: v.optional(v.string()),
  countryCode: v.optional(v.string()),
  bankCodeId: v.optional(v.string()),
  bankCode: v.optional(v.string()),
  /** The source of the latest facts. */
  provider: v.optional(v.string()),
  createdAt: v.string(),
  modifiedAt: v.string(),
  version: v.number(),
});
export type CardBin = v.InferOutput<typeof CardBin>;

/** The part of a record that lookups use. */
export type CardBinFacts = Pick<
  CardBin,
  | 'bin'
  | 'issuer'
  | 'network'
  | 'coBadgedNetworks'
  | 'type'
  | 'subtype'
  | 'issuingCountry'
  | 'countryCode'
  | 'bankCode'
>;

const factsOf = (request: CreateCardBinRequest) =>
  compact({
    issuer: request.card_issuer,
    network: request.card_network,
    coBadgedNetworks: request.co_badged_card_networks,
    type: request.card_type,
    subtype: request.card_subtype,
    issuingCountry: request.card_issuing_country,
    countryCode: request.country_code,
    bankCodeId: request.bank_code_id,
    bankCode: request.bank_code,
    provider: request.last_updated_provider,
  });

/** A new record of an operator. */
export const newCardBin = (request: CreateCardBinRequest, now: Date): CardBin => ({
  bin: request.card_iin,
  ...factsOf(request),
  createdAt: now.toISOString(),
  modifiedAt: now.toISOString(),
  version: 1,
});

/** The record after an operator's update; absent members stay. */
export const updatedCardBin = (
  before: CardBin,
  request: CreateCardBinRequest,
  now: Date,
): CardBin => ({ ...before, ...factsOf(request), modifiedAt: now.toISOString() });

/** Presents a record; unknown members are `null`. */
export const presentCardBin = (facts: CardBinFacts) => ({
  card_iin: facts.bin,
  card_issuer: facts.issuer ?? null,
  card_network: facts.network ?? null,
  ...(facts.coBadgedNetworks && { co_badged_card_networks: facts.coBadgedNetworks }),
  card_type: facts.type ?? null,
  card_sub_type: facts.subtype ?? null,
  card_issuing_country: facts.issuingCountry ?? null,
});

const known = (network: CardNetwork, type: 'CREDIT' | 'DEBIT', subtype?: string) =>
  compact({ network, type, subtype });
const inUnitedStates = { issuingCountry: 'UNITEDSTATESOFAMERICA', countryCode: 'US' };

/**
 * Published facts of processors' test card numbers, so that a sandbox describes them without an
 * operator's records. Banks issue no cards with these numbers.
 *
 * @see https://docs.stripe.com/testing
 */
export const publishedTestBins: Readonly<Record<string, Omit<CardBinFacts, 'bin'>>> = {
  '424242': { ...known('Visa', 'CREDIT'), ...inUnitedStates },
  // The range of a bank, by the published specs of Hyperswitch (`Payout/AdyenPlatform.js`).
  '411111': {
    ...known('Visa', 'DEBIT', 'CLASSIC'),
    issuer: 'CONOTOXIA SP Z O.O.',
    issuingCountry: 'POLAND',
    countryCode: 'PL',
  },
  '400000': { ...known('Visa', 'CREDIT'), ...inUnitedStates },
  '400005': { ...known('Visa', 'DEBIT'), ...inUnitedStates },
  '40000082': { ...known('Visa', 'CREDIT'), issuingCountry: 'UNITEDKINGDOM', countryCode: 'GB' },
  '40000027': { ...known('Visa', 'CREDIT'), issuingCountry: 'GERMANY', countryCode: 'DE' },
  '555555': { ...known('Mastercard', 'CREDIT'), ...inUnitedStates },
  '222300': { ...known('Mastercard', 'CREDIT'), ...inUnitedStates },
  '520082': { ...known('Mastercard', 'DEBIT'), ...inUnitedStates },
  '510510': { ...known('Mastercard', 'CREDIT', 'PREPAID'), ...inUnitedStates },
  '378282': { ...known('AmericanExpress', 'CREDIT', 'SMALLCORPORATE'), ...inUnitedStates },
  '371449': { ...known('AmericanExpress', 'CREDIT'), ...inUnitedStates },
  '601111': { ...known('Discover', 'CREDIT'), ...inUnitedStates },
  '601198': { ...known('Discover', 'DEBIT'), ...inUnitedStates },
  '305693': known('DinersClub', 'CREDIT'),
  '362272': known('DinersClub', 'CREDIT'),
  '356600': known('JCB', 'CREDIT'),
  '620000': known('UnionPay', 'CREDIT'),
};
