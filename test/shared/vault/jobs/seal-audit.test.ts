import { logTo } from '#platform/log.ts';
import { verifyAudit } from '#vault/audit/audit-seals.ts';
import { sealAuditJob } from '#vault/jobs/seal-audit.ts';
import { aVault } from '../../../support/vault/a-vault.ts';

const start = Date.parse('2030-01-31T10:00:00.000Z');

describe('the job that seals the audit trail', () => {
  it('the sealing job writes every new head of the chain to the log, where verifying finds it', async () => {
    const vault = aVault();
    const clock = { now: new Date(start) };
    const logged: string[] = [];
    const job = sealAuditJob({
      audit: () => vault.table('audit'),
      log: logTo((line) => logged.push(line)),
      metric: () => {},
      clock: () => clock.now,
    });
    const hashes: unknown[] = [];
    for (let minute = 0; minute < 5; minute++) {
      clock.now = new Date(start + minute * 60_000);
      await vault.audit.record({
        tenant: 'shop_east',
        type: 'card.shown',
        reason: 'shown',
        result: 'allowed',
        actor: { kind: 'session token', id: 'token' },
        origin: '203.0.113.7',
        requestId: 'req',
        now: clock.now,
      });
      await job();
      const check = await verifyAudit(vault.table('audit'), { now: clock.now });
      hashes.push(check.intact && check.hash);
    }
    const lines = logged.map((line) => JSON.parse(line));
    expect(lines.map(({ hash }) => hash)).toEqual(hashes);
    expect(new Set(hashes).size).toBe(5);
    expect(lines.slice(1).map(({ minutes }) => minutes)).toEqual([1, 1, 1, 1]);
    expect(lines.at(-1)).toMatchObject({ minute: '2030-01-31T10:01', lines: 1, behind_ms: 0 });
  });

  it('the sealing job reports each suspicious finding once, and names no address', async () => {
    const vault = aVault();
    const logged: string[] = [];
    const clock = { now: new Date(start) };
    for (let shown = 0; shown < 12; shown++) {
      await vault.audit.record({
        tenant: 'shop_east',
        type: 'card.shown',
        reason: 'shown',
        result: 'allowed',
        actor: { kind: 'session token', id: `token ${shown}` },
        origin: '203.0.113.7',
        requestId: 'req',
        now: clock.now,
      });
    }
    const metrics: string[] = [];
    const job = sealAuditJob({
      audit: () => vault.table('audit'),
      log: logTo((line) => logged.push(line)),
      metric: (name, value) => metrics.push(`${name} ${value}`),
      clock: () => clock.now,
    });
    clock.now = new Date(start + 180_000);
    await Promise.all([job(), job()]);
    await job();
    const findings = logged.filter((line) => line.includes('audit finding'));
    expect(findings.map((line) => JSON.parse(line))).toEqual([
      {
        level: 'info',
        message: 'audit finding',
        minute: '2030-01-31T10:00',
        timestamp: expect.any(String),
        rule: 'many cards shown from one address',
        tenant: 'shop_east',
        count: 12,
      },
    ]);
    expect(metrics).toEqual(['AuditFinding 1']);
  });

  it('the sealing job reports its delay after a long pause, until it has caught up', async () => {
    const vault = aVault();
    const clock = { now: new Date(start) };
    const metrics: string[] = [];
    const job = sealAuditJob({
      audit: () => vault.table('audit'),
      log: logTo(() => undefined),
      metric: (name, value) => metrics.push(`${name} ${value}`),
      clock: () => clock.now,
    });
    await job();
    expect(metrics).toEqual([]);
    // Ten hours are more than the four that one run seals.
    clock.now = new Date(start + 10 * 3_600_000);
    for (let run = 1; run <= 3; run++) await job();
    expect(metrics).toEqual(['AuditSealBehindSeconds 21600', 'AuditSealBehindSeconds 7200']);
  });

  it('the sealing job fails when the trail cannot be read, and catches up', async () => {
    const vault = aVault();
    const { query } = vault.ports.audit;
    vault.ports.audit.query = async () => {
      throw new Error('The table is away.');
    };
    const clock = { now: new Date(start) };
    const job = sealAuditJob({
      audit: () => vault.table('audit'),
      log: logTo(() => undefined),
      metric: () => {},
      clock: () => clock.now,
    });
    await expect(job()).rejects.toThrow();
    vault.ports.audit.query = query;
    clock.now = new Date(start + 600_000);
    await job();
    expect(await verifyAudit(vault.table('audit'), { now: clock.now })).toMatchObject({
      intact: true,
      to: '2030-01-31T10:07',
    });
  });
});
