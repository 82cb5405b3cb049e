/**
 * The functions that may be invoked by their own messages, each with its bound. Lambda's detection of
 * recursive loops is off for them, so the bound is in their code; every other function is stopped
 * after about 16 invocations in one chain of requests. A test finds every cycle of functions and
 * queues in the templates, and requires an entry for each function of it.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
 */
export const allowedRecursion: Readonly<Record<string, string>> = {
  'queues.deliver-webhook':
    'Three invocations: the step of a retry sends events, the message of an event may go on to the queue of slow receivers, and a message of that queue sends none (`message-rank.ts`).',
};

/**
 * The functions whose writes may invoke them by way of a table's stream, each with its bound. Lambda
 * does not count such chains.
 */
export const boundedByStream: Readonly<Record<string, string>> = {
  'queues.project-lists':
    'One invocation: the rows of lists and their counts match no filter of its event source.',
  'queues.publish-events':
    'One invocation: the events, deliveries and scores that it writes match no filter of its event source.',
  'queues.sync-pending':
    'One sync: it moves a due time on by five minutes at least, or is at its last one, and the reader of the stream sends only syncs that are due within half a minute (`schedule-sync.ts`).',
  'queues.deliver-webhook':
    'One event to each other endpoint of a profile: that an endpoint was switched off, which happens once.',
};
