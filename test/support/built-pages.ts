import { bundlePages } from '../../tools/bundle-pages.ts';
import { withBundler } from '../../tools/bundler-process.ts';

/** The module `turnout:pages` of the functions, built from the sources as they are now. */
export const pages = await withBundler(bundlePages);
