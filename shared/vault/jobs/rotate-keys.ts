import * as v from 'valibot';
import type { Log } from '#platform/log.ts';
import { integer } from '#platform/schema.ts';
import type { Table } from '#platform/table/table.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import {
  KeyItem,
  keyEvent,
  keyKey,
  keyPartition,
  makeKey,
  rotationKey,
  tenantsPartition,
  usesPartition,
  usesPerMark,
  walkKey,
} from '../keys/key-items.ts';
import { cryptoperiods } from '../keys/key-periods.ts';
import {
  activeKey,
  type CardScan,
  keysToDestroy,
  keysToRewrap,
  needsScan,
  nextVersion,
  overlappingKey,
  reasonToReplace,
  replacedKeys,
} from '../keys/key-plan.ts';
import type { KeyProvider } from '../keys/key-provider.ts';
import { eraseKey, type TenantKeys } from '../keys/tenant-keys.ts';
import { type NewestKeys, type PageResult, rotateCards } from './rotate-keys-cards.ts';

/** The options of a run. Without any of them it does the daily rotation. */
export const RotateKeysRequest = v.pipe(
  v.strictObject({
    /** Only this tenant. */
    tenant: v.optional(v.string()),
    /** A compromised key of this tenant, which is replaced at once. A repeat changes nothing. */
    compromised: v.optional(
      v.strictObject({
        keyClass: v.picklist(['pan', 'display', 'fingerprint']),
        version: integer(1, 2 ** 31),
      }),
    ),
    /** Wraps all keys again, after a root key was rotated out of schedule. */
    rewrap: v.optional(v.boolean()),
  }),
  v.check(
    ({ tenant, compromised }) => !compromised || tenant !== undefined,
    'a compromised key is a key of one tenant',
  ),
);
export type RotateKeysRequest = v.InferOutput<typeof RotateKeysRequest>;

export interface RotationServices {
  readonly keys: Table;
  readonly cards: Table;
  readonly tenantKeys: TenantKeys;
  readonly provider: KeyProvider;
  readonly audit: AuditTrail;
  readonly log: Log;
  readonly clock: () => Date;
  /** The time left for the run, in milliseconds. */
  readonly remainingMs: () => number;
}

/** The result of a run. A count without a noun in its name is a count of keys. */
export interface Rotation {
  tenants: number;
  made: number;
  retired: number;
  rewrapped: number;
  destroyed: number;
  cardsMoved: number;
  /** Cards that could not be encrypted again; their old keys stay. */
  cardsLeft: number;
  /** Tenants with an error; the next run retries them. */
  failed: number;
  /** False when the time was over before the work was done. */
  finished: boolean;
}

/** With less time left than this, in milliseconds, no new page begins. */
const minRemainingMs = 20_000;
const tenantPageSize = 1_000;
const rotatedClasses = ['pan', 'display', 'fingerprint'] as const;
type RotatedClass = (typeof rotatedClasses)[number];

/**
 * Replaces keys that are too old, used too often or compromised, and encrypts the records under
 * them again. It destroys keys that no record needs, and wraps keys again once a year, after their
 * root key was rotated.
 *
 * A run may be stopped after any step, and two runs may overlap: every step is a conditional write,
 * and the table stores the progress. A tenant whose cards take long does not delay the others.
 */
export async function rotateKeys(
  services: RotationServices,
  request: RotateKeysRequest = {},
): Promise<Rotation> {
  const { keys, log, remainingMs } = services;
  const done: Rotation = {
    tenants: 0,
    made: 0,
    retired: 0,
    rewrapped: 0,
    destroyed: 0,
    cardsMoved: 0,
    cardsLeft: 0,
    failed: 0,
    finished: true,
  };
  const stopped = request.tenant === undefined ? await resumeTenant(keys) : undefined;
  const tenants = request.tenant === undefined ? tenantsBehind(keys, stopped) : [request.tenant];
  for await (const tenant of tenants) {
    if (remainingMs() < minRemainingMs) done.finished = false;
    else {
      done.tenants += 1;
      await rotateTenant(services, tenant, request, done).catch((error: unknown) => {
        done.failed += 1;
        log.error('keys not rotated', error, { tenant });
      });
    }
    if (done.finished) continue;
    if (request.tenant === undefined) {
      await keys.change(rotationKey, { set: { stoppedAt: tenant } });
    }
    break;
  }
  if (done.finished && stopped !== undefined) {
    await keys.change(rotationKey, { remove: ['stoppedAt'] });
  }
  return done;
}

/** The tenant at which the last run stopped; undefined when that run finished. */
async function resumeTenant(keys: Table): Promise<string | undefined> {
  const item = await keys.get(rotationKey);
  return item && v.parse(v.looseObject({ stoppedAt: v.optional(v.string()) }), item).stoppedAt;
}

