import { lazy } from './lazy.ts';

/** `node:zlib`, loaded when it is first used: many containers never compress anything. */
export const zlib = lazy(() => process.getBuiltinModule('node:zlib'));
