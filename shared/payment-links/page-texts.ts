import { languageOf } from '../http/accepted-languages.ts';
import type { PaymentKind } from './payment-kind.ts';

/** Everything that a customer reads on the pages, in one language. */
export interface PageTexts {
  readonly language: string;
  readonly pay: string;
  /** Stands before the name of the shop. */
  readonly payTo: string;
  readonly summary: string;
  readonly items: string;
  /** What the lines of the order come to. */
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
  /** What the customer agrees to, or not. */
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
  readonly outcome: Readonly<Record<PaymentKind, readonly [title: string, text: string]>>;
}

const en: PageTexts = {
  language: 'en',
  pay: 'Pay',
  payTo: 'Pay',
  summary: 'Your order',
  items: 'Items',
  sum: 'Items together',
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
  missing: 'Please fill this in.',
  checkNumber: 'Please check the card number.',
  checkExpiry: 'Please enter the month and year, as on the card.',
  checkCode: 'Please check the security code.',
  sending: 'Paying…',
  failed: 'The payment was declined.',
  needsScript: 'To pay here, please let this page run scripts.',
  back: 'Back to the shop',
  goOn: 'Continue',
  tryAgain: 'Pay now',
  mayTryAnother: 'Nothing was taken. You can pay with another card.',
  tryAnother: 'Try another card',
  takesYouBack: 'We take you back to the shop in a few seconds.',
  poweredBy: 'Powered by Turnout',
  terms: 'By paying you let the shop charge your card for this and, where agreed, later payments.',
  outcome: {
    paid: ['Payment successful', 'Thank you. Your payment has arrived.'],
    authorized: ['Payment authorized', 'Thank you. The amount is reserved for the shop.'],
    processing: [
      'Payment is being processed',
      'We do not know the result yet. Please do not pay again.',
    ],
    failed: ['Payment failed', 'The payment could not be made. Nothing was taken.'],
    cancelled: ['Payment cancelled', 'The shop has cancelled this payment.'],
    action: ['One more step', 'Your bank wants you to confirm this payment.'],
    expired: [
      'Payment link expired',
      'The time to pay with this link is over. Please ask the shop for another.',
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
  sum: 'Artikel zusammen',
  shipping: 'Versand',
  tax: 'Steuer',
  surcharge: 'Zuschlag',
  total: 'Gesamtbetrag',
  details: 'Einzelheiten',
  validUntil: 'Sie können bezahlen bis',
  card: 'Kartendaten',
  number: 'Kartennummer',
  expiry: 'Gültig bis (MM / JJ)',
  code: 'Prüfziffer',
  name: 'Name auf der Karte',
  optional: 'freiwillig',
  keep: 'Diese Karte für spätere Zahlungen an diesen Shop speichern',
  missing: 'Bitte ausfüllen.',
  checkNumber: 'Bitte prüfen Sie die Kartennummer.',
  checkExpiry: 'Bitte geben Sie Monat und Jahr an, wie auf der Karte.',
  checkCode: 'Bitte prüfen Sie die Prüfziffer.',
  sending: 'Die Zahlung läuft…',
  failed: 'Die Zahlung wurde abgelehnt.',
  needsScript: 'Um hier zu bezahlen, erlauben Sie dieser Seite bitte Skripte.',
  back: 'Zurück zum Shop',
  goOn: 'Weiter',
  tryAgain: 'Jetzt bezahlen',
  mayTryAnother: 'Es wurde nichts abgebucht. Sie können mit einer anderen Karte bezahlen.',
  tryAnother: 'Andere Karte versuchen',
  takesYouBack: 'Wir bringen Sie in einigen Sekunden zum Shop zurück.',
  poweredBy: 'Mit Turnout',
  terms:
    'Mit der Zahlung erlauben Sie dem Shop, Ihre Karte hierfür und, wo vereinbart, auch später zu belasten.',
  outcome: {
    paid: ['Zahlung erfolgreich', 'Vielen Dank. Ihre Zahlung ist eingegangen.'],
    authorized: ['Zahlung genehmigt', 'Vielen Dank. Der Betrag ist für den Shop reserviert.'],
    processing: [
      'Zahlung wird bearbeitet',
      'Das Ergebnis steht noch nicht fest. Bitte bezahlen Sie nicht noch einmal.',
    ],
    failed: [
      'Zahlung fehlgeschlagen',
      'Die Zahlung kam nicht zustande. Es wurde nichts abgebucht.',
    ],
    cancelled: ['Zahlung abgebrochen', 'Der Shop hat diese Zahlung abgebrochen.'],
    action: ['Noch ein Schritt', 'Ihre Bank möchte, dass Sie diese Zahlung bestätigen.'],
    expired: [
      'Zahlungslink abgelaufen',
      'Die Zeit für diesen Link ist um. Bitte lassen Sie sich vom Shop einen neuen geben.',
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
  sum: 'Total des articles',
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
  checkExpiry: 'Veuillez indiquer le mois et l’année, comme sur la carte.',
  checkCode: 'Veuillez vérifier le code de sécurité.',
  sending: 'Paiement en cours…',
  failed: 'Le paiement a été refusé.',
  needsScript: 'Pour payer ici, veuillez autoriser les scripts sur cette page.',
  back: 'Retour à la boutique',
  goOn: 'Continuer',
  tryAgain: 'Payer maintenant',
  mayTryAnother: 'Rien n’a été débité. Vous pouvez payer avec une autre carte.',
  tryAnother: 'Essayer une autre carte',
  takesYouBack: 'Nous vous ramenons à la boutique dans quelques secondes.',
  poweredBy: 'Propulsé par Turnout',
  terms:
    'En payant, vous autorisez la boutique à débiter votre carte pour ce paiement et, si convenu, pour les suivants.',
  outcome: {
    paid: ['Paiement réussi', 'Merci. Votre paiement est arrivé.'],
    authorized: ['Paiement autorisé', 'Merci. Le montant est réservé pour la boutique.'],
    processing: [
      'Paiement en cours de traitement',
      'Le résultat n’est pas encore connu. Merci de ne pas payer une seconde fois.',
    ],
    failed: ['Échec du paiement', 'Le paiement n’a pas abouti. Rien n’a été débité.'],
    cancelled: ['Paiement annulé', 'La boutique a annulé ce paiement.'],
    action: ['Encore une étape', 'Votre banque souhaite que vous confirmiez ce paiement.'],
    expired: [
      'Lien de paiement expiré',
      'Le délai pour payer avec ce lien est passé. Veuillez en demander un autre à la boutique.',
    ],
    open: ['Pas encore payé', 'Ce paiement n’a pas encore été effectué.'],
  },
};

const byLanguage: Readonly<Record<string, PageTexts>> = { en, de, fr };

/** What we speak. */
export const languages: readonly string[] = Object.keys(byLanguage);

/** The texts for a locale such as `de-CH`; in English where we do not speak its language. */
export const textsFor = (locale: string): PageTexts => byLanguage[languageOf(locale)] ?? en;