/** All tenants that have keys: first those after `start`, and `start` itself last. */
async function* tenantsBehind(keys: Table, start: string | undefined): AsyncGenerator<string> {
  for (const isFirstRound of start === undefined ? [true] : [true, false]) {
    for (let after = isFirstRound ? start : undefined; ; ) {
      const page = await keys.query(tenantsPartition, {
        limit: tenantPageSize,
        ...(after !== undefined && { after }),
      });
      for (const { sk } of page) {
        if (!isFirstRound && start !== undefined && sk > start) return;
        yield sk;
      }
      if (page.length < tenantPageSize) break;
      after = page.at(-1)?.sk;
    }
  }
}

async function rotateTenant(
  services: RotationServices,
  tenant: string,
  { compromised, rewrap = false }: RotateKeysRequest,
  done: Rotation,
): Promise<void> {
  if (compromised) await markCompromised(services, tenant, compromised);
  for (const keyClass of rotatedClasses) {
    await replaceKey(services, tenant, keyClass, done);
    await rewrapKeys(services, tenant, keyClass, rewrap, done);
  }
  const now = services.clock();
  let walk = await findScan(services.keys, tenant);
  await destroyKeys(services, tenant, walk, done);
  const all = await allKeys(services.keys, tenant);
  if (!walk || walk.finishedAt !== undefined) {
    if (!needsScan(all, walk, now)) return;
    walk = await startScan(services.keys, tenant, walk, now);
  }
  // Without a walk, another run is working on this tenant.
  if (walk)
    await destroyKeys(services, tenant, await continueScan(services, tenant, walk, done), done);
}

const keysOf = async (table: Table, tenant: string, keyClass: RotatedClass) =>
  (await table.query(keyPartition(tenant, keyClass))).map((item) => v.parse(KeyItem, item));

const allKeys = async (table: Table, tenant: string) =>
  (await Promise.all(rotatedClasses.map((keyClass) => keysOf(table, tenant, keyClass)))).flat();

async function markCompromised(
  { keys, clock }: RotationServices,
  tenant: string,
  { keyClass, version }: { readonly keyClass: RotatedClass; readonly version: number },
): Promise<void> {
  const compromisedAt = clock().toISOString();
  const key = keyKey(tenant, keyClass, version);
  const marked = await keys.changeWhere(
    key,
    { set: { compromisedAt } },
    { oneOf: { state: ['active', 'retired'] }, absent: ['compromisedAt'] },
  );
  if (!marked && !(await keys.get(key))) throw new Error('This tenant has no such key.');
}

/**
 * Creates the next version when there is a reason, and retires the versions that have a successor.
 */
async function replaceKey(
  services: RotationServices,
  tenant: string,
  keyClass: RotatedClass,
  done: Rotation,
): Promise<void> {
  const { keys: table, provider, audit, clock } = services;
  const now = clock();
  let keys = await keysOf(table, tenant, keyClass);
  const active = activeKey(keys);
  const uses = active ? await usesOf(table, active) : 0;
  if (reasonToReplace(keys, uses, now)) {
    const version = nextVersion(keys);
    const { item, plain } = await makeKey(
      { provider, table, audit },
      { tenant, keyClass, version, now },
    );
    plain?.fill(0);
    if (plain) done.made += 1;
    keys = [...keys, item];
  }
  for (const key of replacedKeys(keys)) {
    const reason = key.compromisedAt ? 'compromised' : '';
    const retired = { tenant, keyClass, version: key.keyVersion, now };
    await audit.record(keyEvent('key.retired', retired, reason));
    const isOurs = await table.changeWhere(
      keyKey(tenant, keyClass, key.keyVersion),
      { set: { state: 'retired', retiredAt: now.toISOString() } },
      { oneOf: { state: ['active'] } },
    );
    if (isOurs) done.retired += 1;
  }
}

/** How often a key was used, estimated from its marks. */
async function usesOf(table: Table, { tenant, keyClass, keyVersion }: KeyItem): Promise<number> {
  const { seals } = cryptoperiods[keyClass];
  if (seals === undefined) return 0;
  const partition = usesPartition(tenant, keyClass, keyVersion);
  const marks = await table.query(partition, { limit: Math.ceil(seals / usesPerMark) });
  return marks.length * usesPerMark;
}

async function rewrapKeys(
  { keys: table, provider, clock }: RotationServices,
  tenant: string,
  keyClass: RotatedClass,
  all: boolean,
  done: Rotation,
): Promise<void> {
  const now = clock();
  const keys = await keysOf(table, tenant, keyClass);
  const old = all ? keys.filter(({ state }) => state !== 'destroyed') : keysToRewrap(keys, now);
  for (const { keyVersion, wrapped, state } of old) {
    if (!wrapped) continue;
    const again = await provider.rewrap(wrapped, { tenant, keyClass, version: keyVersion });
    // A version that was destroyed meanwhile stays destroyed.
    const isOurs = await table.changeWhere(
      keyKey(tenant, keyClass, keyVersion),
      { set: { wrapped: again, wrappedAt: now.toISOString() } },
      { oneOf: { state: [state] } },
    );
    if (isOurs) done.rewrapped += 1;
  }
}

