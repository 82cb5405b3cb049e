/** The wallets that hand over a card. */
export type CardWallet = 'apple_pay' | 'google_pay';

/**
 * A wallet's token, in the forms that processors take. It lives in memory only: never log it, never
 * store it.
 */
export type WalletToken = EncryptedWalletToken | DecryptedWalletToken;

/** As the wallet has encrypted it, for a processor that decrypts it or makes a token of it. */
export interface EncryptedWalletToken {
  readonly kind: 'encrypted';
  readonly wallet: CardWallet;
  /**
   * The wallet's own JSON text. Google Pay's has the form of the processor that it was made for.
   */
  readonly payload: string;
  /**
   * Apple Pay's public data of the card, and its id of the payment; absent for another wallet, or
   * where the merchant did not send them.
   */
  readonly shown?: {
    readonly displayName: string;
    readonly network: string;
    readonly transactionId: string;
  };
}

/**
 * As the merchant has decrypted it: the device's number of the card with the proof of its use, or
 * the number of a card that Google has on file (`PAN_ONLY`), for which there is no proof.
 */
export interface DecryptedWalletToken {
  readonly kind: 'decrypted';
  readonly wallet: CardWallet;
  /** The number for this device; without a cryptogram that of the card. */
  readonly number: string;
  /** Two digits. */
  readonly expiryMonth: string;
  /** Two or four digits, as it was given. */
  readonly expiryYear: string;
  /** Absent of a card that Google has on file, which is charged as an ordinary one. */
  readonly cryptogram?: string;
  /** The electronic commerce indicator, where the wallet states it. */
  readonly eci?: string;
}
