import * as v from 'valibot';

const Reset = v.object({ code: v.picklist(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']) });
const FetchFailed = v.object({ cause: Reset });

/**
 * The status of the answer to a request whose head is too long for Node.js. It answers 431 and closes
 * the connection: a client that is still writing then may see the end alone, which counts as 431 too.
 */
export async function statusOfLongHead(
  answer: Promise<{ readonly status: number }>,
): Promise<number> {
  try {
    return (await answer).status;
  } catch (error) {
    if (v.is(Reset, error) || v.is(FetchFailed, error)) return 431;
    throw error;
  }
}
