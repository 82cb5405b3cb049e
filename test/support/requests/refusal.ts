import { isSwitchError } from '#platform/errors.ts';
import { publicError } from '#platform/http/response/error-catalogue.ts';

/** Status, code and message as a client sees them of an error of `run`; undefined without one. */
export function refusal(run: () => unknown): readonly [number, string, string] | undefined {
  try {
    run();
  } catch (error) {
    if (!isSwitchError(error)) throw error;
    const { status, body } = publicError(error.kind, error.details);
    return [status, body.error.code, body.error.message];
  }
  return undefined;
}
