/** The purpose of a key. Each class has a root of its own, which no other class may use. */
export type KeyClass =
  /** Card numbers, with the holder's name and the expiry date that belong to them. */
  | 'pan'
  /**
   * A card's display data, holder's name and expiry date: functions that list cards need no number.
   */
  | 'display'
  /** Card verification codes: the three or four digits that may not outlive an authorization. */
  | 'cvc'
  /** Fingerprints, by which equal numbers are found without being known. */
  | 'fingerprint';

/** Whose key it is and which one; a wrapped key opens for exactly this and nothing else. */
export interface KeyContext {
  /** The vault's tenant: a merchant, or the deployment itself. */
  readonly tenant: string;
  readonly keyClass: KeyClass;
  /** 1, 2, 3 …; for `cvc` the number of the quarter of an hour since 1970. */
  readonly version: number;
}

/** Makes and opens the keys of tenants: KMS in the cloud. Nothing is ever kept in clear. */
export interface KeyProvider {
  generate(
    context: KeyContext,
  ): Promise<{ readonly plain: Uint8Array; readonly wrapped: Uint8Array }>;
  /** Throws when the key was wrapped for another context, or may not be opened. */
  unwrap(wrapped: Uint8Array, context: KeyContext): Promise<Uint8Array>;
  /** The same key under the newest root, without being seen in clear outside. */
  rewrap(wrapped: Uint8Array, context: KeyContext): Promise<Uint8Array>;
}
