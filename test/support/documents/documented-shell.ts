/**
 * The lines of the README that receive a webhook, for another port. They give the receiver two
 * seconds to start; here they wait until it listens, however slow the machine is.
 */
export function receivingAt(port: number, lines: string): string {
  const listens = `(exec 3<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null`;
  const changes: readonly (readonly [string, string])[] = [
    ['http://127.0.0.1:4000/', `http://127.0.0.1:${port}/`],
    ['webhook-sink', `webhook-sink --port ${port}`],
    ['& sleep 2 ', `& until ${listens}; do sleep 0.1; done `],
  ];
  return changes.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`The README does not say ${from} once.`);
    return text.replace(from, () => to);
  }, lines);
}
