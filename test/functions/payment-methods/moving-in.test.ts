import { adminKey, aMerchant } from '../../support/switch/switch-in-memory.ts';
import { acceptance } from '../mandates/a-consent.ts';
import { aMove, type Cells, csv, type Move, maskedRow, rawRow } from './a-move.ts';
import { mastercard, visa } from './a-wallet.ts';

const networkId = (at: number) => `0161535${String(at).padStart(8, '0')}`;

/**
 * A mandate at the merchant's processor, of a customer who gave its consent while another system
 * sent the payments.
 */
async function mandateOfOldSystem(move: Move, customer_id: string): Promise<string> {
  const { key } = await oldSystem(move);
  const { body } = await move.ask('payments.create', {
    key,
    body: consentingPayment(customer_id),
  });
  return body.connector_mandate_id;
}

/** A payment by which a customer agrees to later charges. */
const consentingPayment = (customer_id: string) => ({
  ...{ amount: 1_000, currency: 'EUR', confirm: true, customer_id },
  ...{ setup_future_usage: 'off_session', customer_acceptance: acceptance },
  payment_method: 'card',
  payment_method_data: {
    card: {
      ...{ card_number: mastercard, card_exp_month: '12', card_exp_year: '2039' },
      card_cvc: '314',
    },
  },
});

const oldSystems = new WeakMap<Move, ReturnType<typeof aMerchant>>();
/** Another merchant of this switch, with the same account at the processor. */
function oldSystem(move: Move) {
  const known = oldSystems.get(move) ?? aMerchant(move, 'old_system', {}, accountAt('stripe_test'));
  oldSystems.set(move, known);
  return known;
}

const accountAt = (connector_name: string) => ({
  connector_type: 'payment_processor',
  connector_name,
  connector_account_details: { auth_type: 'HeaderKey', api_key: 'key of shop_east' },
  payment_methods_enabled: [
    { payment_method: 'card', payment_method_types: [{ payment_method_type: 'credit' }] },
  ],
});

const atStripe = {
  ...accountAt('stripe'),
  connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_test_ofboth' },
};

const kinds = 3;
const every = 111;

/**
 * 667 payment methods: masked cards with a mandate, cards with a network transaction id, and cards
 * with both. Some mandates are real ones of the processor.
 */
async function recordsOfOldSystem(move: Move): Promise<Cells[]> {
  const rows: Cells[] = [];
  for (let at = 0; at < 667; at += 1) {
    const customer_id = `cus_moved_${at}`;
    const isCharged = at % every < kinds;
    const needsMandate = at % kinds !== 1 && isCharged;
    const payment_instrument_id = needsMandate
      ? await mandateOfOldSystem(move, customer_id)
      : `mandate_of_${at}`;
    const original_transaction_id = networkId(at);
    const raw_card_number = at % 2 === 0 ? visa : mastercard;
    const email = `payer${at}@example.com`;
    rows.push(
      [
        maskedRow({ customer_id, email, payment_instrument_id }),
        rawRow({ customer_id, email, raw_card_number, original_transaction_id }),
        rawRow({
          ...{ customer_id, email, raw_card_number, original_transaction_id },
          payment_instrument_id,
        }),
      ][at % kinds] ?? {},
    );
  }
  return rows;
}

