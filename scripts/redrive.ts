import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { UndeliveredEventsResponse } from '../shared/webhooks/operations.ts';

const help = `Sends a merchant's undelivered events again, the oldest first.

  npm run redrive -- --url URL --merchant MERCHANT_ID [--list] [--rate 10]

  --url URL        where the switch is, such as http://127.0.0.1:3000
  --merchant ID    the merchant account whose events are sent
  --list           shows them and sends nothing
  --rate N         how many are sent a second at most; 10 without it
  --help           shows this

Environment:
  ADMIN_API_KEY    the operator's key

Ends with 1 when an event was not taken: it stays on the list, and may be sent again.
`;

const { values: options } = parseArgs({
  options: {
    url: { type: 'string' },
    merchant: { type: 'string' },
    list: { type: 'boolean' },
    rate: { type: 'string', default: '10' },
    help: { type: 'boolean' },
  },
});
const key = process.env.ADMIN_API_KEY;
const rate = Number(options.rate);

if (options.help || !options.url || !options.merchant || !key || !(rate > 0)) {
  process.stdout.write(help);
  if (!options.help && !key) process.stderr.write('ADMIN_API_KEY is not set.\n');
  process.exit(options.help ? 0 : 1);
}
const Attempt = v.object({ is_delivery_successful: v.boolean() });
const Refusal = v.object({ error: v.object({ message: v.string() }) });

const events = `${options.url.replace(/\/+$/, '')}/events/${encodeURIComponent(options.merchant)}`;
process.exitCode = await redrive(events, key, options.list).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});

/** Every event is sent once: what fails stays where it is, behind where we have got to. */
async function redrive(path: string, apiKey: string, listOnly = false): Promise<number> {
  let [taken, left] = [0, 0];
  for (let after: string | null | undefined; after !== null; ) {
    const query = new URLSearchParams({ limit: '100', ...(after && { after }) });
    const page = v.parse(
      UndeliveredEventsResponse,
      await asked('GET', `${path}/undelivered?${query}`, apiKey),
    );
    for (const { event_id, event_type, object_id, gave_up, state } of page.events) {
      const line = `${event_id}  ${event_type}  ${object_id}  ${state} ${gave_up}`;
      if (listOnly) {
        console.log(line);
        continue;
      }
      const [attempt] = await Promise.all([
        asked('POST', `${path}/${event_id}/retry`, apiKey),
        new Promise((resolve) => setTimeout(resolve, 1_000 / rate)),
      ]);
      const isTaken = v.parse(Attempt, attempt).is_delivery_successful;
      if (isTaken) taken += 1;
      else left += 1;
      console.log(`${isTaken ? 'delivered' : 'NOT TAKEN'}  ${line}`);
    }
    after = page.after;
  }
  if (!listOnly) console.log(`${taken} delivered, ${left} not taken.`);
  return left > 0 ? 1 : 0;
}

async function asked(method: 'GET' | 'POST', url: string, apiKey: string): Promise<unknown> {
  const response = await fetch(url, { method, headers: { 'api-key': apiKey } });
  if (response.ok) return response.json();
  const refusal = v.safeParse(Refusal, await response.json().catch(() => undefined));
  const why = refusal.success ? refusal.output.error.message : 'no reason given';
  throw new Error(`${method} ${new URL(url).pathname}: ${response.status}, ${why}`);
}
