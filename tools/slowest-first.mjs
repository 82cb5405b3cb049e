import Sequencer from '@jest/test-sequencer';

/**
 * Starts with the slowest suites, so that none of them runs by itself at the end. A fresh
 * checkout has no times of earlier runs, so this order decides. A run of all suites ends with the
 * slowest of them.
 */
const slow = [
  'faults/crash',
  'end-to-end/grants-payments',
  'lib/switch-app',
  'end-to-end/runtime-client',
  'end-to-end/drill',
  'lib/cloudformation-rules',
  'commands.test',
  'end-to-end/grants',
  'nightly/',
  'end-to-end/payment-links',
  'end-to-end/payer-pages',
  'faults/',
  'vault/pages/browser',
  'end-to-end/console',
  'end-to-end/stripe',
  'end-to-end/start',
  'every-route',
  'cloudformation/',
  'end-to-end/',
  'vault/jobs/rotate-keys',
  'local/',
  'lib/',
  'distorted-answers',
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