it('a file of 1,000 cards and mandates, a third of them repeated, is charged the same day without the customers', async () => {
  const move = await aMove();
  const params = { account_id: move.merchant.id };
  // The account with the mandates is the older one, so it comes first.
  move.pass(1);
  await move.ask('connector-accounts.create', {
    key: adminKey,
    params,
    body: accountAt('adyen_test'),
  });
  const settings = { is_connector_agnostic_mit_enabled: true };
  await move.ask('profiles.update', {
    key: adminKey,
    params: { ...params, profile_id: move.merchant.profileId },
    body: settings,
  });
  const records = await recordsOfOldSystem(move);
  const rows = [...records, ...records.slice(0, 333)];
  const ofOldSystem = move.cardsInVault().length;

  const answers = await move.moved(rows);
  expect(answers).toHaveLength(1_000);
  const failed = answers.filter((one: Cells) => one.migration_status !== 'Success');
  expect(failed).toEqual([]);
  const ids: string[] = answers.map((one: Cells) => one.payment_method_id);
  expect(new Set(ids).size).toBe(667);
  expect(ids.slice(667)).toEqual(ids.slice(0, 333));
  const withNumber = records.filter(({ raw_card_number }) => raw_card_number !== undefined);
  expect(move.cardsInVault()).toHaveLength(ofOldSystem + withNumber.length);

  const sent: Record<string, unknown>[] = [];
  const { send } = move.dependencies;
  move.dependencies.send = (request, options) => {
    sent.push(JSON.parse(request.body ?? '{}'));
    return send(request, options);
  };
  const chargedAt = (at: number, more: object = {}) =>
    move.charge(`cus_moved_${at}`, ids[at] ?? '', more);
  for (let first = 0; first + kinds <= 667; first += every) {
    for (let at = first; at < first + kinds; at += 1) {
      const { body } = await chargedAt(at);
      expect([at, body.status, body.error]).toEqual([at, 'succeeded', undefined]);
      const { card, mandate_reference, network_transaction_id } = sent.at(-1) ?? {};
      // A mandate is charged by its name alone, and a card with the network's id by its number.
      expect({ at, card, mandate_reference, network_transaction_id }).toMatchObject(
        at % kinds === 1
          ? { card: expect.objectContaining({}), network_transaction_id: networkId(at) }
          : { card: undefined, mandate_reference: records[at]?.payment_instrument_id },
      );
    }
    // Another processor has no mandate, and charges the card from the vault.
    const last = [first, first + 1, first + 2].find((at) => at % kinds === 2) ?? 0;
    const { body } = await chargedAt(last, { connector: ['adyen_test'] });
    expect([body.status, body.connector]).toEqual(['succeeded', 'adyen_test']);
    expect(sent.at(-1)).toMatchObject({ network_transaction_id: networkId(last) });
  }
  // A mandate is of one currency, and a masked card is charged by its own processor only.
  expect((await chargedAt(0, { currency: 'USD' })).status).toBe(400);
  expect((await chargedAt(0, { connector: ['adyen_test'] })).status).toBe(400);
});

it('a card that Stripe stores is charged there by its names of the card and of the customer', async () => {
  const move = await aMove();
  const old = await aMerchant(move, 'old_shop', {}, atStripe);
  const { body: first } = await move.ask('payments.create', {
    key: old.key,
    body: consentingPayment('cus_1'),
  });
  const stored = move.port.items().find(({ id }) => id === first.payment_method_id);
  const [connector_customer_id] = Object.values(Object(stored?.connectorCustomers));
  expect([first.connector_mandate_id, connector_customer_id]).toEqual([
    expect.stringMatching(/^pm_/),
    expect.stringMatching(/^cus_/),
  ]);

  const own = await aMerchant(move, 'new_shop', {}, atStripe);
  const { body: accounts } = await move.ask('connector-accounts.list', {
    key: own.key,
    params: { account_id: own.id },
  });
  const row = maskedRow({
    card_number_masked: '************4444',
    card_scheme: 'mastercard',
    payment_instrument_id: first.connector_mandate_id,
    connector_customer_id: String(connector_customer_id),
    original_transaction_currency: '',
  });
  const { merchant_connector_id } = accounts[0];
  const { body: answers } = await move.send(csv([row]), {
    merchant_id: own.id,
    merchant_connector_id,
  });
  expect(answers).toMatchObject([{ migration_status: 'Success' }]);
  const { body } = await move.charge('cus_moved', answers[0].payment_method_id, {}, own);
  expect([body.status, body.error_message]).toEqual(['succeeded', null]);
  expect(body).toMatchObject({
    connector: 'stripe',
    payment_method_data: { card: { last4: '4444' } },
  });
});
