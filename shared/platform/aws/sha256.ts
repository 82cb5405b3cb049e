import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Checksum, SourceData } from '@smithy/types';

/** SHA-256, or HMAC-SHA256 with a secret, in the form that the AWS SDK's signer takes. */
export class Sha256 implements Checksum {
  readonly #secret: KeyObject | string | undefined;
  #hash: { update(data: Uint8Array): unknown; digest(): Buffer };

  constructor(secret?: SourceData) {
    this.#secret = secret === undefined ? undefined : textOrKey(secret);
    this.#hash = this.#begun();
  }

  update(data: Uint8Array) {
    this.#hash.update(data);
  }

  async digest() {
    return this.#hash.digest();
  }

  reset() {
    this.#hash = this.#begun();
  }

  #begun() {
    return this.#secret === undefined ? createHash('sha256') : createHmac('sha256', this.#secret);
  }
}

/** Bytes become a key: Node.js takes four times as long for an HMAC under bare bytes. */
function textOrKey(secret: SourceData): KeyObject | string {
  if (typeof secret === 'string') return secret;
  return createSecretKey(
    ArrayBuffer.isView(secret)
      ? new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength)
      : new Uint8Array(secret),
  );
}
