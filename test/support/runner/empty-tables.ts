import { format } from 'node:util';

type Row = readonly unknown[];
type Declare<One extends Row> = (title: string, play: (...row: [...One]) => unknown) => void;

/** Tables of cases that may be empty, which Jest refuses: a connector need not have every case. */
const tables =
  (declare: (title: string, play: () => unknown) => void) =>
  <const One extends Row>(rows: readonly One[]): Declare<One> =>
  (title, play) => {
    const places = title.match(/%[sdj]/g)?.length ?? 0;
    for (const row of rows) {
      declare(format(title, ...row.slice(0, places)), () => play(...([...row] as [...One])));
    }
  };

// Jest has other declarations for each suite of a worker, so none is kept here.
const declareTest = (title: string, play: () => unknown) => it(title, play as () => void);
const declareBlock = (title: string, play: () => unknown) => describe(title, play as () => void);

/** Take the places of Jest's own in a suite over all connectors, or over one. */
const itOfTables = Object.assign(declareTest, { each: tables(declareTest) });
const describeOfTables = Object.assign(declareBlock, { each: tables(declareBlock) });

export { describeOfTables as describe, itOfTables as it };
