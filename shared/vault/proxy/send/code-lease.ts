import type { Log } from '../../../log.ts';
import type { CodeRequest, Lease, ServiceCodes } from '../../service-codes/service-codes.ts';
import { VaultError } from '../../vault-error.ts';
import { answersThatKeepCodes, type Destination } from './destination.ts';

/** A service code that was lent for one message. */
export interface LentCode {
  /** ASCII digits, which the caller erases. */
  readonly code: Buffer;
  /**
   * Gives the code back or ends it, by the status of the answer; undefined when there was none. Never
   * throws: the target has the card by now, and its answer must not be lost. A code that could not
   * be ended stays lent for its minute, and is ended with its time.
   */
  settle(status: number | undefined, destination: Destination): Promise<void>;
}

/**
 * Borrows the code of a card. Throws VaultError `service_code_in_use` while somebody else has it, and
 * `service_code_unavailable` when none is held.
 */
export async function lentCode(
  request: CodeRequest,
  codes: Pick<ServiceCodes, 'lease'>,
  log: Log,
): Promise<LentCode> {
  const lease = await codes.lease(request);
  if (lease.kind === 'in use') throw new VaultError('service_code_in_use');
  if (lease.kind === 'none') throw new VaultError('service_code_unavailable');
  return {
    code: lease.code,
    async settle(status, destination) {
      const isKept = status === undefined || keepsCode(status, destination);
      await settled(lease, isKept ? 'release' : 'spend', log, request.requestId);
    },
  };
}

/** A destination may keep codes on fewer answers, never on more. */
export const keepsCode = (status: number, { keepsCodeOn }: Destination): boolean =>
  answersThatKeepCodes.some((one) => one === status) &&
  (keepsCodeOn === undefined || keepsCodeOn.includes(status));

const attempts = 3;

async function settled(
  lease: Extract<Lease, { kind: 'leased' }>,
  how: 'release' | 'spend',
  log: Log,
  requestId: string,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await lease[how]();
    } catch (error) {
      if (attempt < attempts) continue;
      log.error(`service code not settled: ${how}`, error, { requestId });
      return;
    }
  }
}
