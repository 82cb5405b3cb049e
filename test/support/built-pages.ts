import { stop as stopBundler } from 'esbuild';
import { bundlePages } from '../../tools/bundle-pages.ts';

/** What the functions import as `turnout:pages`, built from the sources as they are now. */
export const pages = await bundlePages();

// Each file of tests would leave a process of its own behind.
await stopBundler();
