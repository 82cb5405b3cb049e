import * as v from 'valibot';
import { aboutNamed } from '#connectors/abouts.ts';
import { baseUrlsOf } from '#connectors/base-urls.ts';
import type { About, Feature } from '#connectors/interface/about.ts';
import type { Connector } from '#connectors/interface/connector.ts';
import type {
  Credentials,
  Exchange,
  ExchangeAccount,
  StepRequest,
} from '#connectors/interface/exchange.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import { connectorNamed } from '#connectors/registry.ts';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { ConnectorName, credentialForms } from '#vocabulary/connectors.ts';
import { factsIfAny, provenAbouts } from '../../support/processors/all-connector-facts.ts';
import { addressesWith } from '../../support/processors/an-exchange.ts';
import { describe, it } from '../../support/runner/empty-tables.ts';

/** Every optional operation. */
const features: readonly Feature[] = [
  'complete',
  'verify',
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
  'uploadEvidenceFile',
  'openWalletSession',
  'registerWebhook',
  'checkCredentials',
];

const cardNumber = '4242424242424242';
const addresses = addressesWith('https://sandbox.example');

/** Credentials of each form, none of them anybody's. */
const credentials: readonly Credentials[] = [
  { auth_type: 'HeaderKey', api_key: 'key' },
  { auth_type: 'BodyKey', api_key: 'key', key1: 'key1' },
  { auth_type: 'SignatureKey', api_key: 'key', key1: 'key1', api_secret: 'secret' },
  {
    auth_type: 'MultiAuthKey',
    api_key: 'key',
    key1: 'key1',
    api_secret: 'secret',
    key2: 'key2',
  },
  { auth_type: 'CurrencyAuthKey', auth_key_map: { EUR: { api_key: 'key' } } },
  { auth_type: 'CertificateAuth', certificate: 'certificate', private_key: 'key' },
  { auth_type: 'NoKey' },
];

/** One exchange of a connector, with a question that it may be asked. */
interface Flow {
  readonly name: string;
  /**
   * Ours, by which the processor recognizes the same question; none for requests that change
   * nothing.
   */
  readonly reference: string;
  request(given: Credentials): StepRequest;
  outcome(given: Credentials, response: HttpResponse): object;
}

/** A redirect return from a challenge. */
const brought = {
  query: { redirectResult: 'proof', token: 'proof', PayerID: 'payer' },
  form: {},
  order: { initiator: { by: 'customer' } },
} as const;

/** The values of accounts and earlier answers for the processors that need them. */
/** A day, whose disputes are listed. */
const from = new Date('2026-01-01T00:00:00Z');
const till = new Date('2026-01-02T00:00:00Z');

const accountMetadata = {
  endpoint_prefix: 'abc-123',
  merchant_account_id: 'account_1',
  merchant_name: 'Example Shop',
  source_balance_account: 'BA1',
  currency_accounts: { EUR: 'ca_1', USD: 'ca_2' },
};
const connectorMetadata = {
  authorize_id: 'auth_1',
  capture_id: 'cap_1',
  challenge: 'challenge_1',
  creditCard: JSON.stringify({ cardNumber: 'XXXX4242', expirationDate: 'XXXX' }),
};
const onlyCapture = { captureNumber: 1, isFinal: true };

