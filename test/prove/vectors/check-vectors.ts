import type { Connector } from '#connectors/interface/connector.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { compareOutcome } from './compare-outcome.ts';
import { compareRequest } from './compare-request.ts';
import type { Difference } from './differences.ts';
import { type Exception, exceptionOf } from './exceptions.ts';
import { runVector } from './run-vector.ts';
import { compareWebhook } from './run-webhook.ts';
import type { Flow, Vector, VectorFile } from './vector-file.ts';

/** The result of one vector. */
export interface Checked {
  readonly vector: Vector;
  /** `excepted`: it differs, and every difference has an exception. */
  readonly verdict: 'equal' | 'excepted' | 'different' | 'no adapter';
  readonly differences: readonly CheckedDifference[];
  /** The requests that our connector made for it. */
  readonly requests: readonly HttpRequest[];
}

interface CheckedDifference extends Difference {
  readonly exception?: Exception | undefined;
}

export interface Selection {
  /** Finds the adapter of a connector. */
  readonly connectorNamed: (name: string) => Connector | undefined;
  readonly exceptions: readonly Exception[];
  readonly connector?: string | undefined;
  readonly flow?: Flow | undefined;
  readonly id?: string | undefined;
}

/** Runs the selected vectors of the files, one after the other. */
export async function checkVectors(
  files: readonly VectorFile[],
  { connectorNamed, exceptions, ...selected }: Selection,
): Promise<readonly Checked[]> {
  const checked: Checked[] = [];
  for (const file of files) {
    for (const vector of file.vectors) {
      if (selected.connector !== undefined && vector.connector !== selected.connector) continue;
      if (selected.flow !== undefined && vector.flow !== selected.flow) continue;
      if (selected.id !== undefined && vector.id !== selected.id) continue;
      const connector = connectorNamed(vector.connector);
      checked.push(
        connector
          ? await checkVector(connector, vector, file, exceptions)
          : { vector, verdict: 'no adapter', differences: [], requests: [] },
      );
    }
  }
  return checked;
}

async function checkVector(
  connector: Connector,
  vector: Vector,
  file: VectorFile,
  exceptions: readonly Exception[],
): Promise<Checked> {
  const { found, requests } = await differencesOf(connector, vector, file);
  const differences = found.map((difference) => ({
    ...difference,
    exception: exceptionOf(exceptions, vector.id, difference),
  }));
  const isExcepted = differences.every(({ exception }) => exception !== undefined);
  const verdict = differences.length === 0 ? 'equal' : isExcepted ? 'excepted' : 'different';
  return { vector, verdict, differences, requests };
}

async function differencesOf(
  connector: Connector,
  vector: Vector,
  file: VectorFile,
): Promise<{ found: readonly Difference[]; requests: readonly HttpRequest[] }> {
  try {
    if (vector.flow === 'webhook') {
      return { found: compareWebhook(connector, vector, file), requests: [] };
    }
    const observed = await runVector(connector, vector, file);
    const { compared, buildError, sent } = observed;
    const { wire_request: recorded } = vector;
    const requests = sent.map(({ request }) => request);
    if (recorded && !compared) {
      const why = buildError instanceof Error ? `nothing: ${buildError.message}` : 'nothing';
      return { found: [{ path: 'request', expected: recorded.url, got: why }], requests };
    }
    return {
      found: [
        ...(recorded && compared
          ? compareRequest(vector.connector, recorded, compared.request)
          : []),
        ...compareOutcome(vector, observed),
      ],
      requests,
    };
  } catch (error) {
    const got = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { found: [{ path: 'outcome', expected: 'an outcome', got }], requests: [] };
  }
}

/** How many vectors of a connector and flow have each verdict. */
interface Count extends Readonly<Record<Checked['verdict'], number>> {
  readonly connector: string;
  readonly flow: Flow;
  readonly total: number;
}

/** The counts by connector and flow, in the order of the files. */
function countsOf(checked: readonly Checked[]): readonly Count[] {
  const groups = Map.groupBy(checked, ({ vector }) => `${vector.connector} ${vector.flow}`);
  return [...groups.values()].flatMap((group) => {
    const vector = group[0]?.vector;
    if (!vector) return [];
    const count = (verdict: Checked['verdict']) =>
      group.filter((one) => one.verdict === verdict).length;
    return {
      connector: vector.connector,
      flow: vector.flow,
      total: group.length,
      equal: count('equal'),
      excepted: count('excepted'),
      different: count('different'),
      'no adapter': count('no adapter'),
    };
  });
}

/**
 * One line per connector and flow, one per connector, and the last line `vectors: EQUAL/TOTAL`. A
 * vector whose differences all have an exception counts as equal there; the line before states how
 * many.
 */
export function summaryOf(checked: readonly Checked[]): string {
  const counts = countsOf(checked);
  const lines = counts.map((count) => lineOf(`${count.connector} ${count.flow}`, [count]));
  const connectors = Map.groupBy(counts, ({ connector }) => connector);
  const totals = [...connectors].map(([name, all]) => lineOf(name, all));
  const having = (verdict: Checked['verdict']) =>
    checked.filter((one) => one.verdict === verdict).length;
  const [equal, excepted] = [having('equal'), having('excepted')];
  return [
    ...lines,
    '',
    ...totals,
    `equal in every place: ${equal}, equal but for what an exception explains: ${excepted}`,
    `vectors: ${equal + excepted}/${checked.length}`,
  ].join('\n');
}

function lineOf(name: string, counts: readonly Count[]): string {
  const sum = (key: 'equal' | 'excepted' | 'different' | 'no adapter' | 'total') =>
    counts.reduce((total, count) => total + count[key], 0);
  const others = (['excepted', 'different', 'no adapter'] as const)
    .filter((key) => sum(key) > 0)
    .map((key) => `, ${sum(key)} ${key}`);
  return `${name.padEnd(44)} ${String(sum('equal')).padStart(3)}/${sum('total')} equal${others.join('')}`;
}
