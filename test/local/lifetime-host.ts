// A program that runs the fixture until it is killed, to be observed from outside: its use of
// resources, with every function warm if `request` asks for that, and the traces that it leaves
// behind.
import { startOn } from './fixture-app.ts';

const [, , directory = '', wanted, request] = process.argv;
const tables = (['built-in', 'dynamodb-local'] as const).find((one) => one === wanted);
const assembly = await startOn(tables, { directory });
if (request === 'warm') await assembly.warm();
console.log(JSON.stringify({ functions: assembly.functions.length }));
