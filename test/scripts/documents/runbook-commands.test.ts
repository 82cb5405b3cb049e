import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';

const commands = join(import.meta.dirname, '../../../docs/runbooks/commands.sh');

const rates = {
  DefaultRouteSettings: { ThrottlingBurstLimit: 2_500, ThrottlingRateLimit: 5_000 },
  RouteSettings: { 'GET /health': { ThrottlingBurstLimit: 50, ThrottlingRateLimit: 100 } },
};

describe('closing the API by the commands of the runbooks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'runbook-commands-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** Runs commands in a shell whose AWS CLI has one API, and records the changes of its stage. */
  function changesBy(order: string): readonly unknown[] {
    const aws = `aws() {
      case "$2" in
        get-apis) echo the-api ;;
        get-stage) echo '${JSON.stringify(rates)}' ;;
        update-stage) shift 2; printf '%s\\n' "$6" >> changes ;;
      esac
    }`;
    const { status, stderr } = spawnSync(
      'bash',
      ['--norc', '-c', `source '${commands}' production; ${aws}\n${order}`],
      { cwd: folder, encoding: 'utf8' },
    );
    expect([status, stderr]).toEqual([0, '']);
    const lines = readFileSync(join(folder, 'changes'), 'utf8').trim().split('\n');
    rmSync(join(folder, 'changes'));
    return lines.map((line) => v.parse(v.unknown(), JSON.parse(line)));
  }

  it("the runbook's commands for closing the API remove every rate, those of single routes too, and opening restores each", () => {
    const nothing = { ThrottlingBurstLimit: 0, ThrottlingRateLimit: 0 };
    const closed = {
      DefaultRouteSettings: nothing,
      RouteSettings: { 'GET /health': nothing },
    };
    // A second close must not write down that the rates are 0.
    expect(changesBy('close_api && close_api && open_api')).toEqual([closed, closed, rates]);
    expect(existsSync(join(folder, 'rates-production.json'))).toBe(false);
  });

  it("the runbook's commands for workers stop and start each event source and each rule of the sync, and nothing of the vault", () => {
    const aws = `aws() {
      case "$2" in
        list-event-source-mappings) printf 'one\\ntwo\\n' ;;
        list-rules) [ "$4" = turnout-production-sync- ] && printf 'due\\nlinks\\n' ;;
        *) printf '"%s"\\n' "$*" >> changes ;;
      esac
    }`;
    const { status, stderr } = spawnSync(
      'bash',
      ['--norc', '-c', `source '${commands}' production; ${aws}\nstop_workers && start_workers`],
      { cwd: folder, encoding: 'utf8' },
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(readFileSync(join(folder, 'changes'), 'utf8').trim().split('\n')).toEqual([
      '"lambda update-event-source-mapping --uuid one --no-enabled"',
      '"lambda update-event-source-mapping --uuid two --no-enabled"',
      '"events disable-rule --name due"',
      '"events disable-rule --name links"',
      '"lambda update-event-source-mapping --uuid one --enabled"',
      '"lambda update-event-source-mapping --uuid two --enabled"',
      '"events enable-rule --name due"',
      '"events enable-rule --name links"',
    ]);
  });
});
