import type { DecodedForm } from '#platform/formats/bracketed-form.ts';
import type { UploadedFile } from '#platform/http/request/form.ts';
import type { Ledger } from '../ledger-store.ts';
import type { NotificationQueue } from '../notification-queue.ts';
import type { StripeAnswers } from './idempotency.ts';
import type { StripeObjects } from './objects.ts';
import type { WireAnswer } from './wire-answer.ts';

/** The version of Stripe's API that the sandbox implements. */
export const apiVersion = '2022-11-15';

/** A request whose key was checked. */
export interface WireRequest {
  /** The hash of the key: each key has a ledger of its own. */
  readonly keyHash: string;
  /** The members of the body, or of the query of a GET. */
  readonly form: DecodedForm;
  readonly file?: UploadedFile | undefined;
  readonly now: Date;
  /**
   * 20 letters and digits for a new object's id: fresh, or for a request with an idempotency key
   * always the same.
   */
  idSuffix(kind: string): string;
}

export interface WireServices {
  readonly ledger: Ledger;
  readonly objects: StripeObjects;
  readonly answers: StripeAnswers;
  readonly notifications: NotificationQueue;
  /** The base URL of the sandbox for customers. */
  readonly sandboxUrl: string;
  readonly pause: (ms: number) => Promise<unknown>;
}

/** Serves one route; `id` is the id in the path, if the path has one. */
export type WireHandler = (
  request: WireRequest,
  services: WireServices,
  id: string,
) => Promise<WireAnswer>;

/** The keys of Stripe's ids follow each other: the charge of `pi_X` is `ch_X`. */
export const suffixOf = (id: string) => id.slice(id.indexOf('_') + 1);

/** Seconds since 1970, as Stripe counts time. */
export const seconds = (at: string | Date) => Math.floor(new Date(at).getTime() / 1_000);
