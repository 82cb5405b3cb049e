/** Does the work; resolves to how often it raised the alarm about a processor's contradictions. */
export async function conflictAlarmsOf(work: () => Promise<void>): Promise<number> {
  const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await work();
    return written.mock.calls.join('').split('"ConflictingOutcome":1').length - 1;
  } finally {
    written.mockRestore();
  }
}
