import {
  cryptoperiods,
  epochMs,
  fingerprintOverlapMs,
  lastUseMs,
  maxCvcMs,
  rootPeriodMs,
} from './key-periods.ts';
import type { KeyClass } from './key-provider.ts';

/** A role that may use root keys, and through them tenants' keys. */
export interface KeyUser {
  /** The function's name: `vault.store-card`. */
  readonly functionName: string;
  readonly makes: readonly KeyClass[];
  readonly opens: readonly KeyClass[];
  /** Classes whose keys it rewraps, without seeing them. */
  readonly rewraps: readonly KeyClass[];
}

const classes: Readonly<
  Record<KeyClass, { readonly purpose: string; readonly storedIn: string; readonly use: string }>
> = {
  pan: {
    purpose: "card numbers, with the holder's name and the expiry date",
    storedIn: 'the table of keys',
    use: 'derives a key for each record',
  },
  display: {
    purpose: "what may be shown of a card: the holder's name and the expiry date",
    storedIn: 'the table of keys',
    use: 'derives a key for each record',
  },
  cvc: {
    purpose: 'service codes, until they are used or expire',
    storedIn: 'the table of service codes, of which there is no backup',
    use: 'derives a key for each record',
  },
  fingerprint: {
    purpose: 'fingerprints, by which equal numbers of one tenant are found',
    storedIn: 'the table of keys',
    use: 'HMAC-SHA-256 over the whole number',
  },
};
const classNames = ['pan', 'display', 'cvc', 'fingerprint'] as const satisfies readonly KeyClass[];

/**
 * The maintained description of algorithms and keys that PCI DSS 3.6.1.1 asks of service providers,
 * as Markdown, generated from the code's own constants.
 */
export function describeKeys(users: readonly KeyUser[]): string {
  return [
    '# The keys of the vault',
    'This page is written by `npm run generate`; a test compares it with the code.',
    '## Algorithms',
    table(
      ['for', 'algorithm', 'strength'],
      [
        [
          'records at rest',
          'AES-256 in GCM with a random nonce of 96 bits and a tag of 128 bits, each record under a key of its own',
          '256 bits',
        ],
        [
          'the key of a record',
          "HKDF-SHA-256 of the tenant's key, a random salt of 128 bits, and what the record is for",
          '256 bits',
        ],
        [
          "tenants' keys at rest",
          'AES-256 in GCM, by AWS KMS, bound to tenant, class and version',
          '256 bits',
        ],
        ['fingerprints', "HMAC-SHA-256 over the whole number with the tenant's key", '256 bits'],
        [
          'API keys, session tokens',
          'SHA-256 of 256 random bits; not encrypted, since never needed again',
          '256 bits',
        ],
      ],
    ),
    'One file of the product knows ciphers, `shared/platform/crypto/aead.ts`: those of Node.js and OpenSSL.',
    '## Keys',
    table(
      ['key', 'for', 'made by', 'kept in', 'cryptoperiod'],
      [
        ...classNames.map((one) => [
          `root \`${one}\``,
          `wrapping tenants' keys of class \`${one}\``,
          'KMS',
          'KMS, which it never leaves',
          `${days(rootPeriodMs)}, rotated by KMS`,
        ]),
        ...classNames.map((one) => [
          `tenant's key \`${one}\``,
          `${classes[one].purpose}; ${classes[one].use}`,
          'KMS',
          `${classes[one].storedIn}, wrapped`,
          periodOf(one),
        ]),
        [
          'key of a record',
          'one record',
          "derived from the tenant's key",
          'nowhere: in memory for the moment of its use',
          'that of the record',
        ],
      ],
    ),
    'Keys are new random bits of KMS, of 256 bits each; no person types, sends or prints one. Open keys are in the memory of the functions below alone, for five minutes at most (those of service codes until their quarter of an hour is over), and are then overwritten there. A request drops its copies when it ends; JavaScript does not say when that memory is overwritten.',
    '## Who may use them',
    table(
      ['class', 'make and open', 'open alone', 'wrap anew, without seeing them'],
      classNames.map((one) => {
        const makes = users.filter(({ makes }) => makes.includes(one));
        const opens = users.filter((user) => user.opens.includes(one) && !makes.includes(user));
        return [
          `\`${one}\``,
          names(makes),
          names(opens),
          names(users.filter(({ rewraps }) => rewraps.includes(one))),
        ];
      }),
    ),
    'The roots name the roles of these functions, with the encryption context as a condition, and no others: the account may administer the roots and cannot use them.',
    '## The life of a key',
    [
      '- **active**: seals and opens. When its cryptoperiod is over the next request makes the next version.',
      `- **retired**: opens, and seals nothing. The daily job \`rotate-keys\` seals anew what is under it. Cards keep the fingerprint of the earlier key beside the new one for ${days(fingerprintOverlapMs)}.`,
      `- **destroyed**: its wrapped bytes are removed, once a scan of all cards, begun ${minutes(lastUseMs)} or more after it was retired, has found none that needs it. Backups of the table hold it for as long as they last.`,
      `- A service code's key is erased ${hours(maxCvcMs)} after its quarter of an hour, when the last code under it has expired, and exists in no backup.`,
    ].join('\n'),
    'Making, retiring and destroying a key is an audit record.',
    '## What operators do',
    'Replace a key that may have leaked at once; everything under it is sealed anew. This prints the command that does it, which may be repeated:',
    '```sh\nnode tools/launch/run.cjs scripts/turnout/vault-keys.ts rotate --stage production --tenant TENANT --class pan --version 1\n```',
    'Its answer lists what was done. While `finished` is `false`, invoke it again with `{}`, or wait for the next day. After a root was rotated out of turn (`aws kms rotate-key-on-demand`), invoke it with `{"rewrap":true}`: all tenants\' keys are wrapped anew. Without that, the daily job wraps each of them anew once a year.',
    '## Production and test',
    "Each deployment has roots of its own, so a key of one opens nothing of another. A production function refuses to talk to anything but KMS, the keys of tests refuse to work in production, and a laptop refuses to run what was synthesized for it. A laptop's roots are in a file on it, as safe as the laptop.",
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

function periodOf(keyClass: KeyClass): string {
  const { ms, seals } = cryptoperiods[keyClass];
  if (keyClass === 'cvc') return minutes(epochMs);
  return `${days(ms)}${seals === undefined ? '' : ` or ${seals.toLocaleString('en')} records`}`;
}

const days = (ms: number) => `${ms / 86_400_000} days`;
const hours = (ms: number) => `${ms / 3_600_000} hours`;
const minutes = (ms: number) => `${ms / 60_000} minutes`;

const names = (users: readonly KeyUser[]) =>
  users
    .map(({ functionName }) => `\`${functionName}\``)
    .sort()
    .join(', ') || 'none';

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
