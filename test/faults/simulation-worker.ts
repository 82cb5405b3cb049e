import { parentPort, workerData } from 'node:worker_threads';
import * as v from 'valibot';
import { simulate } from './simulation.ts';
import { beginnings } from './world.ts';

// A thread of its own has a clock of its own, and so a part of the seeds runs beside the others.
const seeds = v.parse(v.array(v.number()), workerData);
const from = await beginnings(['shop_east', 'shop_west']);
for (const seed of seeds) parentPort?.postMessage(await simulate(seed, from));
