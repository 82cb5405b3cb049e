import { languageOf } from '#platform/http/accepted-languages.ts';
import type { PaymentKind } from './payment-kind.ts';

/** All texts of the payment link pages, in one language. */
export interface PageTexts {
  readonly language: string;
  readonly pay: string;
  /** Precedes the name of the shop. */
  readonly payTo: string;
  readonly summary: string;
  readonly items: string;
  /** The sum of the order lines. */
  readonly sum: string;
  readonly shipping: string;
  readonly tax: string;
  readonly surcharge: string;
  readonly total: string;
  readonly details: string;
  readonly validUntil: string;
  readonly card: string;
  readonly number: string;
  readonly expiry: string;
  readonly code: string;
  readonly name: string;
  readonly optional: string;
  /** The label of the customer's consent to saving the card. */
  readonly keep: string;
  readonly missing: string;
  readonly checkNumber: string;
  readonly checkExpiry: string;
  readonly checkCode: string;
  readonly sending: string;
  readonly failed: string;
  readonly needsScript: string;
  readonly back: string;
  readonly goOn: string;
  readonly tryAgain: string;
  /** Follows the reason why a card was declined. */
  readonly mayTryAnother: string;
  readonly tryAnother: string;
  readonly takesYouBack: string;
  readonly poweredBy: string;
  readonly terms: string;
  readonly methods: string;
  readonly otherCard: string;
  readonly savedCards: string;
  readonly expires: string;
  readonly endingIn: string;
  readonly slowBank: string;
  readonly formUnreachable: string;
  readonly loadAgain: string;
  readonly openTooLong: string;
  readonly goesOn: string;
  readonly untilToday: string;
  readonly untilDate: string;
  readonly testMode: string;
  readonly receipt: string;
  readonly reference: string;
  readonly date: string;
  readonly paidWith: string;
  readonly refunded: string;
  readonly shop: string;
  readonly print: string;
  readonly notNow: string;
  readonly checkDetails: string;
  readonly notThisWay: string;
  readonly leftBank: string;
  readonly notConfirmed: string;
  readonly noMethod: string;
  readonly payNow: string;
  readonly fields: Readonly<
    Record<
      | 'email'
      | 'fullName'
      | 'iban'
      | 'accountNumber'
      | 'routingNumber'
      | 'sortCode'
      | 'bsb'
      | 'taxId',
      string
    >
  >;
  readonly groups: Readonly<
    Record<
      | 'card'
      | 'wallet'
      | 'bank_redirect'
      | 'bank_transfer'
      | 'bank_debit'
      | 'pay_later'
      | 'voucher'
      | 'real_time_payment'
      | 'other',
      string
    >
  >;
  readonly outcome: Readonly<Record<PaymentKind, readonly [title: string, text: string]>>;
}

