/** What `npm run golden` does: scripts know nothing of the tests. */
export {
  accept,
  currentRelease,
  goldenFiles,
  missingFrom,
  whyNotAcceptable,
} from '../test/support/golden.ts';
