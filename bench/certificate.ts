import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A certificate made for this run, with its private key. */
export interface Certificate {
  /** PEM. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
}

export interface CertificateFacts {
  /** The name it certifies: a host name for a server, any text for an authority. */
  readonly name: string;
  /** An IPv4 address that a server is reached by too. */
  readonly address?: string;
  /** The authority that signs it; absent for a self-signed certificate. */
  readonly by?: Issuer;
  readonly isAuthority?: boolean;
  readonly from?: Date;
  readonly until?: Date;
}

/** A certificate authority, which can sign certificates. */
export interface Issuer extends Certificate {
  readonly name: string;
  readonly privateKey: KeyObject;
}

const dayMs = 86_400_000;

/**
 * Makes an X.509 certificate (RFC 5280) with a key on P-256, with the few fields that TLS requires.
 */
export function createCertificate(facts: CertificateFacts): Issuer {
  const { name, address, by, isAuthority = false } = facts;
  const { from = new Date(Date.now() - dayMs), until = new Date(Date.now() + dayMs) } = facts;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const toBeSigned = sequence(
    tagged(0xa0, integer(2)),
    integer(Date.now() % 2_147_483_647),
    ecdsaWithSha256,
    named(by?.name ?? name),
    sequence(time(from), time(until)),
    named(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensionsOf(name, address, isAuthority))),
  );
  const signature = sign('sha256', toBeSigned, by?.privateKey ?? privateKey);
  const der = sequence(toBeSigned, ecdsaWithSha256, bits(signature));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    name,
    privateKey,
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function extensionsOf(
  name: string,
  address: string | undefined,
  isAuthority: boolean,
): readonly Buffer[] {
  const basicConstraints = sequence(...(isAuthority ? [tagged(0x01, Buffer.of(0xff))] : []));
  const subjectAltName = sequence(
    tagged(0x82, Buffer.from(name, 'ascii')),
    ...(address === undefined ? [] : [tagged(0x87, Buffer.from(address.split('.').map(Number)))]),
  );
  const extension = (identifier: Buffer, value: Buffer) =>
    sequence(identifier, tagged(0x04, value));
  return [
    extension(objectIdentifier(0x55, 0x1d, 0x13), basicConstraints),
    ...(isAuthority ? [] : [extension(objectIdentifier(0x55, 0x1d, 0x11), subjectAltName)]),
  ];
}

/** One DER value: tag, length, contents. */
function tagged(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const short = length < 0x80 ? [length] : undefined;
  const size = short ?? (length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]);
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

const sequence = (...parts: readonly Uint8Array[]) => tagged(0x30, Buffer.concat(parts));
const objectIdentifier = (...bytes: readonly number[]) => tagged(0x06, Buffer.from(bytes));
const bits = (bytes: Uint8Array) => tagged(0x03, Buffer.concat([Buffer.of(0), bytes]));

/** A non-negative integer of at most four bytes. */
function integer(value: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt32BE(value, 1);
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? Buffer.of(0) : bytes.subarray(first);
  // A leading bit of 1 would mean a negative number.
  return tagged(0x02, (digits[0] ?? 0) < 0x80 ? digits : Buffer.concat([Buffer.of(0), digits]));
}

const time = (date: Date) =>
  tagged(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]|\.\d+Z/g, '')}Z`, 'ascii'));

/** A name with a common name and no other attribute. */
const named = (name: string) =>
  sequence(
    tagged(0x31, sequence(objectIdentifier(0x55, 0x04, 0x03), tagged(0x0c, Buffer.from(name)))),
  );

const ecdsaWithSha256 = sequence(objectIdentifier(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
