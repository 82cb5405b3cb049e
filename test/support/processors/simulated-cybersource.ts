import * as v from 'valibot';
import type { Send, Sent } from '#platform/http/egress/egress.ts';

/** What the bank behind it does with a customer, by the published test numbers of 3-D Secure 2. */
export const bankCards = {
  frictionless: '4000000000002701',
  challenged: '4000000000002503',
  refused: '4000000000002925',
  unavailable: '4000000000002313',
  notEnrolled: '4000000000001091',
} as const;

const Asked = v.looseObject({
  clientReferenceInformation: v.optional(v.looseObject({ code: v.string() })),
  paymentInformation: v.optional(v.looseObject({ card: v.looseObject({ number: v.string() }) })),
  orderInformation: v.optional(
    v.looseObject({
      amountDetails: v.looseObject({ totalAmount: v.string(), currency: v.string() }),
    }),
  ),
  consumerAuthenticationInformation: v.optional(v.looseObject({})),
  processingInformation: v.optional(v.looseObject({ capture: v.optional(v.boolean()) })),
  query: v.optional(v.string()),
});
type Asked = v.InferOutput<typeof Asked>;

interface Transaction {
  readonly id: string;
  readonly code: string;
  readonly services: readonly string[];
  readonly charged?: Asked;
}

export type Step =
  | 'authentication-setups'
  | 'authentications'
  | 'authentication-results'
  | 'payments';

const proven = {
  paresStatus: 'Y',
  eciRaw: '05',
  cavv: 'AAIBBYNoEwAAACcKhAJkdQAAAAA=',
  specificationVersion: '2.2.0',
  directoryServerTransactionId: '395fb036-cfc6-462b-b28d-d6ed7c970cdd',
};

/**
 * Cybersource's set-up, enrolment, validation, payments and search, in the shapes of its published
 * models, with books of what it charged.
 *
 * @see https://github.com/CyberSource/cybersource-rest-samples-node Samples/PayerAuthentication
 */
