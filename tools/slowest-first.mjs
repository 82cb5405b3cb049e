import Sequencer from '@jest/test-sequencer';

/**
 * Starts with the slowest suites, so that none of them runs alone at the end. A fresh checkout has
 * no times of earlier runs, so their folders decide.
 */
const slow = [
  'end-to-end/grants',
  'faults/crash',
  'faults/simulation',
  'lib/switch-app',
  'lib/cloudformation-rules',
  'end-to-end/',
  'faults/',
  'commands',
  'vault/pages/browser',
  'local/',
  'lib/',
  'every-route',
];

const rank = ({ path }) => {
  const found = slow.findIndex((part) => path.includes(`/test/${part}`));
  return found === -1 ? slow.length : found;
};

export default class SlowestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rank(one) - rank(other));
  }
}
