import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Log } from '../../log.ts';
import type { Subject } from '../../log-subject.ts';
import type { StoredResponse } from '../operation/idempotency.ts';
import type { MakeErrorPage, Request } from '../operation/implement.ts';
import type { Route } from '../operation/route.ts';

export type HttpEvent = APIGatewayProxyEventV2;
export type HttpResult = APIGatewayProxyStructuredResultV2;

/** What the edge itself uses; the rest of `Edge` is known to its policy. */
export interface EdgeServices {
  readonly log: Log;
  readonly clock: () => Date;
}

/** A request on its way through the checks of a policy. */
export interface Incoming<O extends Route, Edge extends EdgeServices> {
  readonly operation: O;
  readonly event: HttpEvent;
  readonly edge: Edge;
  readonly requestId: string;
  /** The operation and the request in each line of the log. */
  readonly facts: { readonly operation: string; readonly requestId: string };
  /** When it arrived, in ms of `performance.now`. */
  readonly started: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  sourceIp: string;
  /** The parts that the schemas parse; a body of JSON is a value once it is read. */
  readonly sent: { params: unknown; query: unknown; body: unknown };
  /** The parts that the schemas have parsed. */
  readonly parsed: { params?: unknown; query?: unknown; body?: unknown };
  /** Members of the operation's request that the check of the caller adds: first of all the caller. */
  admitted: Readonly<Record<string, unknown>>;
  /** Runs the operation, which gets what was loaded for it. */
  perform: (request: Repeatable, run: (loaded?: unknown) => Promise<Answer>) => Promise<Answer>;
  /** What the operation checks of its body beside the schema, and what it loads. */
  readonly precheck: ((body: never) => void) | undefined;
  readonly load: ((request: object) => Promise<unknown> | undefined) | undefined;
}

/** A request as far as it matters for its repetition. */
export type Repeatable = Pick<Request, 'idempotentRequest' | 'now' | 'remainingMs'>;

/** One check of a request. Throws the refusal, which then is the answer. */
type Check<O extends Route, Edge extends EdgeServices> = (
  incoming: Incoming<O, Edge>,
) => void | Promise<void>;

/** An answer before it has the headers that every answer of its service has. */
export type Answer = StoredResponse & { readonly isBase64Encoded?: boolean };

/** How a service answers requests: everything in which two services differ at the edge. */
export interface EdgePolicy<O extends Route, Edge extends EdgeServices> {
  requestId(event: HttpEvent): string;
  /** The caller's IP address. */
  address(event: HttpEvent, headers: Readonly<Record<string, string>>): string;
  /** Wraps all work for a request, the lines of its log included. */
  within(
    incoming: Incoming<O, Edge>,
    work: () => Promise<HttpResult>,
  ): HttpResult | Promise<HttpResult>;
  /**
   * All checks, with that of the caller among them. The first refusal is the answer, so the order
   * is part of the API. A refusal by an `early` one has no duration in its line of the log.
   */
  readonly early: readonly Check<O, Edge>[];
  readonly checks: readonly Check<O, Edge>[];
  /** The ids in an answer, which all further lines of the log name. */
  readonly subjectOf?: (response: unknown) => Subject;
  /** The answer to a refused or failed request. */
  refuse(error: unknown, incoming: Incoming<O, Edge>, errorPage?: MakeErrorPage): HttpResult;
  /** Adds the headers of every answer. */
  complete(
    response: HttpResult,
    incoming: Pick<Incoming<O, Edge>, 'event' | 'requestId'>,
  ): HttpResult;
  /** Whether the line of a container's first request states that it is the first. */
  readonly logsColdStarts: boolean;
}
