import Sequencer from '@jest/test-sequencer';
import { slowestFirst } from './expected-times.ts';

/** Starts with the suites that took longest in earlier runs, or are expected to. */
export default class SlowestFirst extends Sequencer {
  sort(tests) {
    // Jest's own order gives each suite the time of its last run.
    return slowestFirst(super.sort(tests), (test) => this.hasFailed(test));
  }
}