const en: PageTexts = {
  language: 'en',
  pay: 'Pay',
  payTo: 'Pay',
  summary: 'Your order',
  items: 'Items',
  sum: 'Subtotal',
  shipping: 'Shipping',
  tax: 'Tax',
  surcharge: 'Surcharge',
  total: 'Total',
  details: 'Details',
  validUntil: 'You can pay until',
  card: 'Card details',
  number: 'Card number',
  expiry: 'Expiry date (MM / YY)',
  code: 'Security code',
  name: 'Name on card',
  optional: 'optional',
  keep: 'Save this card for later payments to this shop',
  missing: 'Please fill in this field.',
  checkNumber: 'Please check the card number.',
  checkExpiry: 'Please check the expiry date: month and year, as on the card.',
  checkCode: 'Please check the security code.',
  sending: 'Paying…',
  failed: 'The payment was declined.',
  needsScript: 'Please enable JavaScript to pay on this page.',
  back: 'Back to the shop',
  goOn: 'Continue',
  tryAgain: 'Pay now',
  mayTryAnother: 'You have not been charged. You can pay with another card.',
  tryAnother: 'Try another card',
  takesYouBack: 'You will return to the shop in a few seconds.',
  poweredBy: 'Powered by Turnout',
  terms:
    'By paying, you allow the shop to charge your card for this payment and, if agreed, for later payments.',
  methods: 'Payment method',
  otherCard: 'Another card',
  savedCards: 'Saved cards',
  expires: 'Expires {date}',
  endingIn: 'ending in {last4}',
  slowBank: 'The bank is taking longer than usual. You do not need to do anything.',
  formUnreachable: 'The card form could not be loaded. You have not been charged.',
  loadAgain: 'Load again',
  openTooLong: 'This page was open for too long. Please load it again to pay.',
  goesOn: 'You will continue on the website of the payment provider.',
  untilToday: 'You can pay until {time} today.',
  untilDate: 'You can pay until {date}.',
  testMode: 'Test mode: no money is moved',
  receipt: 'Receipt',
  reference: 'Reference',
  date: 'Date',
  paidWith: 'Paid with',
  refunded: 'Refunded',
  shop: 'Shop',
  print: 'Print',
  notNow:
    'The payment cannot be made at the moment. You have not been charged. Please try again in a few minutes.',
  checkDetails: 'Please check your details.',
  notThisWay: 'This payment method cannot be used here. Please choose another one.',
  leftBank:
    'You left the page of your bank before the payment was confirmed. You have not been charged.',
  notConfirmed: 'Your bank did not confirm the payment. You have not been charged.',
  noMethod: 'This payment cannot be made at the moment. Please contact the shop.',
  payNow: 'Pay {amount}',
  fields: {
    email: 'E-mail address',
    fullName: 'Full name',
    iban: 'IBAN',
    accountNumber: 'Account number',
    routingNumber: 'Routing number',
    sortCode: 'Sort code',
    bsb: 'BSB number',
    taxId: 'Tax number',
  },
  groups: {
    card: 'Card',
    wallet: 'Wallet',
    bank_redirect: 'Online banking',
    bank_transfer: 'Bank transfer',
    bank_debit: 'Direct debit',
    pay_later: 'Pay later',
    voucher: 'Voucher',
    real_time_payment: 'Instant payment',
    other: 'Other methods',
  },
  outcome: {
    paid: ['Payment successful', 'Thank you. The shop has received your payment.'],
    authorized: ['Payment authorized', 'Thank you. The amount is reserved for the shop.'],
    processing: [
      'Payment is being processed',
      'The result is not known yet. Please do not pay again.',
    ],
    failed: ['Payment failed', 'The payment could not be made. You have not been charged.'],
    cancelled: ['Payment cancelled', 'The shop has cancelled this payment.'],
    action: ['One more step', 'Your bank asks you to confirm this payment.'],
    expired: [
      'Payment link expired',
      'This link is no longer valid. Please ask the shop for a new one.',
    ],
    open: ['Not paid yet', 'This payment has not been made.'],
  },
};

