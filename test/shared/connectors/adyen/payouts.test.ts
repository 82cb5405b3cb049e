import { createHmac } from 'node:crypto';
import { adyenConnector } from '#connectors/adyen/connector.ts';
import {
  anInstruction,
  aPayoutReference,
  destinations,
  payee,
} from '../../../support/processors/a-payout-instruction.ts';
import { anAccountAt, answer, bodyOf } from '../../../support/processors/an-exchange.ts';

const { payout, syncPayout, webhooks } = adyenConnector();
if (!payout || !syncPayout || !webhooks) throw new Error('It pays out.');
const account = anAccountAt('adyen', {
  credentials: { auth_type: 'BodyKey', api_key: 'AQE', key1: 'Shop' },
  metadata: { source_balance_account: 'BA00000000000000000000001' },
});
const known = aPayoutReference('adyen', { connectorTransactionId: '1W1UG35QQEBJLHZ8' });
const reported = { connectorTransactionId: '1W1UG35QQEBJLHZ8', amountMinor: 6540, currency: 'EUR' };

// github.com/Adyen/adyen-openapi, json/TransferService-v4.json: the examples of POST /transfers, and
// github.com/Adyen/adyen-java-api-library, src/test/resources/mocks/transfers.
const transfer = (status: string, changes: object = {}) => ({
  id: '1W1UG35QQEBJLHZ8',
  amount: { currency: 'EUR', value: 6540 },
  category: 'bank',
  direction: 'outgoing',
  reason: 'approved',
  reference: 'payout_1_1',
  status,
  ...changes,
});

describe('a payout by Adyen', () => {
  it('a payout to an IBAN is a bank transfer from the balance account', () => {
    const request = payout.request(anInstruction('adyen', { description: 'October' }), account);
    expect(request).toMatchObject({
      method: 'POST',
      url: 'https://balanceplatform-api-test.adyen.com/btl/v4/transfers',
      headers: { 'x-api-key': 'AQE', 'idempotency-key': 'Shop_payout:payout_1_1' },
    });
    expect(bodyOf(request)).toEqual({
      amount: { currency: 'EUR', value: 6540 },
      balanceAccountId: 'BA00000000000000000000001',
      category: 'bank',
      counterparty: {
        bankAccount: {
          accountHolder: {
            fullName: 'Joseph Doe',
            type: 'individual',
            address: {
              line1: 'Hoofdstraat 1',
              city: 'Amsterdam',
              postalCode: '1011AB',
              country: 'NL',
            },
          },
          accountIdentification: { type: 'iban', iban: 'NL91ABNA0417164300', bic: 'ABNANL2A' },
        },
      },
      priority: 'regular',
      reference: 'payout_1_1',
      description: 'October',
    });
  });

  it.each([
    ['bacs', { type: 'ukLocal', accountNumber: '00012345', sortCode: '108800' }],
    ['ach', { type: 'usLocal', accountNumber: '000123456789', routingNumber: '110000000' }],
  ] as const)('a payout to a local account (%s) is identified so', (to, identification) => {
    const instruction = anInstruction('adyen', {
      destination: destinations[to],
      priority: 'cross_border',
    });
    const { counterparty, priority } = bodyOf(payout.request(instruction, account));
    expect(counterparty.bankAccount.accountIdentification).toEqual(identification);
    expect(priority).toBe('crossBorder');
  });

  it('a payout to a card names its holder, and Adyen’s token stands for the card', () => {
    const toCard = anInstruction('adyen', { destination: destinations.card });
    const { category, counterparty } = bodyOf(payout.request(toCard, account));
    expect(category).toBe('card');
    expect(counterparty.card).toMatchObject({
      cardHolder: { type: 'individual', firstName: 'Joseph', lastName: 'Doe' },
      cardIdentification: { number: '4242424242424242', expiryMonth: '03', expiryYear: '2030' },
    });
    const stored = { kind: 'passthrough', account: 'ZMV627QSCQVDKG66', details: {} } as const;
    const toToken = payout.request(anInstruction('adyen', { destination: stored }), account);
    expect(bodyOf(toToken).counterparty.card.cardIdentification).toEqual({
      storedPaymentMethodId: 'ZMV627QSCQVDKG66',
    });
    const company = { ...toCard, payee: { ...payee, isCompany: true } };
    expect(() => payout.request(company, account)).toThrow();
  });

  it('an account without a balance account sends nothing', () => {
    const bare = { ...account, metadata: {} };
    expect(() => payout.request(anInstruction('adyen'), bare)).toThrow();
  });

  it('a received transfer is pending, and a refused one is declined in Adyen’s words', () => {
    const instruction = anInstruction('adyen');
    expect(payout.outcome(answer(transfer('received'), 202), instruction, account)).toEqual({
      result: 'pending',
      ...reported,
    });
    const refused = transfer('refused', { reason: 'notEnoughBalance' });
    expect(payout.outcome(answer(refused, 202), instruction, account)).toMatchObject({
      result: 'declined',
      code: 'notEnoughBalance',
    });
    const invalid = {
      ...{ type: 'https://docs.adyen.com/errors/validation', title: 'Invalid', status: 422 },
      ...{ detail: 'Invalid IBAN', errorCode: '30_081' },
    };
    expect(payout.outcome(answer(invalid, 422), instruction, account)).toMatchObject({
      result: 'declined',
      code: '30_081',
      message: 'Invalid IBAN',
    });
    expect(() => payout.outcome(answer({}, 422), instruction, account)).toThrow();
  });
});