function flowsOf(
  about: About,
  connector: Connector,
  more: Partial<Pick<Authorization, 'networkTransactionId' | 'order'>> = {},
): readonly Flow[] {
  const { name: connectorName } = about;
  const accountOf = (given: Credentials): ExchangeAccount => {
    const access = { connectorName, credentials: given, metadata: accountMetadata };
    return {
      ...access,
      urls: baseUrlsOf(about, access, addresses),
      ...(connector.accessToken && { accessToken: 'token_1' }),
    };
  };
  const payment = {
    reference: 'pay_1_1',
    connectorName,
    amountMinor: 6540,
    currency: 'EUR',
    ...({ captureMethod: 'manual', connectorTransactionId: 'processors_1' } as const),
    connectorMetadata,
  };
  const authorization = {
    ...payment,
    source: {
      kind: 'card',
      card: { number: cardNumber, expiryMonth: '10', expiryYear: '2035', cvc: '737' },
    },
    order: { initiator: { by: 'customer' } },
    returnUrl: 'https://switch.example/return',
    notificationUrl: 'https://switch.example/webhooks',
    ...more,
  } as const;
  const payout = {
    reference: 'payout_1_1',
    connectorName,
    amountMinor: 6540,
    currency: 'EUR',
    connectorTransactionId: 'processors_payout_1',
  };
  const refund = {
    reference: 'ref_1',
    connectorName,
    amountMinor: 600,
    currency: 'EUR',
    payment,
    connectorRefundId: 'processors_refund_1',
  };
  const dispute = {
    connectorName,
    connectorDisputeId: 'processors_dispute_1',
    reference: 'pay_1_1',
  };
  const account = 'DE89370400440532013000';
  const flow = <Input, Outcome extends object>(
    name: string,
    exchange: Exchange<Input, Outcome> | undefined,
    input: Input,
    reference: string,
  ): readonly Flow[] =>
    exchange && exchange.canAsk?.(input) !== false
      ? [
          {
            name,
            reference,
            request: (given) => exchange.request(input, accountOf(given)),
            outcome: (given, response) => exchange.outcome(response, input, accountOf(given)),
          },
        ]
      : [];
  return [
    ...flow('authorize', connector.authorize, authorization, 'pay_1_1'),
    ...flow('complete', connector.complete, { ...payment, ...brought }, ''),
    ...flow('verify', connector.verify, authorization, 'pay_1_1'),
    ...flow('sync', connector.sync, payment, ''),
    ...flow(
      'capture',
      connector.capture,
      { ...payment, captureReference: 'pay_1_1_1', captureMinor: 6540, ...onlyCapture },
      'pay_1_1_1',
    ),
    ...flow('void', connector.void, payment, ''),
    ...flow('voidCaptured', connector.voidCaptured, payment, ''),
    ...flow(
      'increment',
      connector.increment,
      { ...payment, incrementReference: 'pay_1_1_i1', totalMinor: 7000 },
      'pay_1_1_i1',
    ),
    ...flow('extend', connector.extend, payment, ''),
    ...flow('refund', connector.refund, refund, 'ref_1'),
    ...flow('syncRefund', connector.syncRefund, refund, ''),
    ...flow(
      'revokeMandate',
      connector.revokeMandate,
      { connectorName, connectorMandateId: 'mandate_1', connectorCustomerId: 'customer_1' },
      '',
    ),
    ...flow(
      'payout',
      connector.payout,
      {
        ...payout,
        destination: { kind: 'bank', account, details: { iban: account } },
        payee: { isCompany: false },
        ...factsIfAny(connectorName)?.payout,
        fulfill: true,
      },
      'payout_1_1',
    ),
    ...flow('fulfillPayout', connector.fulfillPayout, payout, ''),
    ...flow('cancelPayout', connector.cancelPayout, payout, ''),
    ...flow('syncPayout', connector.syncPayout, payout, ''),
    ...flow('acceptDispute', connector.acceptDispute, dispute, ''),
    ...flow('submitEvidence', connector.submitEvidence, { ...dispute, texts: {}, files: [] }, ''),
    ...flow('syncDispute', connector.syncDispute, dispute, ''),
    ...flow('listDisputes', connector.listDisputes, { connectorName, from, till }, ''),
    ...flow('checkCredentials', connector.checkCredentials, {}, ''),
  ];
}

/** In the order in which the connector states them: the first one does for all that it can do. */
const takenBy = (about: About) =>
  about.credentials.flatMap((form) => credentials.filter(({ auth_type }) => auth_type === form));

const every = provenAbouts.map((about) => {
  const connector = connectorNamed(about.name);
  if (!connector) throw new Error(`${about.name} has no behaviour.`);
  return [about.name, about, connector] as const;
});
const everyFlow = every.flatMap(([name, about, connector]) =>
  flowsOf(about, connector).map((flow) => [name, flow.name, about, flow] as const),
);

it('each connector is found by the name that merchants write', () => {
  for (const [name, about] of every) expect(aboutNamed(name)).toBe(about);
  expect(new Set(every.map(([name]) => name)).size).toBe(every.length);
  expect(connectorNamed('no_such_connector')).toBeUndefined();
  expect(aboutNamed('no_such_connector')).toBeUndefined();
});

it.each(every)('%s states the credentials that merchants may give for it', (name, about) => {
  expect(credentialForms[v.parse(ConnectorName, name)] ?? about.credentials).toEqual(
    expect.arrayContaining([...about.credentials]),
  );
});

it.each(every)(
  '%s states the version of its processor’s API, and when its pages were read',
  (_, about) => {
    if (!about.addresses) return;
    const { version = '', readOn = '', endsOn = '9999-12-31' } = about.api ?? {};
    expect(version).toMatch(/\w/);
    for (const day of [readOn, endsOn]) expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
    expect(endsOn > readOn).toBe(true);
  },
);

