// Loaded late: only a failed payment is explained.
import { isSimulated } from '#connectors/sandbox/processors.ts';
import { declineText } from '#vocabulary/decline-text.ts';
import { readersLocale } from '#vocabulary/page-texts/languages.ts';
import { sentences } from '#vocabulary/sentences.ts';
import { declineKindOf, type StoredError } from './decline-kind.ts';
import { shippedErrors } from './shipped-errors.ts';
import { unnamedError } from './unnamed-error.ts';

/** An error of an attempt, a refund or a payout. */
export interface Failure {
  readonly connectorName?: string | undefined;
  readonly error: StoredError;
  /**
   * Whether the authorization, the refund or the payout has failed. An error without that, such as
   * a missing answer or a declined void, is no decline: a payer who tries again could pay twice.
   */
  readonly hasFailed: boolean;
}

/** The explanation of an error: the same for all processors. */
export interface ExplainedError {
  readonly code: string;
  readonly message: string;
  /** One of `StandardisedCode`, or a code of the operator's rule of another version. */
  readonly standardisedCode: string | null;
  /** The reason, for the merchant. */
  readonly description: string | null;
  /** The reason and the next step, for the payer. */
  readonly userGuidance: string | null;
}

/**
 * Explains an error. Each member comes from the first source that has it: the operator's rule, as
 * stored with the error; for a failure the shipped error of its kind; `unnamedError`.
 *
 * The published answers of test connectors have `unnamedError`, so these keep it.
 *
 * @param acceptLanguage the header of the payer's request, for the shipped guidance; English
 * without a language that has texts
 */
export function explainError(
  { connectorName, error, hasFailed }: Failure,
  acceptLanguage?: string,
): ExplainedError {
  const { unified } = error;
  const kind = hasFailed ? declineKindOf(connectorName, error) : undefined;
  const shipped = kind && shippedErrors[kind];
  const named = isSimulated(connectorName ?? '') ? unnamedError : (shipped ?? unnamedError);
  const guidance = () =>
    kind ? sentences(...declineText(readersLocale(acceptLanguage), kind)) : null;
  return {
    code: unified?.code ?? named.code,
    message: unified?.message ?? named.message,
    standardisedCode: unified?.standardisedCode ?? shipped?.standardisedCode ?? null,
    description: unified?.description ?? shipped?.description ?? null,
    userGuidance: unified?.userGuidance ?? guidance(),
  };
}

/**
 * The unified code and message of an error in the API's words, for answers without its other
 * members.
 */
export function unifiedError(failure: Failure) {
  const { code, message } = explainError(failure);
  return { unified_code: code, unified_message: message };
}
