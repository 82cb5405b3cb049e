// Loaded before a profiled program: opens its inspector on a free port, and prints the address.
import inspector from 'node:inspector';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  inspector.open(0, '127.0.0.1');
  console.log(`inspector listens on ${inspector.url()?.replace('ws:', 'http:')}`);
}
