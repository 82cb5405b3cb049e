import { type BreakerServices, circuitBreaker } from '#connectors/circuit-breaker.ts';
import { logTo } from '#platform/log.ts';
import { tableOver } from '#platform/table/table.ts';
import { type MemoryPort, memoryPort } from '../table/memory-table.ts';

/** A circuit breaker over a table in memory, with a clock of its own; several may share both. */
export function aBreaker({
  port = memoryPort(),
  time = { now: 1_000_000 },
  ...services
}: Partial<BreakerServices> & {
  readonly port?: MemoryPort;
  readonly time?: { now: number };
} = {}) {
  const logged: string[] = [];
  const breaker = circuitBreaker({
    table: tableOver(port),
    log: logTo((line) => logged.push(line)),
    clock: () => time.now,
    mostWaiting: 500,
    random: () => 0.5,
    ...services,
  });
  return { breaker, port, time, logged };
}
