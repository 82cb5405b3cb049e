import createClient from 'openapi-fetch';
import type { Answer, Call, Method, OperationAt, UntypedInit } from './calls.ts';
import { identifiedPath } from './identified-path.ts';
import { iterate, type ListCall } from './lists.ts';
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

type Payment = Answer<OperationAt<'/payments/{payment_id}', 'get'>>;

/** Calls the API of a switch. Refusals and failures are thrown: see `TurnoutError`. */
export class Turnout {
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

  readonly payments = {
    /**
     * Waits until a payment has reached a status.
     *
     * @throws TurnoutTimeoutError when it has not within `timeoutMs`
     */
    waitFor: (paymentId: string, options: WaitOptions<Payment> = {}): Promise<Payment> =>
      waitForPayment(
        (signal) =>
          this.get('/payments/{payment_id}', {
            params: { path: { payment_id: paymentId } },
            signal,
          }),
        paymentId,
        options,
      ),
  };

  constructor(options: TurnoutOptions) {
    this.#options = options;
    this.#client = createClient<AnyPaths>({ baseUrl: options.baseUrl });
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
        ...options.headers,
        'api-key': init.apiKey ?? options.apiKey,
        ...(method === 'post' && {
          'idempotency-key': init.idempotencyKey ?? crypto.randomUUID(),
        }),
        ...init.headers,
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

const parametersOf = (params: unknown): Readonly<Record<string, unknown>> =>
  typeof params === 'object' && params !== null ? { ...params } : {};
