import { bundlePages } from '../../../tools/bundle/bundle-pages.ts';
import { withBundler } from '../../../tools/bundle/bundler-process.ts';

/** The module `turnout:pages` of the functions, built from the sources as they are now. */
export const pages = await withBundler(bundlePages);
