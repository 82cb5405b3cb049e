import { account } from '../assembly/deployment.ts';
import {
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  optionalString,
  stringOf,
} from '../assembly/json.ts';
import { ServiceError } from '../aws/service-error.ts';
import type { AccessRequest } from '../iam/policy.ts';

/** A mail that a function sent. */
export interface LocalMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** Whether a request is the call `SendEmail` of SES, version 2, by its path. */
export const isMailCall = (path: string | undefined): boolean =>
  path === '/v2/email/outbound-emails';

/** The mail of a call. Throws a ServiceError for another mail than a simple one. */
export function mailIn(body: JsonObject): LocalMail {
  const content = objectOf(body.Content, 'Content');
  if (!content.Simple) throw new ServiceError('BadRequestException', 'Only Simple is emulated.');
  const simple = objectOf(content.Simple, 'Simple');
  const textOf = (part: Json | undefined, name: string) =>
    stringOf(objectOf(part, name).Data, name);
  return {
    from: stringOf(body.FromEmailAddress, 'FromEmailAddress'),
    to: listOf(objectOf(body.Destination, 'Destination').ToAddresses).map((one) =>
      stringOf(one, 'ToAddresses'),
    ),
    subject: textOf(simple.Subject, 'Subject'),
    text: optionalString(objectOf(objectOf(simple.Body, 'Body').Text, 'Text').Data) ?? '',
  };
}

/**
 * The permission that a mail requires: on the identity of its sender, here always the address.
 *
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsesv2.html
 */
export function mailRequests(region: string, { from }: LocalMail): AccessRequest[] {
  const address = /^[^<]*<([^<>]*)>$/.exec(from)?.[1] ?? from;
  return [
    {
      action: 'ses:SendEmail',
      resource: `arn:aws:ses:${region}:${account}:identity/${address}`,
      context: { 'ses:FromAddress': [address] },
    },
  ];
}
