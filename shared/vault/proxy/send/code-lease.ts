import type { Log } from '#platform/log.ts';
import type { CvcLease, CvcRequest, CvcStore } from '../../cvc/cvc-store.ts';
import { VaultError } from '../../vault-error.ts';
import { type Destination, statusesKeepingCvc } from './destination.ts';

/** A card verification code that is leased for one message. */
export interface LeasedCvc {
  /** ASCII digits, which the caller erases. */
  readonly cvc: Buffer;
  /**
   * Releases the code or deletes it, by the answer's status; undefined when there was no answer.
   * Never throws: the target has the card by now, and its answer must not be lost. A code whose
   * deletion failed stays leased for its minute, and expires at its time.
   */
  settle(status: number | undefined, destination: Destination): Promise<void>;
}

/**
 * Leases the card verification code of a card. Throws VaultError `service_code_in_use` while
 * another request leases it, and `service_code_unavailable` when none is stored.
 */
export async function leaseCvc(
  request: CvcRequest,
  codes: Pick<CvcStore, 'lease'>,
  log: Log,
): Promise<LeasedCvc> {
  const lease = await codes.lease(request);
  if (lease.kind === 'in use') throw new VaultError('service_code_in_use');
  if (lease.kind === 'none') throw new VaultError('service_code_unavailable');
  return {
    cvc: lease.cvc,
    async settle(status, destination) {
      const isKept = status === undefined || keepsCvc(status, destination);
      await settleLease(lease, isKept ? 'release' : 'spend', log, request.requestId);
    },
  };
}

/** A destination may keep codes after fewer statuses, never after more. */
const keepsCvc = (status: number, { keepsCvcOn }: Destination): boolean =>
  statusesKeepingCvc.some((one) => one === status) &&
  (keepsCvcOn === undefined || keepsCvcOn.includes(status));

const attempts = 3;

async function settleLease(
  lease: Extract<CvcLease, { kind: 'leased' }>,
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