export function simulatedCybersource(next: Send) {
  const transactions: Transaction[] = [];
  const requests: { readonly step: Step; readonly body: Asked }[] = [];
  const lost = new Set<Step>();
  /** Whether the customer has passed the bank's challenge, which only the bank knows. */
  const bank = { isPassed: false };

  const note = (asked: Asked, services: readonly string[]): Transaction => {
    const { code = '' } = asked.clientReferenceInformation ?? {};
    const isCharge = services.includes('ics_auth');
    const made = {
      id: `70${transactions.length + 1}`,
      code,
      services,
      ...(isCharge && { charged: asked }),
    };
    transactions.push(made);
    return made;
  };

  const answers: Record<Step, (asked: Asked) => object> = {
    'authentication-setups': (asked) => ({
      id: note(asked, ['ics_pa_setup']).id,
      status: 'COMPLETED',
      consumerAuthenticationInformation: {
        accessToken: 'set.up.token',
        referenceId: '54b54d0b-6a2f-4ea7-9a2b-3a1c5d1f9f35',
        deviceDataCollectionUrl: 'https://centinelapistag.cardinalcommerce.com/V1/Cruise/Collect',
      },
    }),
    authentications(asked) {
      const { id } = note(asked, ['ics_pa_enroll']);
      const known = { authenticationTransactionId: 'OiCtXA1j1AxtSNDh5lt1', veresEnrolled: 'Y' };
      switch (asked.paymentInformation?.card.number) {
        case bankCards.frictionless:
          return successful(id, { ...known, ...proven, ecommerceIndicator: 'vbv' });
        case bankCards.challenged:
          return {
            id,
            status: 'PENDING_AUTHENTICATION',
            errorInformation: {
              reason: 'CONSUMER_AUTHENTICATION_REQUIRED',
              message: 'The cardholder is enrolled in Payer Authentication.',
            },
            consumerAuthenticationInformation: {
              ...known,
              accessToken: 'step.up.token',
              stepUpUrl: 'https://centinelapistag.cardinalcommerce.com/V2/Cruise/StepUp',
            },
          };
        case bankCards.unavailable:
          return successful(id, { ...known, paresStatus: 'U', ecommerceIndicator: 'internet' });
        case bankCards.notEnrolled:
          return successful(id, { veresEnrolled: 'U', ecommerceIndicator: 'internet' });
        default:
          return refusal(id);
      }
    },
    'authentication-results': (asked) => {
      const { id } = note(asked, ['ics_pa_validate']);
      return bank.isPassed ? successful(id, { ...proven, indicator: 'vbv' }) : refusal(id);
    },
    payments(asked) {
      const isSale = asked.processingInformation?.capture === true;
      const { id, code } = note(asked, isSale ? ['ics_auth', 'ics_bill'] : ['ics_auth']);
      return {
        id,
        status: 'AUTHORIZED',
        clientReferenceInformation: { code },
        orderInformation: { amountDetails: amountsOf(asked) },
      };
    },
  };

  const search = ({ query = '' }: Asked) => {
    const found = transactions.filter(({ code }) => query.endsWith(`:${code}`));
    return {
      totalCount: found.length,
      _embedded: {
        transactionSummaries: found.map(({ id, code, services }) => ({
          id,
          clientReferenceInformation: { code },
          applicationInformation: { applications: services.map((name) => ({ name })) },
        })),
      },
    };
  };

  const detailsOf = (id: string) => {
    const found = transactions.find((one) => one.id === id);
    const isSale = found?.services.includes('ics_bill');
    return {
      id,
      clientReferenceInformation: { code: found?.code },
      orderInformation: { amountDetails: amountsOf(found?.charged) },
      applicationInformation: {
        status: isSale ? 'PENDING' : 'AUTHORIZED',
        applications: found?.services.map((name) => ({ name, rCode: '1' })),
      },
    };
  };

  const send: Send = async (request, options) => {
    const { hostname, pathname } = new URL(request.url);
    if (hostname !== 'apitest.cybersource.com') return next(request, options);
    const asked = v.parse(Asked, JSON.parse(request.body ?? '{}'));
    const [, id = ''] = /^\/tss\/v2\/transactions\/(.+)$/.exec(pathname) ?? [];
    if (id) return answered(200, detailsOf(id));
    if (pathname === '/tss/v2/searches') return answered(201, search(asked));
    const step = stepOf(pathname);
    if (!step) throw new Error(`Nothing is at ${pathname}.`);
    requests.push({ step, body: asked });
    const body = answers[step](asked);
    return lost.has(step) ? { kind: 'unknown', reason: 'timeout' } : answered(201, body);
  };

  return {
    send,
    requests,
    bank,
    /** The steps whose answers are lost. */
    lost,
    /** The charges in its books. */
    charges: () => transactions.flatMap(({ charged }) => (charged ? [charged] : [])),
  };
}

const steps: readonly Step[] = [
  'authentication-setups',
  'authentications',
  'authentication-results',
  'payments',
];

const stepOf = (pathname: string) =>
  steps.find((step) => [`/risk/v1/${step}`, `/pts/v2/${step}/`].includes(pathname));

const successful = (id: string, consumerAuthenticationInformation: object) => ({
  id,
  status: 'AUTHENTICATION_SUCCESSFUL',
  consumerAuthenticationInformation,
});

const refusal = (id: string) => ({
  id,
  status: 'AUTHENTICATION_FAILED',
  errorInformation: {
    reason: 'CONSUMER_AUTHENTICATION_FAILED',
    message: 'Encountered a Payer Authentication problem. Payer could not be authenticated.',
  },
  consumerAuthenticationInformation: { paresStatus: 'N' },
});

const amountsOf = (asked?: Asked) => {
  const { totalAmount, currency } = asked?.orderInformation?.amountDetails ?? {};
  return { totalAmount, authorizedAmount: totalAmount, currency };
};

const answered = (status: number, body: object): Sent => ({
  kind: 'answered',
  response: { status, headers: {}, body: JSON.stringify(body) },
});
