import { runAssembly } from '../local/run-assembly.ts';
import { refuseProduction } from '../scripts/start/refuse-production.ts';

const [directory = ''] = process.argv.slice(2);

const assembly = await runAssembly({ directory, checkFunctions: refuseProduction });
const stop = () => void assembly.stop().then(() => process.exit());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
await assembly.warm();
process.stdout.write('ready\n');
