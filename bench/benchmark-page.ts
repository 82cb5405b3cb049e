/** Every part of the benchmark, in the order in which they are measured. */
// biome-ignore format: names read better in rows.
export const parts = [
  'sizes', 'cold', 'latency', 'lifecycles', 'load', 'growth', 'journey', 'lists', 'start', 'pages',
  'vault', 'first-tries', 'events', 'memory', 'races',
] as const;
export type Part = (typeof parts)[number];

const titles: Readonly<Record<Part, string>> = {
  sizes: 'Sizes of bundles',
  cold: 'Cold starts',
  latency: 'Latency of handlers',
  lifecycles: 'Lifecycles in one process',
  load: 'Load in one process',
  growth: 'Growth',
  journey: 'A journey',
  lists: 'Lists',
  start: 'Start of the laptop’s switch',
  pages: 'The payer’s page',
  vault: 'The vault',
  'first-tries': 'From a commit to the first try of its webhook',
  events: 'Events lost and invented',
  memory: 'Memory of handlers',
  races: 'Races',
};

/** Parts of which some operations can be measured by themselves. */
export const chosenByName: readonly Part[] = ['cold', 'latency', 'vault'];

/** The command that measures only a part as it was measured now, and writes its page. */
export function commandFor(
  part: Part,
  {
    rounds,
    operation,
  }: {
    readonly rounds?: number | undefined;
    readonly operation?: string | undefined;
  },
): string {
  return [
    `npm run bench -- --only ${part}`,
    ...(rounds === undefined ? [] : [`--rounds ${rounds}`]),
    ...(operation === undefined || !chosenByName.includes(part)
      ? []
      : [`--operation ${operation}`]),
    '--write',
  ].join(' ');
}

/** Where the page of a part is, from the root of the repository. */
export const benchmarkFile = (part: Part) => `docs/benchmarks/${part}.md`;

/**
 * The page of one measurement: its name, time, machine and command. It is never edited by hand.
 * Markdown.
 */
export function benchmarkPage({
  part,
  command,
  machine,
  tables,
}: {
  readonly part: Part;
  /** The command as the user typed it, with all options that change the measurement. */
  readonly command: string;
  readonly machine: string;
  readonly tables: string;
}): string {
  return `# ${titles[part]}

Written by \`${command}\`. [Benchmarks](../benchmarks.md) says how to read it.

${machine}

${tables}
`;
}
