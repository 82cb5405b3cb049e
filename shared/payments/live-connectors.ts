import { type Connectors, httpConnectors } from '../connectors/connectors.ts';
import { send } from '../http/egress.ts';
import { log } from '../log.ts';
import { sandboxUrl } from '../stage.ts';

/** The processors as they are reached from a function, for one request with this much time. */
export const liveConnectors = (request: {
  remainingMs(): number;
  readonly requestId: string;
}): Connectors =>
  httpConnectors({
    send,
    log,
    sandboxUrl: sandboxUrl(),
    remainingMs: request.remainingMs,
    requestId: request.requestId,
  });