describe('a sync of a payout at Adyen', () => {
  it('a sync reads the transfer by its id, and without it nothing', () => {
    expect(syncPayout.request(known, account)).toMatchObject({
      method: 'GET',
      url: 'https://balanceplatform-api-test.adyen.com/btl/v4/transfers/1W1UG35QQEBJLHZ8',
    });
    expect(syncPayout.canAsk?.(aPayoutReference('adyen'))).toBe(false);
    const outcomeOf = (body: object) => syncPayout.outcome(answer(body), known, account);
    expect(outcomeOf(transfer('booked'))).toEqual({ result: 'paid', ...reported });
    expect(outcomeOf(transfer('returned', { reason: 'counterpartyAccountClosed' }))).toEqual({
      result: 'reversed',
      code: 'counterpartyAccountClosed',
      message: 'counterpartyAccountClosed',
      ...reported,
    });
    expect(() => outcomeOf(transfer('booked', { id: 'OTHER' }))).toThrow();
  });
});

describe('webhooks of Adyen about transfers', () => {
  // github.com/Adyen/adyen-java-api-library, mocks/balancePlatform-webhooks/transfer-updated.json.
  const webhook = (data: object, timestamp = '2023-11-14T22:13:20+01:00') =>
    JSON.stringify({
      data,
      environment: 'test',
      timestamp,
      type: 'balancePlatform.transfer.updated',
    });
  const parsed = (data: object) => webhooks.parse({ headers: {}, body: webhook(data) });

  it('a webhook names the payout by our reference, and is signed as a whole', () => {
    const body = webhook(transfer('failed', { reason: 'refusedByCounterpartyBank' }));
    expect(webhooks.parse({ headers: {}, body })).toEqual([
      {
        kind: 'payout',
        subject: { reference: 'payout_1_1', connectorId: '1W1UG35QQEBJLHZ8' },
        outcome: {
          result: 'declined',
          code: 'refusedByCounterpartyBank',
          message: 'refusedByCounterpartyBank',
          ...reported,
        },
      },
    ]);
    expect(webhooks.happenedAt?.({ headers: {}, body })).toEqual(new Date('2023-11-14T21:13:20Z'));
    const key = 'ABCDEF01';
    const hmacsignature = createHmac('sha256', Buffer.from(key, 'hex'))
      .update(body)
      .digest('base64');
    const access = { ...account, webhookSecrets: [key] };
    const isGenuine = (headers: Record<string, string>) =>
      webhooks.verifySignature?.({ headers, body }, access, new Date());
    expect([isGenuine({ hmacsignature }), isGenuine({ hmacsignature: 'AA==' })]).toEqual([
      true,
      false,
    ]);
  });

  it('a transfer to the merchant, or inside the balance platform, is none of ours', () => {
    expect(parsed(transfer('booked', { direction: 'incoming' }))).toEqual([{ kind: 'nothing' }]);
    expect(parsed(transfer('booked', { category: 'internal' }))).toEqual([{ kind: 'nothing' }]);
  });
});
