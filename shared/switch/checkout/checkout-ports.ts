/** An answer of the switch. */
export interface Answer {
  readonly status: number;
  /** Parsed JSON. */
  readonly body: unknown;
}

/**
 * The reply to a request. After `no answer` the request may have arrived; `not sent` is certain: the
 * browser had no connection before.
 */
export type Reply = Answer | 'no answer' | 'not sent';

/** Why the page waits, as it says in the texts of these names. */
export type Waiting = 'offline' | 'inDoubt' | 'leaving';

/** The outside of the page: the switch, the browser and the time. */
export interface CheckoutPorts {
  /** Asks the switch for JSON, with the payment's client secret. */
  get(path: string): Promise<Reply>;
  /** The same with a body. */
  post(path: string, body: object): Promise<Reply>;
  /**
   * Waits this long, or less where the connection comes back, and shows why. Returns false where the
   * payer chose or typed something else meanwhile, which ends a payment that was not sent.
   *
   * @param why nothing is shown without it
   */
  wait(ms: number, why?: Waiting): Promise<boolean>;
  /**
   * Gives the vault's forms new sessions, in which the typed card stays. Returns false where the
   * payment cannot be paid any more.
   */
  renew(): Promise<boolean>;
  /** `browser_info` of the API. */
  browser(): object;
  readonly userAgent: string;
  /** Where the shop wants a bank to lead the payer; absent where it says nothing. */
  readonly returnUrl?: string;
  /** The time of the switch: the clock of the payer's device may be wrong. */
  now(): Date;
}

/** A member of parsed JSON; undefined where there is none. */
export const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
