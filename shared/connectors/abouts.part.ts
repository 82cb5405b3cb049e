/**
 * The data of all connectors. Its parts are read by the functions that ask, when they first ask: an
 * `index.cjs` contains nothing of a processor but the call that loads its adapter.
 */
export { abilityFor, aboutNamed, indexedIdsOf } from './abouts.ts';
