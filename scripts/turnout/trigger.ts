import { nearestOf } from '#platform/http/hints/nearest.ts';
import { UsageError } from '../command-line/command.ts';
import { runAsProgram } from '../command-line/program.ts';
import { knownMerchant } from '../laptop/merchants.ts';
import { otherEvents, triggeredEvents } from '../laptop/recipes.ts';
import { switchCommand, switchOptionsHelp } from '../laptop/switch-access.ts';

/** By the name that the user types: an object would have names of its own, such as `constructor`. */
const events = new Map(Object.entries(triggeredEvents));
const reasons = new Map(Object.entries(otherEvents));

const names = [...events.keys()];
const width = Math.max(...names.map((name) => name.length));

const help = `Makes an event happen, by real requests at the simulated processors.

  npx turnout trigger EVENT [--merchant ID]

  --merchant ID    one that "npx turnout init" made; the newest without it
${switchOptionsHelp}

${[...events].map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`).join('\n')}

Prints the object that the event is about. "npx turnout listen" shows the webhook.
`;

export const trigger = switchCommand(
  { name: 'trigger', help, options: { merchant: 'value' }, operands: ['EVENT'] },
  async (given, { url }, _, { environment }) => {
    const [name = ''] = given.operands;
    const event = events.get(name);
    if (!event) throw new UsageError(whyNot(name));
    const merchant = knownMerchant(environment, url, given.text('merchant'));
    if (!merchant) throw new UsageError(`"npx turnout init" has made no such merchant at ${url}.`);
    const { stepsOf } = await import('../laptop/recipe-steps.ts');
    const objectId = await event.make(stepsOf(merchant));
    return { value: { event: name, objectId }, text: `${name}  ${objectId}` };
  },
);

function whyNot(name: string): string {
  const reason = reasons.get(name);
  if (reason !== undefined) return `${name} can't be made here: ${reason}.`;
  const near = nearestOf(name, [...names, ...reasons.keys()]);
  return `There is no event "${name}".${near === undefined ? '' : ` Is "${near}" meant?`}`;
}

await runAsProgram(import.meta, trigger);
