/** The purpose of a key. Each class has its own root key, which no other class may use. */
export type KeyClass =
  /** Card numbers, with the holder's name and the expiry date that belong to them. */
  | 'pan'
  /**
   * A card's display data, holder's name and expiry date: functions that list cards need no number.
   */
  | 'display'
  /** Card verification codes, which may not be stored after an authorization. */
  | 'cvc'
  /** Fingerprints, which identify equal numbers without revealing them. */
  | 'fingerprint';

/**
 * The tenant, class and version of a key. A wrapped key can be unwrapped with this context only.
 */
export interface KeyContext {
  /** The vault's tenant: a merchant, or the deployment itself. */
  readonly tenant: string;
  readonly keyClass: KeyClass;
  /** 1, 2, 3 …; for `cvc` the number of the quarter of an hour since 1970. */
  readonly version: number;
}

/** Creates and unwraps tenants' keys: KMS in the cloud. It stores no key in clear. */
export interface KeyProvider {
  generate(
    context: KeyContext,
  ): Promise<{ readonly plain: Uint8Array; readonly wrapped: Uint8Array }>;
  /** Throws when the key was wrapped for another context, or the caller may not unwrap it. */
  unwrap(wrapped: Uint8Array, context: KeyContext): Promise<Uint8Array>;
  /** Wraps the same key under the newest root key. The caller never sees the key in clear. */
  rewrap(wrapped: Uint8Array, context: KeyContext): Promise<Uint8Array>;
}
