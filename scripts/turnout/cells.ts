import { type Report, turnoutCommand, UsageError } from '../command-line/command.ts';
import { runAsProgram } from '../command-line/program.ts';

const help = `Reads the map of cells: several deployments, each with merchants of its own. docs/scale.md explains it.

  npx turnout cells check [--map FILE]
  npx turnout cells check --cell NAME [--url URL] [--map FILE]
  npx turnout cells where MERCHANT [--map FILE]
  npx turnout cells edge [--map FILE] > edge.json
  npx turnout cells size --rate NUMBER

  check            prints each cell with its merchants, its rate and its size, and warns of what to ask AWS for. With
                   --cell it asks that deployment for each merchant, and names those in the wrong cell
  where MERCHANT   prints the cell of a merchant, and the address of its API
  edge             prints the file from which CloudFront makes a KeyValueStore
  size             prints how many cells a rate of payments needs
  --map FILE       the map; cells.json in this folder without it
  --cell NAME      a cell to ask
  --url URL        the base URL of its API; that of the map without it
  --rate NUMBER    payments a second of all merchants
  --help           shows this

  ADMIN_API_KEY      the key of the cell's operator, for --cell

Ends with 2 when the map is wrong, and names each place in it; with 1 when a merchant is in the wrong cell.
`;

const words = {
  check: ['map', 'url', 'cell'],
  where: ['map'],
  edge: ['map'],
  size: ['rate'],
} as const;

export const cells = turnoutCommand(
  {
    name: 'npx turnout cells',
    help,
    options: { map: 'value', url: 'value', cell: 'value', rate: 'value' },
    words,
    operandOf: { where: 'MERCHANT' },
  },
  async (given, _, surroundings): Promise<Report> => {
    const reports = await import('../cells/cell-reports.ts');
    if (given.word === 'size') {
      given.required('rate', 'payments a second of all merchants');
      return reports.sizeReport(given.wholeNumber('rate', { least: 1, most: 1_000_000 }) ?? 1);
    }
    const { readCellMap } = await import('../../lib/settings/placement.ts');
    const file = given.text('map') ?? 'cells.json';
    const { map, problems } = readCellMap(surroundings.directory, file);
    if (!map) throw new UsageError(problems.join('\n'));
    if (given.word === 'where') return reports.whereReport(map, given.operands[0] ?? '');
    if (given.word === 'edge') return reports.edgeReport(map);
    const name = given.text('cell');
    if (name === undefined) {
      if (given.has('url')) throw new UsageError('--url goes with --cell.');
      return reports.checkReport(map, file);
    }
    const cell = reports.cellNamed(map, name);
    const { switchAccess } = await import('../laptop/switch-access.ts');
    const url = given.url('url') ?? new URL(cell.url);
    const access = await switchAccess({ url: () => url }, surroundings.environment);
    const { merchantsInCell } = await import('../cells/merchants-in-cell.ts');
    const found = await merchantsInCell(map, cell, access);
    return reports.checkReport(map, file, { cell, found });
  },
);

await runAsProgram(import.meta, cells);
