import { randomBytes } from 'node:crypto';
import { fingerprintOf, openRecord, type Place, sealRecord } from '#vault/keys/envelope.ts';
import { localKeyProvider } from '../test/support/vault/local-key-provider.ts';
import { markdownTable } from './markdown-table.ts';
import { median, percentile } from './statistics.ts';

/** About the size of a stored card, in bytes. */
const recordBytes = 112;
const warmUpRounds = 2_000;
/** Our target for all ciphers of one store request together, in microseconds. */
const storeAim = 1_000;
/** One call takes little more than the clock's resolution, so several are measured together. */
const callsARound = 10;

/**
 * Measures the ciphers, in microseconds of one core. It seals and opens a record of 112 bytes, each
 * under its own derived key, and computes a fingerprint. It also adds up all ciphers of one store
 * request. Returns a table.
 */
export async function vaultCrypto(rounds = 5_000): Promise<string> {
  const provider = localKeyProvider(randomBytes(32));
  const { plain: bytes } = await provider.generate({
    tenant: 'bench',
    keyClass: 'pan',
    version: 1,
  });
  const key = { version: 1, bytes };
  const place: Place = {
    tenant: 'bench',
    cardToken: '5f0c0f2f7a5e4b0e9d8c7b6a5f4e3d2c',
    keyClass: 'pan',
    group: 'card',
  };
  const record = randomBytes(recordBytes);
  const sealed = sealRecord(key, place, record);
  const digits = Buffer.from('4111111111111111');
  const code = Buffer.from('314');
  const works: readonly (readonly [name: string, work: () => unknown, aim?: number])[] = [
    [
      `seal a record of ${recordBytes} bytes (${sealed.length} stored)`,
      () => sealRecord(key, place, record),
    ],
    ['open it', () => openRecord(key, place, sealed)],
    ['fingerprint of a number', () => fingerprintOf(key, digits)],
    [
      'all of a store: number, face and service code sealed, and a fingerprint',
      () => {
        sealRecord(key, place, record);
        sealRecord(key, { ...place, keyClass: 'display', group: 'display' }, record);
        sealRecord(key, { ...place, keyClass: 'cvc', group: 'code' }, code);
        fingerprintOf(key, digits);
      },
      storeAim,
    ],
  ];
  return markdownTable(
    ['ciphers of the vault', 'p50 µs', 'p99 µs', 'aim µs'],
    works.map(([name, work, aim]) => {
      const taken = microseconds(work, rounds);
      const [p50, p99] = [median(taken), percentile(taken, 99)];
      return [name, p50.toFixed(1), p99.toFixed(1), aim ? String(aim) : '–'];
    }),
  );
}

/** Average time of one call, for each round. */
function microseconds(work: () => unknown, rounds: number): readonly number[] {
  const taken: number[] = [];
  for (let round = -warmUpRounds; round < rounds; round++) {
    const started = performance.now();
    for (let call = 0; call < callsARound; call++) work();
    if (round >= 0) taken.push(((performance.now() - started) * 1_000) / callsARound);
  }
  return taken;
}
