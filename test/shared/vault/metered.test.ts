import { auditTrail } from '#vault/audit/audit-trail.ts';
import { withAuditMetrics, withKeyMetrics } from '#vault/metered.ts';
import { aVault } from '../../support/vault/a-vault.ts';

const told: [name: string, value: number][] = [];
const metric = (name: string, value: number) => told.push([name, value]);
beforeEach(() => told.splice(0));

const line = {
  tenant: 'shop_east',
  type: 'card.stored',
  actor: { kind: 'job', id: 'test' },
  reason: 'a test',
  result: 'allowed',
  origin: 'vault',
  requestId: 'request-1',
  now: new Date('2030-01-31T10:00:00.000Z'),
} as const;

describe('the metrics of the vault', () => {
  it("the vault's metrics count no success", async () => {
    const { audit, provider } = aVault();
    await withAuditMetrics(audit, metric).record(line);
    const context = { tenant: 'shop_east', keyClass: 'pan', version: 1 } as const;
    const keys = withKeyMetrics(provider, metric);
    const { plain, wrapped } = await keys.generate(context);
    expect(await keys.unwrap(wrapped, context)).toEqual(plain);
    expect(told).toEqual([]);
  });

  it("the vault's metrics count every refused caller, whose audit record is written all the same", async () => {
    const vault = aVault();
    await withAuditMetrics(vault.audit, metric).record({
      ...line,
      type: 'access.refused',
      result: 'refused',
    });
    expect(told).toEqual([['AccessRefused', 1]]);
    expect(vault.ports.audit.items()).toHaveLength(1);
  });

  it("the vault's metrics count a failed audit write, which still fails for its caller", async () => {
    const broken = auditTrail(() => {
      throw new Error('ProvisionedThroughputExceededException');
    });
    await expect(withAuditMetrics(broken, metric).record(line)).rejects.toThrow(
      'service_unavailable',
    );
    expect(told).toEqual([['AuditFailed', 1]]);
  });

  it("the vault's metrics count a failed call to the key service, which still fails for its caller", async () => {
    const { provider } = aVault();
    const context = { tenant: 'shop_east', keyClass: 'pan', version: 1 } as const;
    const { wrapped } = await provider.generate(context);
    provider.denied = true;
    const keys = withKeyMetrics(provider, metric);
    await expect(keys.generate(context)).rejects.toThrow('AccessDenied');
    await expect(keys.unwrap(wrapped, context)).rejects.toThrow('AccessDenied');
    await expect(keys.rewrap(wrapped, context)).rejects.toThrow('AccessDenied');
    expect(told).toEqual(Array.from({ length: 3 }, () => ['KeyUnavailable', 1]));
  });
});
