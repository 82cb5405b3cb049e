import { aboutNamed } from '#connectors/abouts.ts';
import type { AccessTokens } from '#connectors/access-tokens.ts';
import { type Connectors, httpConnectors } from '#connectors/connectors.ts';
import type { About } from '#connectors/interface/about.ts';
import type { AccessTokenOutcome } from '#connectors/interface/access-token.ts';
import type { Connector } from '#connectors/interface/connector.ts';
import type { Exchange, NextStep, StepRequest } from '#connectors/interface/exchange.ts';
import type { HttpRequest, HttpResponse } from '#platform/http/egress/http-message.ts';
import type { RecordedBody, RecordedResponse, Vector, VectorFile } from './vector-file.ts';

/** The step that a request belongs to; `main` is the one that its exchange is named after. */
export type StepName = NonNullable<StepRequest['step']> | 'access token' | 'main';

export interface SentStep {
  readonly step: StepName;
  readonly request: HttpRequest;
}

/** A processor that answers as it was recorded, behind the sender of production. */
export interface RecordedProcessor {
  readonly connectors: Connectors;
  /** Every request that was sent, in order; one that was sent again stands there once. */
  readonly sent: readonly SentStep[];
  /** The outcome of the request for an access token, where there was one. */
  accessToken(): AccessTokenOutcome | undefined;
  /** The first error that was logged: why the connector could not build a request. */
  buildError(): unknown;
}

/** Answers the step with the vector's response, and the steps before it with recordings of the same file. */
export function recordedProcessor(
  connector: Connector,
  vector: Vector,
  target: StepName,
  file: VectorFile,
): RecordedProcessor {
  const sent: SentStep[] = [];
  let [step, error]: [StepName, unknown] = ['main', undefined];
  let token: AccessTokenOutcome | undefined;
  const given = vector.input.access_token;
  const accessTokens: AccessTokens = {
    async get(_, ask) {
      if (given != null) return { result: 'issued', accessToken: given, expiresInSeconds: 3_600 };
      const outcome = await ask();
      token = outcome;
      return outcome;
    },
    refused: async () => {},
  };
  const watched = watch(connector, (request, name) => {
    step = request.step ?? name;
  });
  const connectors = httpConnectors({
    async send(request) {
      if (!isRepeat(sent.at(-1), request, step)) sent.push({ step, request });
      const response = answerTo(step, target, vector, file);
      if (!response) return { kind: 'not_sent', reason: 'invalid request' };
      return { kind: 'answered', response: responseOf(response) };
    },
    remainingMs: () => 30_000,
    addresses: { isProduction: false, overrides: {} },
    log: {
      info: () => {},
      error: (_, thrown) => {
        error ??= thrown;
      },
    },
    pause: async () => {},
    connectorNamed: () => watched,
    // A connector that states no addresses has them in its requests.
    aboutNamed: (name) => aboutNamed(name) ?? { ...nothingAbout, name },
    accessTokens,
  });
  return { connectors, sent, accessToken: () => token, buildError: () => error };
}

const nothingAbout: Omit<About, 'name'> = {
  displayName: '',
  description: '',
  credentials: [],
  addresses: {},
  methods: [],
  features: [],
  webhooks: [],
  lookup: { by: 'none' },
};

/** A request that was throttled or whose token was refused is sent once more. */
const isRepeat = (last: SentStep | undefined, request: HttpRequest, step: StepName) =>
  last?.step === step && last.request.url === request.url && last.request.body === request.body;

/** The recording that answers a step; undefined where there is none. */
function answerTo(
  step: StepName,
  target: StepName,
  { wire_response: recorded, input }: Vector,
  { vectors }: VectorFile,
): RecordedResponse | undefined {
  if (step === target) return recorded;
  // A step that is compared by itself is the last one: later requests get no answer.
  if (target !== 'main' && step === 'main') return undefined;
  const succeeded = (flow: Vector['flow']) =>
    vectors.find(
      (one) => one.flow === flow && one.outcome.result === 'answer' && !one.outcome.error_code,
    );
  if (step === 'customer') {
    const found = succeeded('customer_create');
    const wanted = input.customer?.connector_customer_id ?? input.state_customer_id;
    return replaced(found, found?.outcome.connector_customer_id, wanted);
  }
  if (step === 'token') {
    const found = succeeded('payment_method_token');
    return replaced(found, found?.outcome.payment_method_token, input.payment_method?.token);
  }
  if (step === 'access token') return succeeded('access_token')?.wire_response;
  return recorded;
}

/** The answer, with the vector's id in place of the recorded one. */
function replaced(
  vector: Vector | undefined,
  recorded: string | null | undefined,
  wanted: string | null | undefined,
): RecordedResponse | undefined {
  const response = vector?.wire_response;
  if (!response || recorded == null || wanted == null) return response;
  const text = JSON.stringify(response.body.value ?? null).replaceAll(recorded, wanted);
  return { ...response, body: { ...response.body, value: JSON.parse(text) } };
}

const responseOf = ({ status, headers, body }: RecordedResponse): HttpResponse => ({
  status,
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  ),
  body: textOf(body),
});

/** The body as it is on the wire. */
export function textOf({ encoding, value, raw }: RecordedBody): string {
  if (raw !== undefined) return raw;
  switch (encoding) {
    case 'none':
      return '';
    case 'json':
      return JSON.stringify(value ?? null);
    case 'json-with-bom':
      return `\u{feff}${JSON.stringify(value ?? null)}`;
    case 'form':
      return new URLSearchParams(
        Object.entries(value ?? {}).map(([name, one]): [string, string] => [name, String(one)]),
      ).toString();
    case 'xml':
    case 'text':
      return String(value ?? '');
  }
}

type Builds = (request: StepRequest, name: StepName) => void;

/** The connector, whose requests are seen before they are sent. */
function watch(connector: Connector, builds: Builds): Connector {
  const seen = <Input, Outcome>(
    exchange: Exchange<Input, Outcome>,
    name: StepName = 'main',
  ): Exchange<Input, Outcome> => ({
    ...exchange,
    request(input, account) {
      const request = exchange.request(input, account);
      builds(request, name);
      return request;
    },
    outcome: (response, input, account) =>
      seenReading(exchange.outcome(response, input, account), name),
  });
  const seenReading = <Outcome>(
    reading: Outcome | NextStep<Outcome>,
    name: StepName,
  ): Outcome | NextStep<Outcome> => {
    if (!isNext(reading)) return reading;
    builds(reading.next, name);
    return { ...reading, outcome: (response) => seenReading(reading.outcome(response), name) };
  };
  const { accessToken, complete, verify, capture, void: release, increment } = connector;
  const { refund, syncRefund, acceptDispute, submitEvidence } = connector;
  return {
    ...connector,
    authorize: seen(connector.authorize),
    sync: seen(connector.sync),
    ...(accessToken && { accessToken: seen(accessToken, 'access token') }),
    ...(complete && { complete: seen(complete) }),
    ...(verify && { verify: seen(verify) }),
    ...(capture && { capture: seen(capture) }),
    ...(release && { void: seen(release) }),
    ...(increment && { increment: seen(increment) }),
    ...(refund && { refund: seen(refund) }),
    ...(syncRefund && { syncRefund: seen(syncRefund) }),
    ...(acceptDispute && { acceptDispute: seen(acceptDispute) }),
    ...(submitEvidence && { submitEvidence: seen(submitEvidence) }),
  };
}

const isNext = <Outcome>(reading: Outcome | NextStep<Outcome>): reading is NextStep<Outcome> =>
  typeof reading === 'object' && reading !== null && 'next' in reading;
