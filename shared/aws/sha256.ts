import { createHash, createHmac } from 'node:crypto';
import type { Checksum, SourceData } from '@smithy/types';

/** SHA-256, or HMAC-SHA256 with a secret, in the form that the AWS SDK's signer takes. */
export class Sha256 implements Checksum {
  readonly #secret: Uint8Array | string | undefined;
  #hash: { update(data: Uint8Array): unknown; digest(): Buffer };

  constructor(secret?: SourceData) {
    this.#secret = secret === undefined ? undefined : textOrBytes(secret);
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

function textOrBytes(secret: SourceData): Uint8Array | string {
  if (typeof secret === 'string') return secret;
  return ArrayBuffer.isView(secret)
    ? new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength)
    : new Uint8Array(secret);
}
