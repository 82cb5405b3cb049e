/** The lines of functions' logs while `act` runs; none of them is shown. */
export async function writtenBy(act: () => Promise<unknown>): Promise<readonly string[]> {
  const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await act();
    return written.mock.calls.map(([line]) => String(line));
  } finally {
    written.mockRestore();
  }
}

/** How often a metric of this name was counted in these lines. */
export const countedIn = (lines: readonly string[], metric: string): number =>
  lines.filter((line) => line.includes(`"${metric}":1`)).length;
