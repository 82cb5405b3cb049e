type Table<Row extends PropertyKey, C extends string> = Readonly<
  Record<Row, Readonly<Record<C, unknown>>>
>;
type Column<C extends string, T extends Table<keyof T, C>> = { [Row in keyof T]: T[Row][C] };

/**
 * One column of a table: its value in each row, by the names of the rows.
 *
 * @lazy
 */
export function columnOf<const C extends string, T extends Table<keyof T, C>>(
  table: T,
  column: C,
): Column<C, T> {
  const values: Partial<Column<C, T>> = {};
  for (const row in table) values[row] = table[row][column];
  if (isWhole(values, table)) return values;
  throw new Error('Every row has every column.');
}

const isWhole = <C extends string, T extends Table<keyof T, C>>(
  values: Partial<Column<C, T>>,
  table: T,
): values is Column<C, T> => Object.keys(table).every((row) => Object.hasOwn(values, row));
