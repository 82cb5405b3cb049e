// A program that runs the fixture until it is killed, for the test of what it leaves behind.
import { runAssembly } from '../../local/run-assembly.ts';

const [, , directory = ''] = process.argv;
const { apis } = await runAssembly({ directory });
console.log(JSON.stringify({ url: apis[0]?.url }));
