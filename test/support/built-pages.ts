import { stop as stopBundler } from 'esbuild';
import { bundlePages } from '../../tools/bundle-pages.ts';

/** The module `turnout:pages` of the functions, built from the sources as they are now. */
export const pages = await bundlePages();

// Each file of tests would leave a process of its own behind.
await stopBundler();
