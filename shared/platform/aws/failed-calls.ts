// Loaded late: most calls of AWS succeed.
import * as dynamo from '@aws-sdk/client-dynamodb';
import * as kms from '@aws-sdk/client-kms';
import * as secrets from '@aws-sdk/client-secrets-manager';
import { decorateServiceException, ServiceException } from '@smithy/core/client';
import { loadJsonRpcErrorCode } from '@smithy/core/protocols';
import {
  getRetryAfterHint,
  isServerError,
  isThrottlingError,
  isTransientError,
  StandardRetryStrategy,
} from '@smithy/core/retry';
import type { RetryErrorType, SdkError, StandardRetryToken } from '@smithy/types';
import { ownMember } from '../own-member.ts';

// The parts of the AWS SDK that only a call needs that fails: its errors and its retries.

/** An answer that is no success. */
interface Refusal {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Its body; undefined where that is not JSON. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** Whether the client has corrected its clock by this answer. */
  readonly isTimeCorrected: boolean;
}

/**
 * The service's error for a refusal.
 *
 * @param members the error's other members, in the types of the error class
 */
export function errorOfRefusal(
  service: string,
  { statusCode, headers, details, isTimeCorrected }: Refusal,
  members: (details: Readonly<Record<string, unknown>>) => object,
): Error {
  const requestId = headers['x-amzn-requestid'] ?? headers['x-amzn-request-id'];
  const $metadata = {
    httpStatusCode: statusCode,
    ...(requestId && { requestId }),
    // The SDK's retry strategy reads it.
    ...(isTimeCorrected && { clockSkewCorrected: true }),
  };
  if (!details) {
    // The message of JSON.parse quotes the answer, and an error may reach the log.
    const unreadable = new SyntaxError(`${service} answered ${statusCode} without JSON.`);
    return withResponse(Object.assign(unreadable, { $metadata }), { statusCode, headers });
  }
  const name = loadJsonRpcErrorCode({ statusCode, headers }, details) ?? 'Unknown';
  const { message = details.Message } = details;
  const told: ErrorMetadata = {
    message: typeof message === 'string' ? message : 'UnknownError',
    $fault: statusCode < 500 ? 'client' : 'server',
    $metadata,
  };
  const Known = ownMember(ownMember(classes, service), name);
  const error = Known ? new Known(told) : unknownError(service, { name, ...told });
  decorateServiceException(error, members(details));
  return withResponse(error, { statusCode, headers });
}

interface ErrorMetadata {
  readonly message: string;
  readonly $fault: 'client' | 'server';
  readonly $metadata: ServiceException['$metadata'];
}

/** The errors of the calls that we make, by their service and code. */
const classes: Readonly<
  Record<string, Readonly<Record<string, new (told: ErrorMetadata) => ServiceException>>>
> = {
  dynamodb: {
    ConditionalCheckFailedException: dynamo.ConditionalCheckFailedException,
    IdempotentParameterMismatchException: dynamo.IdempotentParameterMismatchException,
    InternalServerError: dynamo.InternalServerError,
    ItemCollectionSizeLimitExceededException: dynamo.ItemCollectionSizeLimitExceededException,
    ProvisionedThroughputExceededException: dynamo.ProvisionedThroughputExceededException,
    ReplicatedWriteConflictException: dynamo.ReplicatedWriteConflictException,
    RequestLimitExceeded: dynamo.RequestLimitExceeded,
    ResourceNotFoundException: dynamo.ResourceNotFoundException,
    ThrottlingException: dynamo.ThrottlingException,
    TransactionCanceledException: dynamo.TransactionCanceledException,
    TransactionConflictException: dynamo.TransactionConflictException,
    TransactionInProgressException: dynamo.TransactionInProgressException,
  },
  kms: {
    DependencyTimeoutException: kms.DependencyTimeoutException,
    DisabledException: kms.DisabledException,
    DryRunOperationException: kms.DryRunOperationException,
    IncorrectKeyException: kms.IncorrectKeyException,
    InvalidCiphertextException: kms.InvalidCiphertextException,
    InvalidGrantTokenException: kms.InvalidGrantTokenException,
    InvalidKeyUsageException: kms.InvalidKeyUsageException,
    KeyUnavailableException: kms.KeyUnavailableException,
    KMSInternalException: kms.KMSInternalException,
    KMSInvalidStateException: kms.KMSInvalidStateException,
    NotFoundException: kms.NotFoundException,
  },
  secretsmanager: {
    DecryptionFailure: secrets.DecryptionFailure,
    InternalServiceError: secrets.InternalServiceError,
    InvalidParameterException: secrets.InvalidParameterException,
    InvalidRequestException: secrets.InvalidRequestException,
    ResourceNotFoundException: secrets.ResourceNotFoundException,
  },
};

function unknownError(service: string, told: ErrorMetadata & { readonly name: string }) {
  switch (service) {
    case 'dynamodb':
      return new dynamo.DynamoDBServiceException(told);
    case 'kms':
      return new kms.KMSServiceException(told);
    case 'secretsmanager':
      return new secrets.SecretsManagerServiceException(told);
    default:
      return new ServiceException(told);
  }
}

/** Hidden as in the SDK, which reads the header with the retry time there. */
const withResponse = (
  error: Error,
  response: { readonly statusCode: number; readonly headers: Readonly<Record<string, string>> },
): Error => Object.defineProperty(error, '$response', { value: response });

/** The retries of a client. */
export interface Retries {
  /** Gives back what the retries of a call have used up. */
  recordSuccess(token: StandardRetryToken | undefined): void;
  /** Resolves when the call may be made again. Rejects when it may not. */
  afterFailure(error: SdkError, token: StandardRetryToken | undefined): Promise<StandardRetryToken>;
}

/**
 * The retries of a client whose first call has failed. A call without a token has made one attempt.
 *
 * @param retryDelayMs the longest pause before the second attempt
 */
export async function retriesOf(
  service: string,
  tries: number,
  retryDelayMs: number | undefined,
): Promise<Retries> {
  const strategy = new StandardRetryStrategy({
    maxAttempts: tries,
    ...(retryDelayMs !== undefined && { baseDelay: retryDelayMs }),
  });
  // The strategy makes a new token for each further attempt.
  const first = await strategy.acquireInitialRetryToken(service);
  return {
    recordSuccess: (token = first) => strategy.recordSuccess(token),
    afterFailure(error, token = first) {
      const facts = { error, errorType: kindOf(error), ...retryAfter(error) };
      return strategy.refreshRetryTokenForRetry(token, facts);
    },
  };
}

function kindOf(error: SdkError): RetryErrorType {
  if (isThrottlingError(error)) return 'THROTTLING';
  if (isTransientError(error)) return 'TRANSIENT';
  return isServerError(error) ? 'SERVER_ERROR' : 'CLIENT_ERROR';
}

function retryAfter(error: SdkError) {
  const retryAfterHint = getRetryAfterHint(error.$response);
  return retryAfterHint && { retryAfterHint };
}
