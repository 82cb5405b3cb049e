import createClient from 'openapi-fetch';
import type { Answer, Call, Method, OperationAt, UntypedInit } from './calls.ts';
import { identifiedPath } from './identified-path.ts';
import { iterate, type ListCall } from './lists.ts';
import { type NamedOperations, namedOperations } from './named-operations.ts';
import { send } from './send.ts';
import { type WaitOptions, waitForPayment } from './wait-for-payment.ts';

export interface TurnoutOptions {
  /** A secret key on servers; a publishable key, an ephemeral key or the operator's key elsewhere. */
  readonly apiKey: string;
  /** The address of the switch, such as `https://pay.example.com`. */
  readonly baseUrl: string;
  /**
   * In ms, for one attempt, with its answer: 35 seconds unless stated, as a request runs up to 30.
   * `Infinity` for no limit.
   */
  readonly timeoutMs?: number;
  /** How often a request is sent again after a failure that may pass: twice unless stated. */
  readonly maxRetries?: number;
  /** Sent with every request, such as `x-profile-id`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Operations of any description: the types of ours are those of `Call`. */
type AnyPaths = Record<
  string,
  Record<
    Method,
    {
      requestBody?: { content: { 'application/json': unknown } };
      responses: { 200: { content: { 'application/json': unknown } } };
    }
  >
>;

// The constructor of the client makes the methods; a class cannot state them from a table.
const WithOperations = class {} as new () => NamedOperations;

type Payment = Answer<OperationAt<'/payments/{payment_id}', 'get'>>;

/** Calls the API of a switch. Refusals and failures are thrown: see `TurnoutError`. */
export class Turnout extends WithOperations {
  readonly #options: TurnoutOptions;
  readonly #client: ReturnType<typeof createClient<AnyPaths>>;

  readonly get = this.#typed('get');
  readonly post = this.#typed('post');
  readonly put = this.#typed('put');
  readonly patch = this.#typed('patch');
  readonly delete = this.#typed('delete');

  /** Iterates over all entries of a list, page by page: `for await (const payment of …)`. */
  readonly list: ListCall = (name, ...[init]) =>
    iterate(name, init, (method, path, call) => this.#call(method, path, call));

  override readonly payments: NamedOperations['payments'] & {
    /**
     * Waits until a payment has reached a status.
     *
     * @throws TurnoutTimeoutError when it has not within `timeoutMs`
     */
    waitFor(paymentId: string, options?: WaitOptions<Payment>): Promise<Payment>;
  };

  constructor(options: TurnoutOptions) {
    super();
    this.#options = options;
    this.#client = createClient<AnyPaths>({ baseUrl: options.baseUrl });
    const named = namedOperations((method, path, init) => this.#call(method, path, init));
    Object.assign(this, named);
    this.payments = {
      ...named.payments,
      waitFor: (paymentId, options = {}) =>
        waitForPayment(
          (signal) => named.payments.retrieve(paymentId, {}, { signal }),
          paymentId,
          options,
        ),
    };
  }

  /** Nothing of an answer is checked: members and values of a newer switch pass through. */
  #typed<M extends Method>(method: M): Call<M> {
    return (path, ...[init]) => this.#call(method, path, init) as Promise<never>;
  }

  async #call(method: Method, path: string, init: UntypedInit = {}): Promise<unknown> {
    const options = this.#options;
    const { parseAs = 'json', signal } = init;
    const { path: identifiers, ...params } = parametersOf(init.params);
    const { data } = await this.#client.request(method, identifiedPath(path, identifiers), {
      params,
      body: init.body,
      parseAs,
      headers: {
        ...stated(options.headers),
        'api-key': init.apiKey ?? options.apiKey,
        ...(method === 'post' && {
          'idempotency-key': init.idempotencyKey ?? crypto.randomUUID(),
        }),
        ...stated(init.headers),
      },
      fetch: (request: Request) =>
        send(request, {
          timeoutMs: init.timeoutMs ?? options.timeoutMs ?? 35_000,
          maxRetries: init.maxRetries ?? options.maxRetries ?? 2,
          fetch: options.fetch ?? globalThis.fetch,
          signal,
          isJson: parseAs === 'json',
        }),
    });
    return data;
  }
}

/** The headers that have a value: `undefined` takes none of the client's away. */
const stated = (headers: Readonly<Record<string, string | undefined>> = {}) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));

const parametersOf = (params: unknown): Readonly<Record<string, unknown>> =>
  typeof params === 'object' && params !== null ? { ...params } : {};
