import { parentPort, workerData } from 'node:worker_threads';
import * as v from 'valibot';
import { initialState } from './simulated-switch.ts';
import { simulate } from './simulation.ts';

// A thread of its own has a clock of its own, and so a part of the seeds runs beside the others.
const { seeds, through } = v.parse(
  v.object({ seeds: v.array(v.number()), through: v.picklist(['test processor', 'stripe']) }),
  workerData,
);
const from = await initialState(['shop_east', 'shop_west'], through);
for (const seed of seeds) parentPort?.postMessage(await simulate(seed, from));