const de: PageTexts = {
  language: 'de',
  pay: 'Bezahlen',
  payTo: 'Bezahlen bei',
  summary: 'Ihre Bestellung',
  items: 'Artikel',
  sum: 'Zwischensumme',
  shipping: 'Versand',
  tax: 'Steuer',
  surcharge: 'Zuschlag',
  total: 'Gesamtbetrag',
  details: 'Details',
  validUntil: 'Sie können bezahlen bis',
  card: 'Kartendaten',
  number: 'Kartennummer',
  expiry: 'Gültig bis (MM / JJ)',
  code: 'Sicherheitscode',
  name: 'Name auf der Karte',
  optional: 'optional',
  keep: 'Diese Karte für spätere Zahlungen an diesen Shop speichern',
  missing: 'Bitte füllen Sie dieses Feld aus.',
  checkNumber: 'Bitte prüfen Sie die Kartennummer.',
  checkExpiry: 'Bitte prüfen Sie das Ablaufdatum: Monat und Jahr, wie auf der Karte.',
  checkCode: 'Bitte prüfen Sie den Sicherheitscode.',
  sending: 'Die Zahlung läuft…',
  failed: 'Die Zahlung wurde abgelehnt.',
  needsScript: 'Bitte aktivieren Sie JavaScript, um auf dieser Seite zu bezahlen.',
  back: 'Zurück zum Shop',
  goOn: 'Weiter',
  tryAgain: 'Jetzt bezahlen',
  mayTryAnother: 'Es wurde nichts abgebucht. Sie können mit einer anderen Karte bezahlen.',
  tryAnother: 'Andere Karte versuchen',
  takesYouBack: 'Sie kehren in wenigen Sekunden zum Shop zurück.',
  poweredBy: 'Bereitgestellt mit Turnout',
  terms:
    'Mit der Zahlung erlauben Sie dem Shop, Ihre Karte für diese Zahlung und, falls vereinbart, für spätere Zahlungen zu belasten.',
  methods: 'Zahlungsart',
  otherCard: 'Andere Karte',
  savedCards: 'Gespeicherte Karten',
  expires: 'Gültig bis {date}',
  endingIn: 'endet auf {last4}',
  slowBank: 'Die Bank braucht länger als üblich. Sie müssen nichts tun.',
  formUnreachable: 'Das Kartenformular konnte nicht geladen werden. Es wurde nichts abgebucht.',
  loadAgain: 'Neu laden',
  openTooLong: 'Diese Seite war zu lange geöffnet. Bitte laden Sie sie neu, um zu bezahlen.',
  goesOn: 'Sie werden auf der Seite des Zahlungsanbieters fortfahren.',
  untilToday: 'Sie können heute bis {time} bezahlen.',
  untilDate: 'Sie können bis {date} bezahlen.',
  testMode: 'Testmodus: Es fließt kein Geld',
  receipt: 'Beleg',
  reference: 'Referenz',
  date: 'Datum',
  paidWith: 'Bezahlt mit',
  refunded: 'Erstattet',
  shop: 'Shop',
  print: 'Drucken',
  notNow:
    'Die Zahlung ist gerade nicht möglich. Es wurde nichts abgebucht. Bitte versuchen Sie es in einigen Minuten noch einmal.',
  checkDetails: 'Bitte prüfen Sie Ihre Angaben.',
  notThisWay: 'Diese Zahlungsart ist hier nicht möglich. Bitte wählen Sie eine andere.',
  leftBank:
    'Sie haben die Seite Ihrer Bank verlassen, bevor die Zahlung bestätigt war. Es wurde nichts abgebucht.',
  notConfirmed: 'Ihre Bank hat die Zahlung nicht bestätigt. Es wurde nichts abgebucht.',
  noMethod: 'Diese Zahlung ist gerade nicht möglich. Bitte wenden Sie sich an den Shop.',
  payNow: '{amount} bezahlen',
  fields: {
    email: 'E-Mail-Adresse',
    fullName: 'Vollständiger Name',
    iban: 'IBAN',
    accountNumber: 'Kontonummer',
    routingNumber: 'Bankleitzahl (Routing Number)',
    sortCode: 'Sort Code',
    bsb: 'BSB-Nummer',
    taxId: 'Steuernummer',
  },
  groups: {
    card: 'Karte',
    wallet: 'Wallet',
    bank_redirect: 'Online-Banking',
    bank_transfer: 'Überweisung',
    bank_debit: 'Lastschrift',
    pay_later: 'Später bezahlen',
    voucher: 'Gutschein',
    real_time_payment: 'Echtzeitzahlung',
    other: 'Andere Zahlungsarten',
  },
  outcome: {
    paid: ['Zahlung erfolgreich', 'Vielen Dank. Der Shop hat Ihre Zahlung erhalten.'],
    authorized: ['Zahlung genehmigt', 'Vielen Dank. Der Betrag ist für den Shop reserviert.'],
    processing: [
      'Zahlung wird bearbeitet',
      'Das Ergebnis steht noch nicht fest. Bitte bezahlen Sie nicht noch einmal.',
    ],
    failed: [
      'Zahlung fehlgeschlagen',
      'Die Zahlung ist nicht zustande gekommen. Es wurde nichts abgebucht.',
    ],
    cancelled: ['Zahlung storniert', 'Der Shop hat diese Zahlung storniert.'],
    action: ['Noch ein Schritt', 'Ihre Bank bittet Sie, diese Zahlung zu bestätigen.'],
    expired: [
      'Zahlungslink abgelaufen',
      'Dieser Link ist nicht mehr gültig. Bitte fordern Sie beim Shop einen neuen an.',
    ],
    open: ['Noch nicht bezahlt', 'Diese Zahlung ist noch nicht erfolgt.'],
  },
};

