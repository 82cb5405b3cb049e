/** The dependencies of each thing, by name. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The names of a graph, each after all that it waits for, otherwise as the graph lists them. Throws
 * with the whole way round when some wait for each other.
 */
export function inOrder(graph: Graph): readonly string[] {
  const cycle = cycleIn(graph);
  if (cycle) throw new Error(`A cycle of dependencies: ${cycle.join(' -> ')}.`);
  const done = new Set<string>();
  const visit = (name: string) => {
    if (done.has(name)) return;
    for (const other of graph.get(name) ?? []) visit(other);
    done.add(name);
  };
  for (const name of graph.keys()) visit(name);
  return [...done].filter((name) => graph.has(name));
}

/** Names that wait for each other, the first of them again at the end; undefined without a cycle. */
export function cycleIn(graph: Graph): readonly string[] | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (name: string): readonly string[] | undefined => {
    if (done.has(name)) return undefined;
    const at = path.indexOf(name);
    if (at >= 0) return [...path.slice(at), name];
    path.push(name);
    for (const other of graph.get(name) ?? []) {
      const cycle = visit(other);
      if (cycle) return cycle;
    }
    path.pop();
    done.add(name);
    return undefined;
  };
  for (const name of graph.keys()) {
    const cycle = visit(name);
    if (cycle) return cycle;
  }
  return undefined;
}
