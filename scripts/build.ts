import { bundleFunctions } from '../tools/bundle-functions.ts';

await bundleFunctions();
