import * as v from 'valibot';
import { aboutNamed } from '#connectors/abouts.ts';
import { SwitchError } from '#platform/errors.ts';
import type { Hint } from '#platform/http/hints/hint.ts';
import { maskMembers, maskSecret } from '#platform/secrets/mask-secrets.ts';
import {
  type ConnectorName,
  type ConnectorType,
  type CredentialForm,
  connectorTypes,
  credentialForms,
  reservedTypes,
  testConnectorNames,
} from '#vocabulary/connectors.ts';
import { ConnectorCredentials } from './credentials.ts';

export type ConnectorStatus = 'active' | 'inactive';

/**
 * Whether an account is connected and whether it may be used: an inactive one is always disabled,
 * and one without real credentials is always inactive. Throws `invalid_request` for a
 * contradiction.
 */
export function connectionState(input: {
  readonly authType: ConnectorCredentials['auth_type'];
  readonly status?: ConnectorStatus | null | undefined;
  readonly disabled?: boolean | null | undefined;
}): { status: ConnectorStatus; disabled: boolean } {
  const temporary = input.authType === 'TemporaryAuth';
  if (temporary && input.status === 'active') {
    refuse('Connector status cannot be active when using TemporaryAuth');
  }
  const status = input.status ?? (temporary ? 'inactive' : 'active');
  if (status === 'inactive' && input.disabled === false) {
    refuse(
      'Connector cannot be enabled when connector_status is inactive or when using TemporaryAuth',
    );
  }
  return { status, disabled: status === 'inactive' || (input.disabled ?? false) };
}

/**
 * Reads `connector_account_details`. Throws `invalid_data` when they are no credentials or a member
 * is missing or empty, and `invalid_request` when the connector takes credentials of another form.
 */
export function parseCredentials(
  connectorName: ConnectorName,
  details: unknown,
): ConnectorCredentials {
  const parsed = v.safeParse(ConnectorCredentials, details);
  if (!parsed.success) {
    throw new SwitchError('invalid_data', {
      field: 'connector_account_details',
      expected: 'auth_type and api_key',
      hint: credentialsHint(connectorName),
    });
  }
  const credentials = trimmed(parsed.output);
  refuseEmpty(credentials);
  refuseUnsendable(credentials);
  const { auth_type } = credentials;
  if (auth_type !== 'TemporaryAuth' && !formsOf(connectorName).includes(auth_type)) {
    refuse('The auth type is invalid for the connector', {
      param: 'connector_account_details.auth_type',
      hint: credentialsHint(connectorName),
    });
  }
  if (auth_type === 'CertificateAuth') {
    if (!isBase64(credentials.certificate)) refuse('The certificate is invalid');
    if (!isBase64(credentials.private_key)) refuse('The private_key is invalid');
  }
  return credentials;
}

/** The credentials that a connector takes, member by member. */
function credentialsHint(connectorName: ConnectorName): string {
  const forms = formsOf(connectorName).map((form) => {
    const members = membersOf(form).map((member) => `\`${member}\``);
    return `\`${form}\`${members.length > 0 ? ` with ${members.join(', ')}` : ''}`;
  });
  return `Send \`auth_type\` ${forms.join(', or ')}.`;
}

const membersOf = (form: CredentialForm): readonly string[] =>
  ConnectorCredentials.options
    .filter(({ entries }) => entries.auth_type.literal === form)
    .flatMap(({ entries }) => Object.keys(entries).filter((member) => member !== 'auth_type'));

/** The forms that the connector's adapter reads, or else those that the API publishes for it. */
const formsOf = (name: ConnectorName): readonly CredentialForm[] =>
  aboutNamed(name)?.credentials ?? credentialForms[name] ?? [];

/** Credentials as a merchant may see them again: enough to recognize, too little to use. */
export function maskCredentials({
  auth_type,
  ...secrets
}: ConnectorCredentials): Record<string, unknown> {
  return { auth_type, ...maskMembers(secrets) };
}

/** The label of an account to which the merchant gave none. */
export function defaultLabel(account: {
  readonly connectorName: ConnectorName;
  readonly profileName: string;
  readonly businessCountry?: string | null | undefined;
  readonly businessLabel?: string | null | undefined;
  readonly businessSubLabel?: string | null | undefined;
}): string {
  const { connectorName, businessCountry, businessLabel } = account;
  if (!businessCountry || !businessLabel) return `${connectorName}_${account.profileName}`;
  const label = `${connectorName}_${businessCountry}_${businessLabel}`;
  return connectorName === 'cybersource'
    ? `${label}_${account.businessSubLabel ?? 'default'}`
    : label;
}

/**
 * Refuses a connector for a use it does not have, and test connectors where the deployment has
 * switched them off: `invalid_request`.
 */
export function checkConnectorType(account: {
  readonly connectorName: ConnectorName;
  readonly connectorType: ConnectorType;
  readonly testConnectors: boolean;
}) {
  const { connectorName, connectorType, testConnectors } = account;
  if (!testConnectors && isTestConnector(connectorName)) refuse('Invalid connector name');
  const own = connectorTypes[connectorName];
  if (own && !own.includes(connectorType)) refuse('Invalid connector type given');
  if (!own && reservedTypes.includes(connectorType)) refuse('Invalid connector name given');
}

export const isTestConnector = (name: ConnectorName) =>
  testConnectorNames.some((test) => test === name);

function refuse(message: string, help: Hint = {}): never {
  throw new SwitchError('invalid_request', { message, ...help });
}

function refuseEmpty({ auth_type: _, ...secrets }: ConnectorCredentials) {
  for (const [member, value] of Object.entries(secrets)) {
    const isEmpty = typeof value === 'string' ? !value.trim() : Object.keys(value).length === 0;
    if (isEmpty) {
      throw new SwitchError('invalid_data', {
        field: `connector_account_details.${member}`,
        expected: 'a non empty String',
      });
    }
  }
}

/** The texts, at any depth, without white space around them, which a copied key often has. */
function trimmed(credentials: ConnectorCredentials): ConnectorCredentials {
  const trimmedIn = (value: unknown): unknown => {
    if (typeof value === 'string') return value.trim();
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const members = Object.entries(value).map(([name, one]) => [name, trimmedIn(one)]);
    return Object.fromEntries(members);
  };
  return v.parse(ConnectorCredentials, trimmedIn(credentials));
}

/**
 * Refuses a key with a line break or another invisible character in it: no HTTP header can carry
 * it, so each payment would be declined. Keys in PEM and JSON have line breaks of their own.
 */
function refuseUnsendable(members: object, place = 'connector_account_details'): void {
  for (const [member, value] of Object.entries(members)) {
    const field = `${place}.${member}`;
    if (typeof value === 'object' && value !== null) refuseUnsendable(value, field);
    if (typeof value !== 'string' || /^(-----BEGIN |\{)/.test(value)) continue;
    if (member === 'certificate' || member === 'private_key') continue;
    if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value)) {
      const expected = 'a text without line breaks and invisible characters';
      throw new SwitchError('invalid_data', { field, expected });
    }
  }
}

const isBase64 = (text: string) =>
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(
    text.replaceAll(/\s/g, ''),
  );

/** Metadata in which the private key of the merchant's identity at Apple is masked, at any depth. */
export const withMaskedKeys = (metadata: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => {
      if (name === 'certificate_keys' && typeof value === 'string')
        return [name, maskSecret(value)];
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return [name, isObject ? withMaskedKeys(value) : value];
    }),
  );
