import fc from '../../../node_modules/fast-check/lib/fast-check.js';

/**
 * Fast-check as tests get it: the same cases in each run, so that a red run is the fault of the
 * change that it belongs to. `FC_SEED=random npm test` looks for cases that nobody has thought of, and
 * `FC_SEED=…` looks at those of one seed again, which a failure prints.
 */
const { FC_SEED: given = '20261121' } = process.env;
if (given !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(given) });

export * from '../../../node_modules/fast-check/lib/fast-check.js';
export default fc;
