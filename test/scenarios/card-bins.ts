import { randomInt } from 'node:crypto';
import type { Ask } from '../support/switch/switch-in-memory.ts';
import { oneWrite } from './accounts.ts';
import { cost, done, type Scenarios, type Shop } from './scenario.ts';

/** Ranges of cards, and those that a merchant does not accept. */

/** First digits about which nothing else is written down. */
const aRange = () => ({
  card_iin: String(randomInt(600_000, 1_000_000)),
  card_issuer: 'EXAMPLE BANK',
  card_subtype: 'CLASSIC',
});

/** A range that was written down. */
async function known(shop: Shop) {
  const body = aRange();
  await done(shop, 'card-bins.create', { body });
  return body;
}

const blocked = (): Ask => ({ body: { type: 'card_bin', data: aRange().card_iin } });

/** A file with one entry for the blocklist. */
const aFileOfEntries = (): Ask => {
  const rows = `type,data,metadata\ncard_bin,${aRange().card_iin},reason=fraud\n`;
  return { form: { file: new File([rows], 'cards.csv') } };
};

const someRates = {
  body: { base_currency: 'USD', conversion: { EUR: { to_factor: '0.92' } } },
};

const anIssuer = (shop: Shop) => ({ body: { issuer_name: shop.newId('issuer') } });

/** An issuer of the directory, as the paths name it. */
async function knownIssuer(shop: Shop) {
  const { id } = await done(shop, 'card-issuers.create', anIssuer(shop));
  return { params: { id } };
}

export const cardBins: Scenarios = {
  'card-bins.retrieve': {
    request: () => ({ params: { bin: '42424242' } }),
    budget: cost(2, 2, 0, 1.5),
  },
  'card-bins.retrieve, of cards with two networks': {
    request: async (shop) => {
      const networks = { card_network: 'Visa', co_badged_card_networks: ['CartesBancaires'] };
      const body = { ...aRange(), ...networks };
      await done(shop, 'card-bins.create', { body });
      return { params: { bin: body.card_iin } };
    },
  },
  'card-bins.create': {
    request: () => ({ body: aRange() }),
    budget: cost(1, 1, 1, 0),
    crash: oneWrite,
  },
  'card-bins.update': {
    request: async (shop) => ({ body: await known(shop) }),
    budget: cost(2, 2, 1, 1),
    crash: oneWrite,
  },
  'card-bins.update-batch': {
    request: async (shop) => {
      const { card_iin } = await known(shop);
      const header = 'card_iin,card_type,card_network,card_issuing_country';
      const rows = [card_iin, 'no digits'].map((one) => `${one},DEBIT,Visa,UNITEDKINGDOM`);
      return { form: { file: new File([[header, ...rows].join('\n')], 'ranges.csv') } };
    },
    succeeded: ({ text }) => text.includes('Success'),
    budget: cost(2, 2, 1, 1),
    crash: oneWrite,
  },
  'forex.set-rates': { request: () => someRates, budget: cost(1, 1, 1, 0), crash: true },
  'forex.retrieve-rates': {
    prepare: (shop) => done(shop, 'forex.set-rates', someRates),
    request: () => ({}),
    budget: cost(2, 2, 0, 1),
  },
  'forex.convert': {
    prepare: (shop) => done(shop, 'forex.set-rates', someRates),
    request: () => ({ query: { amount: '6540', from_currency: 'USD', to_currency: 'EUR' } }),
    succeeded: ({ body }) => body.converted_amount === '60.1680',
    budget: cost(2, 2, 0, 1),
  },
  'card-issuers.create': {
    request: anIssuer,
    // Two items in one transaction, each at twice the price.
    budget: cost(1, 1, 4, 0),
    crash: true,
  },
  'card-issuers.list': {
    prepare: (shop) => done(shop, 'card-issuers.create', anIssuer(shop)),
    request: () => ({ query: { query: 'issuer', limit: '1' } }),
    budget: cost(2, 2, 0, 1),
  },
  'card-issuers.update': {
    request: async (shop) => ({ ...(await knownIssuer(shop)), ...anIssuer(shop) }),
    budget: cost(2, 2, 6, 1),
    crash: true,
  },
  'card-issuers.delete': {
    request: (shop) => knownIssuer(shop),
    budget: cost(2, 2, 4, 1),
    crash: true,
  },
  'blocklist.create': { request: blocked, budget: cost(2, 2, 1, 0.5), crash: oneWrite },
  'blocklist.delete': {
    request: async (shop) => {
      const request = blocked();
      await done(shop, 'blocklist.create', request);
      return request;
    },
    budget: cost(2, 2, 1, 0.5),
    crash: oneWrite,
  },
  'blocklist.list': {
    // Each entry makes the answer longer, so it is added once.
    prepare: (shop) => done(shop, 'blocklist.create', blocked()),
    request: () => ({ query: { data_kind: 'card_bin' } }),
    budget: cost(2, 2, 0, 1),
  },
  'blocklist.create-batch': {
    request: aFileOfEntries,
    status: 202,
    budget: cost(3, 3, 3, 0.5),
    crash: 'The job is written last, and only it shows rows; its suite stops its steps half-way.',
  },
  'blocklist.list-batches': {
    // Each job makes the answer longer, so it is started once.
    prepare: (shop) => done(shop, 'blocklist.create-batch', aFileOfEntries()),
    request: () => ({}),
    budget: cost(2, 2, 0, 1),
  },
  'blocklist.retrieve-batch': {
    request: async (shop) => {
      const { job_id } = await done(shop, 'blocklist.create-batch', aFileOfEntries());
      return { params: { job_id } };
    },
    budget: cost(2, 2, 0, 1.5),
  },
  'blocklist.toggle': {
    request: async (shop) => {
      await done(shop, 'blocklist.toggle', { query: { status: 'true' } });
      return { query: { status: 'false' } };
    },
    budget: cost(3, 4, 2, 1.5),
    crash: oneWrite,
  },
};