const fr: PageTexts = {
  language: 'fr',
  pay: 'Payer',
  payTo: 'Payer à',
  summary: 'Votre commande',
  items: 'Articles',
  sum: 'Sous-total',
  shipping: 'Livraison',
  tax: 'Taxes',
  surcharge: 'Supplément',
  total: 'Total à payer',
  details: 'Détails',
  validUntil: 'Vous pouvez payer jusqu’au',
  card: 'Carte bancaire',
  number: 'Numéro de carte',
  expiry: 'Date d’expiration (MM / AA)',
  code: 'Code de sécurité',
  name: 'Nom sur la carte',
  optional: 'facultatif',
  keep: 'Enregistrer cette carte pour de futurs paiements à cette boutique',
  missing: 'Veuillez remplir ce champ.',
  checkNumber: 'Veuillez vérifier le numéro de carte.',
  checkExpiry: 'Veuillez vérifier la date d’expiration : mois et année, comme sur la carte.',
  checkCode: 'Veuillez vérifier le code de sécurité.',
  sending: 'Paiement en cours…',
  failed: 'Le paiement a été refusé.',
  needsScript: 'Veuillez activer JavaScript pour payer sur cette page.',
  back: 'Retour à la boutique',
  goOn: 'Continuer',
  tryAgain: 'Payer maintenant',
  mayTryAnother: 'Votre carte n’a pas été débitée. Vous pouvez payer avec une autre carte.',
  tryAnother: 'Essayer une autre carte',
  takesYouBack: 'Vous serez redirigé vers la boutique dans quelques secondes.',
  poweredBy: 'Propulsé par Turnout',
  terms:
    'En payant, vous autorisez la boutique à débiter votre carte pour ce paiement et, si cela a été convenu, pour les paiements suivants.',
  methods: 'Moyen de paiement',
  otherCard: 'Autre carte',
  savedCards: 'Cartes enregistrées',
  expires: 'Expire {date}',
  endingIn: 'se terminant par {last4}',
  slowBank: 'La banque met plus de temps que d’habitude. Vous n’avez rien à faire.',
  formUnreachable: 'Le formulaire de carte n’a pas pu être chargé. Vous n’avez pas été débité.',
  loadAgain: 'Recharger',
  openTooLong: 'Cette page est restée ouverte trop longtemps. Veuillez la recharger pour payer.',
  goesOn: 'Vous continuerez sur le site du prestataire de paiement.',
  untilToday: 'Vous pouvez payer aujourd’hui jusqu’à {time}.',
  untilDate: 'Vous pouvez payer jusqu’au {date}.',
  testMode: 'Mode test : aucun argent n’est transféré',
  receipt: 'Reçu',
  reference: 'Référence',
  date: 'Date',
  paidWith: 'Payé avec',
  refunded: 'Remboursé',
  shop: 'Boutique',
  print: 'Imprimer',
  notNow:
    'Le paiement est impossible pour le moment. Vous n’avez pas été débité. Veuillez réessayer dans quelques minutes.',
  checkDetails: 'Veuillez vérifier vos informations.',
  notThisWay: 'Ce moyen de paiement ne peut pas être utilisé ici. Veuillez en choisir un autre.',
  leftBank:
    'Vous avez quitté la page de votre banque avant la confirmation du paiement. Vous n’avez pas été débité.',
  notConfirmed: 'Votre banque n’a pas confirmé le paiement. Vous n’avez pas été débité.',
  noMethod: 'Ce paiement est impossible pour le moment. Veuillez contacter la boutique.',
  payNow: 'Payer {amount}',
  fields: {
    email: 'Adresse e-mail',
    fullName: 'Nom complet',
    iban: 'IBAN',
    accountNumber: 'Numéro de compte',
    routingNumber: 'Numéro d’acheminement',
    sortCode: 'Code guichet',
    bsb: 'Numéro BSB',
    taxId: 'Numéro fiscal',
  },
  groups: {
    card: 'Carte',
    wallet: 'Portefeuille',
    bank_redirect: 'Banque en ligne',
    bank_transfer: 'Virement',
    bank_debit: 'Prélèvement',
    pay_later: 'Payer plus tard',
    voucher: 'Bon',
    real_time_payment: 'Paiement instantané',
    other: 'Autres moyens',
  },
  outcome: {
    paid: ['Paiement réussi', 'Merci. La boutique a reçu votre paiement.'],
    authorized: ['Paiement autorisé', 'Merci. Le montant est réservé pour la boutique.'],
    processing: [
      'Paiement en cours de traitement',
      'Le résultat n’est pas encore connu. Veuillez ne pas payer une seconde fois.',
    ],
    failed: ['Échec du paiement', 'Le paiement n’a pas abouti. Votre carte n’a pas été débitée.'],
    cancelled: ['Paiement annulé', 'La boutique a annulé ce paiement.'],
    action: ['Encore une étape', 'Votre banque vous demande de confirmer ce paiement.'],
    expired: [
      'Lien de paiement expiré',
      'Ce lien n’est plus valable. Veuillez en demander un nouveau à la boutique.',
    ],
    open: ['Pas encore payé', 'Ce paiement n’a pas encore été effectué.'],
  },
};

const byLanguage: Readonly<Record<string, PageTexts>> = { en, de, fr };

/** The languages that the pages support. */
export const languages: readonly string[] = Object.keys(byLanguage);

/** The texts for a locale such as `de-CH`; in English when its language is not supported. */
export const textsFor = (locale: string): PageTexts => byLanguage[languageOf(locale)] ?? en;
