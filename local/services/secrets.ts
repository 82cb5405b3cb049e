import { randomInt, randomUUID } from 'node:crypto';
import type { Deployment } from '../assembly/deployment.ts';
import {
  isObject,
  isTrue,
  type Json,
  type JsonObject,
  listOf,
  numberOf,
  objectOf,
  optionalString,
  parseJson,
  stringOf,
} from '../assembly/json.ts';
import { ServiceError } from '../aws/service-error.ts';

/** A Secrets Manager secret of the assembly. */
export interface LocalSecret {
  readonly stackName: string;
  readonly logicalId: string;
  readonly name: string;
  readonly arn: string;
  readonly encryptionKey: string | undefined;
  readonly policies: readonly Json[];
  /** Generates a value as the template asks; for a random value, a new one each time. */
  initialValue(): string;
}

export function secretsOf(deployment: Deployment): readonly LocalSecret[] {
  const policies = deployment.ofType('AWS::SecretsManager::ResourcePolicy');
  return deployment.ofType('AWS::SecretsManager::Secret').map((resource) => {
    const arn = resource.reference();
    return {
      stackName: resource.stackName,
      logicalId: resource.logicalId,
      name: arn.split(':').slice(6).join(':').slice(0, -7),
      arn,
      encryptionKey: optionalString(resource.property('KmsKeyId')),
      policies: policies
        .filter((policy) => policy.property('SecretId') === arn)
        .flatMap((policy) => listOf(policy.property('ResourcePolicy'))),
      initialValue: () => {
        const generate = resource.property('GenerateSecretString');
        return isObject(generate)
          ? generated(generate)
          : (optionalString(resource.property('SecretString')) ?? '');
      },
    };
  });
}

/** Follows the template's `GenerateSecretString`. */
function generated(rules: JsonObject): string {
  const excluded = optionalString(rules.ExcludeCharacters) ?? '';
  const classes = [
    isTrue(rules.ExcludeLowercase) ? '' : 'abcdefghijklmnopqrstuvwxyz',
    isTrue(rules.ExcludeUppercase) ? '' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    isTrue(rules.ExcludeNumbers) ? '' : '0123456789',
    isTrue(rules.ExcludePunctuation) ? '' : '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
    isTrue(rules.IncludeSpace) ? ' ' : '',
  ]
    .map((all) => [...all].filter((character) => !excluded.includes(character)))
    .filter((all) => all.length > 0);
  const pick = (from: readonly string[]) => from[randomInt(from.length)] ?? '';
  const length = numberOf(rules.PasswordLength, 32);
  let password = '';
  do password = Array.from({ length }, () => pick(classes.flat())).join('');
  while (
    rules.RequireEachIncludedType !== false &&
    length >= classes.length &&
    !classes.every((all) => all.some((character) => password.includes(character)))
  );
  if (rules.SecretStringTemplate === undefined) return password;
  const template = objectOf(
    parseJson(stringOf(rules.SecretStringTemplate, 'template')),
    'template',
  );
  return JSON.stringify({
    ...template,
    [stringOf(rules.GenerateStringKey, 'GenerateStringKey')]: password,
  });
}

/** Secrets Manager for a laptop. */
export interface SecretService {
  /** The secret by its name or ARN. Throws ResourceNotFoundException. */
  find(secretId: string): LocalSecret;
  answer(operation: string, body: JsonObject): JsonObject;
}

export interface SecretVersion {
  readonly id: string;
  readonly value: string;
  /** When the version was created, in seconds since 1970. */
  readonly createdSeconds: number;
}

export const newVersion = (value: string, id: string = randomUUID()): SecretVersion => ({
  id,
  value,
  createdSeconds: Math.floor(Date.now() / 1_000),
});

/** Serves secrets whose versions are kept in a map by ARN, newest first. */
export function secretService(
  secrets: readonly LocalSecret[],
  versions: Map<string, readonly SecretVersion[]>,
  changed: () => void,
): SecretService {
  const find = (secretId: string) => {
    const secret = secrets.find(
      // The six characters at the end of an ARN are optional, as Secrets Manager allows.
      ({ name, arn }) => secretId === name || secretId === arn || secretId === arn.slice(0, -7),
    );
    if (secret) return secret;
    const message = "Secrets Manager can't find the specified secret.";
    throw new ServiceError('ResourceNotFoundException', message);
  };
  const stages = ['AWSCURRENT', 'AWSPREVIOUS'];

  return {
    find,
    answer(operation, body) {
      const { arn, name } = find(stringOf(body.SecretId, 'SecretId'));
      const kept = versions.get(arn) ?? [];
      const identity = { ARN: arn, Name: name };
      switch (operation) {
        case 'GetSecretValue': {
          const wanted = optionalString(body.VersionId);
          const stage = optionalString(body.VersionStage) ?? 'AWSCURRENT';
          const index = wanted ? kept.findIndex(({ id }) => id === wanted) : stages.indexOf(stage);
          const version = kept[index];
          if (!version) {
            const message = `Secrets Manager can't find the specified secret value for ${wanted ?? stage}.`;
            throw new ServiceError('ResourceNotFoundException', message);
          }
          return {
            ...identity,
            SecretString: version.value,
            VersionId: version.id,
            VersionStages: stages.slice(index, index + 1),
            CreatedDate: version.createdSeconds,
          };
        }
        case 'PutSecretValue': {
          const id = optionalString(body.ClientRequestToken) ?? randomUUID();
          const value = stringOf(body.SecretString, 'SecretString');
          versions.set(arn, [newVersion(value, id), ...kept].slice(0, 2));
          changed();
          return { ...identity, VersionId: id, VersionStages: ['AWSCURRENT'] };
        }
        case 'DescribeSecret':
          return {
            ...identity,
            VersionIdsToStages: Object.fromEntries(
              kept.map(({ id }, index) => [id, stages.slice(index, index + 1)]),
            ),
          };
        default:
          throw new ServiceError('InvalidRequestException', `${operation} is not emulated.`);
      }
    },
  };
}