async function destroyKeys(
  { keys: table, audit, clock }: RotationServices,
  tenant: string,
  walk: ScanItem | undefined,
  done: Rotation,
): Promise<void> {
  if (walk?.finishedAt === undefined) return;
  const now = clock();
  for (const { keyClass, keyVersion } of keysToDestroy(await allKeys(table, tenant), walk)) {
    await audit.record(keyEvent('key.destroyed', { tenant, keyClass, version: keyVersion, now }));
    const isOurs = await table.changeWhere(
      keyKey(tenant, keyClass, keyVersion),
      { set: { state: 'destroyed', destroyedAt: now.toISOString() }, remove: ['wrapped'] },
      { oneOf: { state: ['retired'] } },
    );
    if (isOurs) done.destroyed += 1;
  }
}

// The walk: a pass through all cards of a tenant, in as many runs as it takes.

const ScanItem = v.looseObject({
  /** Counts the walk's pages, so that of two runs at the same page one continues. */
  step: v.number(),
  startedAt: v.string(),
  left: v.number(),
  after: v.optional(v.string()),
  finishedAt: v.optional(v.string()),
});
type ScanItem = v.InferOutput<typeof ScanItem> & CardScan;

async function findScan(table: Table, tenant: string): Promise<ScanItem | undefined> {
  const item = await table.get(walkKey(tenant));
  return item && v.parse(ScanItem, item);
}

/** Undefined when another run has started a walk. */
async function startScan(
  table: Table,
  tenant: string,
  before: ScanItem | undefined,
  now: Date,
): Promise<ScanItem | undefined> {
  const item = await table.changeWhere(
    walkKey(tenant),
    {
      add: { step: 1 },
      set: { startedAt: now.toISOString(), left: 0 },
      remove: ['after', 'finishedAt'],
    },
    atStep(before?.step ?? 0),
  );
  return item && v.parse(ScanItem, item);
}

/** The walk's progress; undefined when another run has continued it. */
async function continueScan(
  services: RotationServices,
  tenant: string,
  begun: ScanItem,
  done: Rotation,
): Promise<ScanItem | undefined> {
  const { keys: table, remainingMs, clock } = services;
  for (let walk = begun; ; ) {
    if (remainingMs() < minRemainingMs) {
      done.finished = false;
      return walk;
    }
    const { moved, left, after } = await rotatePage(services, tenant, walk.after);
    done.cardsMoved += moved;
    done.cardsLeft += left;
    const item = await table.changeWhere(
      walkKey(tenant),
      {
        add: { step: 1, left },
        set: after === undefined ? { finishedAt: clock().toISOString() } : { after },
      },
      atStep(walk.step),
    );
    if (!item) return undefined;
    walk = v.parse(ScanItem, item);
    if (after === undefined) return walk;
  }
}

async function rotatePage(
  services: RotationServices,
  tenant: string,
  after: string | undefined,
): Promise<PageResult> {
  const wanted = await wantedKeys(services, tenant);
  if (!wanted) return { moved: 0, left: 0 };
  try {
    return await rotateCards(services, tenant, wanted, after);
  } finally {
    erase(wanted);
  }
}

const atStep = (step: number) => ({
  atMost: { step },
  ...(step > 0 && { atLeast: { step } }),
});

/** The newest keys; undefined for a tenant without a key of each class, which never had a card. */
async function wantedKeys(
  { keys: table, tenantKeys, clock }: RotationServices,
  tenant: string,
): Promise<NewestKeys | undefined> {
  const all = await allKeys(table, tenant);
  const ofClass = (keyClass: RotatedClass) => all.filter((key) => key.keyClass === keyClass);
  const newest = rotatedClasses.map((keyClass) => activeKey(ofClass(keyClass)));
  const [pan, face, fpr] = await Promise.all(
    newest.map((key) => key && tenantKeys.version(tenant, key.keyClass, key.keyVersion)),
  );
  if (!pan || !face || !fpr) return undefined;
  const earlier = overlappingKey(ofClass('fingerprint'), clock());
  const earlierFpr =
    earlier && (await tenantKeys.version(tenant, 'fingerprint', earlier.keyVersion));
  return { pan, display: face, fingerprintKey: fpr, earlierFingerprintKey: earlierFpr };
}

function erase({
  pan,
  display: face,
  fingerprintKey: fpr,
  earlierFingerprintKey: earlierFpr,
}: NewestKeys) {
  for (const key of [pan, face, fpr, earlierFpr]) if (key) eraseKey(key);
}
