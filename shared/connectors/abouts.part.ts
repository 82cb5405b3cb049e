/**
 * The data of all connectors, in a part of its own: no `index.cjs` contains anything of a processor,
 * and the functions that only ask what a connector can do need no adapter beside them.
 */
export { aboutNamed, allAbouts, amountWanted, connectorSupport, indexedIdsOf } from './abouts.ts';
