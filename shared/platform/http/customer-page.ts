import { acceptedLanguages, firstSupported, languageOf } from './accepted-languages.ts';
import { escaped, htmlPage } from './html-page.ts';
import type { RawResponse } from './raw-response.ts';

/** The page that a customer's browser gets instead of the requested one. */
export type ErrorPage =
  /** The page does not exist, or not for this visitor: both look the same. */
  | 'closed'
  /** The page is the customer's, but the payment has moved on elsewhere. */
  | 'outdated'
  /** The payment has ended, so there is nothing left to do on the page. */
  | 'finished'
  /** The time in which the customer could pay is over. */
  | 'expired'
  /** The switch failed to make the page. */
  | 'failed';

const statuses: Readonly<Record<ErrorPage, number>> = {
  closed: 404,
  outdated: 410,
  finished: 410,
  expired: 410,
  failed: 500,
};

type Texts = Readonly<Record<ErrorPage, readonly [title: string, text: string]>> & {
  readonly back: string;
};

const en: Texts = {
  closed: [
    'This page is closed',
    'The address is incomplete, or it is not valid any more. Please go back to the shop.',
  ],
  outdated: [
    'This page is out of date',
    'You have since tried to pay again. Please continue in the window where you did that.',
  ],
  finished: [
    'This payment has ended',
    'There is nothing left to do here. The shop shows how the payment ended.',
  ],
  expired: [
    'The time to pay is over',
    'This payment can no longer be continued. Please go back to the shop to pay again.',
  ],
  failed: ['Something went wrong', 'We could not show this page. Please try again in a moment.'],
  back: 'Back to the shop',
};

const texts: Readonly<Record<string, Texts>> = {
  en,
  de: {
    closed: [
      'Diese Seite ist geschlossen',
      'Die Adresse ist unvollständig oder nicht mehr gültig. Bitte gehen Sie zurück zum Shop.',
    ],
    outdated: [
      'Diese Seite ist veraltet',
      'Sie haben die Zahlung seither neu begonnen. Bitte machen Sie in dem Fenster weiter, in dem Sie das zuletzt getan haben.',
    ],
    finished: [
      'Diese Zahlung ist beendet',
      'Hier ist nichts mehr zu tun. Der Shop zeigt, wie die Zahlung ausgegangen ist.',
    ],
    expired: [
      'Die Zeit zum Bezahlen ist abgelaufen',
      'Diese Zahlung kann nicht mehr fortgesetzt werden. Bitte gehen Sie zurück zum Shop, um neu zu bezahlen.',
    ],
    back: 'Zurück zum Shop',
    failed: [
      'Etwas ist schiefgegangen',
      'Wir konnten diese Seite nicht anzeigen. Bitte versuchen Sie es gleich noch einmal.',
    ],
  },
  fr: {
    closed: [
      'Cette page est fermée',
      'L’adresse est incomplète ou n’est plus valable. Veuillez retourner à la boutique.',
    ],
    outdated: [
      'Cette page n’est plus à jour',
      'Vous avez recommencé le paiement depuis. Veuillez continuer dans la fenêtre où vous l’avez fait en dernier.',
    ],
    finished: [
      'Ce paiement est terminé',
      'Il n’y a plus rien à faire ici. La boutique indique comment le paiement s’est terminé.',
    ],
    expired: [
      'Le délai de paiement est écoulé',
      'Ce paiement ne peut plus être poursuivi. Veuillez retourner à la boutique pour payer à nouveau.',
    ],
    back: 'Retour à la boutique',
    failed: [
      'Un problème est survenu',
      'Nous n’avons pas pu afficher cette page. Veuillez réessayer dans un instant.',
    ],
  },
};

/** Statuses for which browsers get a page. Other refusals are for developers and stay JSON. */
export const isShownAsPage = (status: number) => status === 404 || status >= 500;

const style =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:26rem;margin:12vh auto;padding:0 1rem;color:#1a1a1a;background:#fff}h1{font-size:1.25rem}';

/**
 * The page in the reader's language. It shows nothing of the request.
 *
 * @param shopUrl where a link leads back to the shop; shown where it is http or https
 */
export function customerErrorPage(
  kind: ErrorPage,
  acceptLanguage: string | undefined,
  status = statuses[kind],
  shopUrl?: string,
): RawResponse {
  const wanted = firstSupported(acceptedLanguages(acceptLanguage), Object.keys(texts)) ?? 'en';
  const language = languageOf(wanted);
  const { [kind]: page, back } = texts[language] ?? en;
  const [title, text] = page;
  const isLink = /^https?:$/.test(URL.parse(shopUrl ?? '')?.protocol ?? '');
  const link = isLink ? `\n<p><a href="${escaped(shopUrl ?? '')}">${escaped(back)}</a></p>` : '';
  return htmlPage({
    status,
    title,
    language,
    style,
    policy: ["form-action 'none'", "frame-ancestors 'none'"],
    content: `<p>${escaped(text)}</p>${link}`,
  });
}