it.each(every)(
  '%s has every operation that it states, and states every one',
  (_, about, connector) => {
    const optional = features.filter((feature) => connector[feature] !== undefined);
    expect([...about.features].sort()).toEqual(optional.sort());
    expect(about.webhooks.length > 0).toBe(connector.webhooks !== undefined);
  },
);

it.each(every)(
  '%s sends the card network’s id of an earlier payment where it states that it takes one, and nowhere else',
  (_, about, connector) => {
    const networkTransactionId = '483297487231504';
    const [given] = takenBy(about);
    const order = { offSession: true, initiator: { by: 'merchant', why: 'unscheduled' } } as const;
    const [authorize] = flowsOf(about, connector, { networkTransactionId, order });
    if (!given || !authorize) throw new Error('A connector authorizes.');
    const asked = () => {
      try {
        const { body = '', step } = authorize.request(given);
        // A step that prepares, such as a token of the card, does not contain it.
        return step === undefined ? body.includes(networkTransactionId) : undefined;
      } catch {
        return false;
      }
    };
    expect([about.takesNetworkTransactionId === true, undefined]).toContain(asked());
  },
);

describe.each(everyFlow)('%s › %s', (_, name, about, flow) => {
  const [given] = takenBy(about);

  it("every connector's request has an absolute URL, which contains no card number, nor does a header", () => {
    if (!given) throw new Error('No form of credentials fits.');
    const { url, headers } = flow.request(given);
    expect(new URL(url).protocol).toMatch(/^https?:$/);
    expect(url).not.toContain(cardNumber);
    expect(JSON.stringify(headers)).not.toContain(cardNumber);
  });

  it('every connector sends a card number only to charge or verify it, and our reference with every request that moves money', () => {
    if (!given) throw new Error('No form of credentials fits.');
    const { url, headers, body = '', step } = flow.request(given);
    if (!['authorize', 'verify'].includes(name)) expect(body).not.toContain(cardNumber);
    // A step that prepares moves no money.
    if (step !== undefined || factsIfAny(about.name)?.withoutReference?.includes(name)) return;
    expect(`${url} ${JSON.stringify(headers)} ${body}`).toContain(flow.reference);
  });

  it('every connector refuses credentials of another form before sending', () => {
    const taken = takenBy(about);
    for (const other of credentials.filter((one) => !taken.includes(one))) {
      expect(() => flow.request(other)).toThrow();
    }
  });

  it("every connector reads no outcome from another server's answer, nor from an unreadable one", () => {
    if (!given) throw new Error('No form of credentials fits.');
    const bodies = [
      '',
      'Not Found',
      '<html></html>',
      'null',
      '[]',
      '{}',
      '{"status":"unheard_of"}',
    ];
    for (const status of [200, 201, 204, 302, 400, 401, 403, 404, 409, 422]) {
      for (const body of bodies) {
        if (body !== '' && status === 204) continue; // HTTP has no such answer.
        if (body === '' && factsIfAny(about.name)?.emptyAnswers?.includes(status)) continue;
        const read = () => {
          try {
            const reading = flow.outcome(given, { status, headers: {}, body });
            return 'result' in reading ? reading.result : 'next step';
          } catch {
            return 'unknown';
          }
        };
        expect({ status, body, result: read() }).toEqual({ status, body, result: 'unknown' });
      }
    }
  });
});

it.each(every)(
  '%s tells a payment, a capture and a refund apart by their keys, however merchants name them',
  (_, about, connector) => {
    const [given] = takenBy(about);
    if (!given) throw new Error('No form of credentials fits.');
    const keys = flowsOf(about, connector)
      .filter(({ name }) => ['authorize', 'capture', 'refund'].includes(name))
      .flatMap(({ reference, request }) =>
        Object.entries(request(given).headers)
          .filter(([header]) => header.endsWith('idempotency-key'))
          .map(([, key]) => key.replace(reference, 'the same')),
      );
    expect(new Set(keys).size).toBe(keys.length);
  },
);

const speaking = every.filter(([, , { webhooks }]) => webhooks);

describe.each(speaking)('webhooks of %s', (connectorName, _, { webhooks }) => {
  const now = new Date('2030-01-31T10:00:00Z');

  it('an unsigned webhook is refused, whichever credentials the account has', () => {
    for (const given of credentials) {
      const account = { connectorName, credentials: given, webhookSecrets: ['secret'] };
      const isGenuine = webhooks?.verifySignature?.({ headers: {}, body: '{}' }, account, now);
      expect(isGenuine ?? false).toBe(false);
    }
  });

  it('an unreadable webhook is an error, and no outcome', () => {
    for (const body of ['', 'null', '[]', '{}', '<html>']) {
      expect(() => webhooks?.parse({ headers: {}, body })).toThrow();
    }
  });
});
