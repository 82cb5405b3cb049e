/** All texts of the pages in one language. */
export interface PageTexts {
  readonly enterCard: string;
  readonly cardNumber: string;
  readonly cardholderName: string;
  readonly expiry: string;
  /** The format of the expiry: month and year. */
  readonly expiryForm: string;
  readonly cvc: string;
  readonly optional: string;
  readonly missing: string;
  readonly past: string;
  readonly unaccepted: string;
  /** Beside an invalid number of the right length. */
  readonly invalidNumber: string;
  readonly incompleteNumber: string;
  readonly invalidName: string;
  readonly numberAsName: string;
  readonly invalidExpiry: string;
  readonly noSuchMonth: string;
  /** For a card whose brand is unknown. */
  readonly invalidCvc: string;
  readonly threeDigits: string;
  readonly fourDigits: string;
  readonly sending: string;
  /** The text before the last four digits. */
  readonly stored: string;
  readonly failed: string;
  readonly expired: string;
  readonly cardDetails: string;
  readonly cardType: string;
  readonly showCvc: string;
  readonly gone: string;
  readonly hidden: string;
  readonly notOnPaper: string;
  readonly refused: string;
  readonly notFound: string;
  readonly tooOften: string;
  readonly unavailable: string;
}

const en: PageTexts = {
  enterCard: 'Card details',
  cardNumber: 'Card number',
  cardholderName: 'Name on card',
  expiry: 'Expiry date',
  expiryForm: 'MM / YY',
  cvc: 'Security code',
  optional: 'optional',
  missing: 'Please fill this in.',
  past: 'This card has expired.',
  unaccepted: 'This type of card is not accepted here.',
  invalidNumber: 'Please check the card number.',
  incompleteNumber: 'The card number is not complete.',
  invalidName: 'Please check the name.',
  numberAsName: 'Please enter the name here, not the card number.',
  invalidExpiry: 'Please enter month and year.',
  noSuchMonth: 'The month must be from 01 to 12.',
  invalidCvc: 'Please check the security code.',
  threeDigits: 'The security code has 3 digits, on the back of the card.',
  fourDigits: 'The security code has 4 digits, on the front of the card.',
  sending: 'Saving the card…',
  stored: 'Card saved, ending in',
  failed: 'The card could not be saved. Please try again.',
  expired: 'This page has expired. Please go back and start again.',
  cardDetails: 'Card details',
  cardType: 'Card type',
  showCvc: 'Show',
  gone: 'No longer available',
  hidden: 'The details have been hidden for your security.',
  notOnPaper: 'Card details are not printed.',
  refused: 'This page may not be opened here.',
  notFound: 'There is nothing to show.',
  tooOften: 'Too many attempts. Please wait a minute.',
  unavailable: 'This is not possible just now. Please try again.',
};

const de: PageTexts = {
  enterCard: 'Kartendaten',
  cardNumber: 'Kartennummer',
  cardholderName: 'Name auf der Karte',
  expiry: 'Gültig bis',
  expiryForm: 'MM / JJ',
  cvc: 'Prüfnummer',
  optional: 'freiwillig',
  missing: 'Bitte ausfüllen.',
  past: 'Diese Karte ist abgelaufen.',
  unaccepted: 'Diese Kartenart wird hier nicht angenommen.',
  invalidNumber: 'Bitte prüfen Sie die Kartennummer.',
  incompleteNumber: 'Die Kartennummer ist nicht vollständig.',
  invalidName: 'Bitte prüfen Sie den Namen.',
  numberAsName: 'Bitte geben Sie hier den Namen ein, nicht die Kartennummer.',
  invalidExpiry: 'Bitte geben Sie Monat und Jahr ein.',
  noSuchMonth: 'Der Monat muss zwischen 01 und 12 liegen.',
  invalidCvc: 'Bitte prüfen Sie die Prüfnummer.',
  threeDigits: 'Die Prüfnummer hat 3 Ziffern und steht auf der Rückseite der Karte.',
  fourDigits: 'Die Prüfnummer hat 4 Ziffern und steht auf der Vorderseite der Karte.',
  sending: 'Die Karte wird gespeichert …',
  stored: 'Karte gespeichert, Endziffern',
  failed: 'Die Karte konnte nicht gespeichert werden. Bitte versuchen Sie es noch einmal.',
  expired: 'Diese Seite ist abgelaufen. Bitte gehen Sie zurück und beginnen Sie neu.',
  cardDetails: 'Kartendaten',
  cardType: 'Kartenart',
  showCvc: 'Anzeigen',
  gone: 'Nicht mehr verfügbar',
  hidden: 'Die Daten wurden zu Ihrer Sicherheit ausgeblendet.',
  notOnPaper: 'Kartendaten werden nicht gedruckt.',
  refused: 'Diese Seite darf hier nicht geöffnet werden.',
  notFound: 'Es gibt nichts anzuzeigen.',
  tooOften: 'Zu viele Versuche. Bitte warten Sie eine Minute.',
  unavailable: 'Das geht gerade nicht. Bitte versuchen Sie es noch einmal.',
};

const fr: PageTexts = {
  enterCard: 'Données de la carte',
  cardNumber: 'Numéro de carte',
  cardholderName: 'Nom sur la carte',
  expiry: 'Date d’expiration',
  expiryForm: 'MM / AA',
  cvc: 'Code de sécurité',
  optional: 'facultatif',
  missing: 'Veuillez remplir ce champ.',
  past: 'Cette carte a expiré.',
  unaccepted: 'Ce type de carte n’est pas accepté ici.',
  invalidNumber: 'Veuillez vérifier le numéro de carte.',
  incompleteNumber: 'Le numéro de carte est incomplet.',
  invalidName: 'Veuillez vérifier le nom.',
  numberAsName: 'Veuillez saisir ici le nom, et non le numéro de carte.',
  invalidExpiry: 'Veuillez saisir le mois et l’année.',
  noSuchMonth: 'Le mois doit être compris entre 01 et 12.',
  invalidCvc: 'Veuillez vérifier le code de sécurité.',
  threeDigits: 'Le code de sécurité a 3 chiffres, au dos de la carte.',
  fourDigits: 'Le code de sécurité a 4 chiffres, sur le devant de la carte.',
  sending: 'Enregistrement de la carte…',
  stored: 'Carte enregistrée, se terminant par',
  failed: 'La carte n’a pas pu être enregistrée. Veuillez réessayer.',
  expired: 'Cette page a expiré. Veuillez revenir en arrière et recommencer.',
  cardDetails: 'Données de la carte',
  cardType: 'Type de carte',
  showCvc: 'Afficher',
  gone: 'N’est plus disponible',
  hidden: 'Les données ont été masquées pour votre sécurité.',
  notOnPaper: 'Les données de la carte ne sont pas imprimées.',
  refused: 'Cette page ne peut pas être ouverte ici.',
  notFound: 'Il n’y a rien à afficher.',
  tooOften: 'Trop de tentatives. Veuillez attendre une minute.',
  unavailable: 'Ce n’est pas possible pour le moment. Veuillez réessayer.',
};

const es: PageTexts = {
  enterCard: 'Datos de la tarjeta',
  cardNumber: 'Número de tarjeta',
  cardholderName: 'Nombre en la tarjeta',
  expiry: 'Fecha de caducidad',
  expiryForm: 'MM / AA',
  cvc: 'Código de seguridad',
  optional: 'opcional',
  missing: 'Rellene este campo.',
  past: 'Esta tarjeta ha caducado.',
  unaccepted: 'Aquí no se acepta este tipo de tarjeta.',
  invalidNumber: 'Compruebe el número de tarjeta.',
  incompleteNumber: 'El número de tarjeta está incompleto.',
  invalidName: 'Compruebe el nombre.',
  numberAsName: 'Introduzca aquí el nombre, no el número de tarjeta.',
  invalidExpiry: 'Introduzca el mes y el año.',
  noSuchMonth: 'El mes debe estar entre 01 y 12.',
  invalidCvc: 'Compruebe el código de seguridad.',
  threeDigits: 'El código de seguridad tiene 3 dígitos, en el reverso de la tarjeta.',
  fourDigits: 'El código de seguridad tiene 4 dígitos, en el anverso de la tarjeta.',
  sending: 'Guardando la tarjeta…',
  stored: 'Tarjeta guardada, terminada en',
  failed: 'No se ha podido guardar la tarjeta. Inténtelo de nuevo.',
  expired: 'Esta página ha caducado. Vuelva atrás y empiece de nuevo.',
  cardDetails: 'Datos de la tarjeta',
  cardType: 'Tipo de tarjeta',
  showCvc: 'Mostrar',
  gone: 'Ya no está disponible',
  hidden: 'Los datos se han ocultado por su seguridad.',
  notOnPaper: 'Los datos de la tarjeta no se imprimen.',
  refused: 'Esta página no se puede abrir aquí.',
  notFound: 'No hay nada que mostrar.',
  tooOften: 'Demasiados intentos. Espere un minuto.',
  unavailable: 'No es posible en este momento. Inténtelo de nuevo.',
};

const pt: PageTexts = {
  enterCard: 'Dados do cartão',
  cardNumber: 'Número do cartão',
  cardholderName: 'Nome no cartão',
  expiry: 'Data de validade',
  expiryForm: 'MM / AA',
  cvc: 'Código de segurança',
  optional: 'opcional',
  missing: 'Preencha este campo.',
  past: 'Este cartão expirou.',
  unaccepted: 'Este tipo de cartão não é aceite aqui.',
  invalidNumber: 'Verifique o número do cartão.',
  incompleteNumber: 'O número do cartão está incompleto.',
  invalidName: 'Verifique o nome.',
  numberAsName: 'Indique aqui o nome, e não o número do cartão.',
  invalidExpiry: 'Indique o mês e o ano.',
  noSuchMonth: 'O mês deve estar entre 01 e 12.',
  invalidCvc: 'Verifique o código de segurança.',
  threeDigits: 'O código de segurança tem 3 dígitos, no verso do cartão.',
  fourDigits: 'O código de segurança tem 4 dígitos, na frente do cartão.',
  sending: 'A guardar o cartão…',
  stored: 'Cartão guardado, terminado em',
  failed: 'Não foi possível guardar o cartão. Tente novamente.',
  expired: 'Esta página expirou. Volte atrás e comece de novo.',
  cardDetails: 'Dados do cartão',
  cardType: 'Tipo de cartão',
  showCvc: 'Mostrar',
  gone: 'Já não está disponível',
  hidden: 'Os dados foram ocultados para sua segurança.',
  notOnPaper: 'Os dados do cartão não são impressos.',
  refused: 'Esta página não pode ser aberta aqui.',
  notFound: 'Não há nada para mostrar.',
  tooOften: 'Demasiadas tentativas. Aguarde um minuto.',
  unavailable: 'Não é possível neste momento. Tente novamente.',
};

const it: PageTexts = {
  enterCard: 'Dati della carta',
  cardNumber: 'Numero della carta',
  cardholderName: 'Nome sulla carta',
  expiry: 'Data di scadenza',
  expiryForm: 'MM / AA',
  cvc: 'Codice di sicurezza',
  optional: 'facoltativo',
  missing: 'Compili questo campo.',
  past: 'Questa carta è scaduta.',
  unaccepted: 'Questo tipo di carta non è accettato qui.',
  invalidNumber: 'Controlli il numero della carta.',
  incompleteNumber: 'Il numero della carta è incompleto.',
  invalidName: 'Controlli il nome.',
  numberAsName: 'Inserisca qui il nome, non il numero della carta.',
  invalidExpiry: 'Inserisca il mese e l’anno.',
  noSuchMonth: 'Il mese deve essere compreso tra 01 e 12.',
  invalidCvc: 'Controlli il codice di sicurezza.',
  threeDigits: 'Il codice di sicurezza ha 3 cifre, sul retro della carta.',
  fourDigits: 'Il codice di sicurezza ha 4 cifre, sul fronte della carta.',
  sending: 'Salvataggio della carta…',
  stored: 'Carta salvata, che termina con',
  failed: 'Non è stato possibile salvare la carta. Riprovi.',
  expired: 'Questa pagina è scaduta. Torni indietro e ricominci.',
  cardDetails: 'Dati della carta',
  cardType: 'Tipo di carta',
  showCvc: 'Mostra',
  gone: 'Non più disponibile',
  hidden: 'I dati sono stati nascosti per la Sua sicurezza.',
  notOnPaper: 'I dati della carta non vengono stampati.',
  refused: 'Questa pagina non può essere aperta qui.',
  notFound: 'Non c’è nulla da mostrare.',
  tooOften: 'Troppi tentativi. Attenda un minuto.',
  unavailable: 'Al momento non è possibile. Riprovi.',
};

const nl: PageTexts = {
  enterCard: 'Kaartgegevens',
  cardNumber: 'Kaartnummer',
  cardholderName: 'Naam op de kaart',
  expiry: 'Vervaldatum',
  expiryForm: 'MM / JJ',
  cvc: 'Beveiligingscode',
  optional: 'optioneel',
  missing: 'Vul dit veld in.',
  past: 'Deze kaart is verlopen.',
  unaccepted: 'Dit type kaart wordt hier niet geaccepteerd.',
  invalidNumber: 'Controleer het kaartnummer.',
  incompleteNumber: 'Het kaartnummer is niet volledig.',
  invalidName: 'Controleer de naam.',
  numberAsName: 'Vul hier de naam in, niet het kaartnummer.',
  invalidExpiry: 'Vul maand en jaar in.',
  noSuchMonth: 'De maand moet tussen 01 en 12 liggen.',
  invalidCvc: 'Controleer de beveiligingscode.',
  threeDigits: 'De beveiligingscode heeft 3 cijfers, op de achterkant van de kaart.',
  fourDigits: 'De beveiligingscode heeft 4 cijfers, op de voorkant van de kaart.',
  sending: 'De kaart wordt opgeslagen…',
  stored: 'Kaart opgeslagen, eindigend op',
  failed: 'De kaart kon niet worden opgeslagen. Probeer het opnieuw.',
  expired: 'Deze pagina is verlopen. Ga terug en begin opnieuw.',
  cardDetails: 'Kaartgegevens',
  cardType: 'Kaarttype',
  showCvc: 'Tonen',
  gone: 'Niet meer beschikbaar',
  hidden: 'De gegevens zijn voor uw veiligheid verborgen.',
  notOnPaper: 'Kaartgegevens worden niet afgedrukt.',
  refused: 'Deze pagina mag hier niet worden geopend.',
  notFound: 'Er is niets om te tonen.',
  tooOften: 'Te veel pogingen. Wacht een minuut.',
  unavailable: 'Dat lukt nu niet. Probeer het opnieuw.',
};

const pl: PageTexts = {
  enterCard: 'Dane karty',
  cardNumber: 'Numer karty',
  cardholderName: 'Imię i nazwisko na karcie',
  expiry: 'Data ważności',
  expiryForm: 'MM / RR',
  cvc: 'Kod zabezpieczający',
  optional: 'opcjonalnie',
  missing: 'Wypełnij to pole.',
  past: 'Ta karta straciła ważność.',
  unaccepted: 'Ten rodzaj karty nie jest tu przyjmowany.',
  invalidNumber: 'Sprawdź numer karty.',
  incompleteNumber: 'Numer karty jest niepełny.',
  invalidName: 'Sprawdź imię i nazwisko.',
  numberAsName: 'Podaj tutaj imię i nazwisko, a nie numer karty.',
  invalidExpiry: 'Podaj miesiąc i rok.',
  noSuchMonth: 'Miesiąc musi być w zakresie od 01 do 12.',
  invalidCvc: 'Sprawdź kod zabezpieczający.',
  threeDigits: 'Kod zabezpieczający ma 3 cyfry, na odwrocie karty.',
  fourDigits: 'Kod zabezpieczający ma 4 cyfry, na przodzie karty.',
  sending: 'Zapisywanie karty…',
  stored: 'Karta zapisana, końcówka',
  failed: 'Nie udało się zapisać karty. Spróbuj ponownie.',
  expired: 'Ta strona wygasła. Wróć i zacznij od nowa.',
  cardDetails: 'Dane karty',
  cardType: 'Rodzaj karty',
  showCvc: 'Pokaż',
  gone: 'Już niedostępny',
  hidden: 'Dane zostały ukryte dla Twojego bezpieczeństwa.',
  notOnPaper: 'Dane karty nie są drukowane.',
  refused: 'Tej strony nie można tu otworzyć.',
  notFound: 'Nie ma nic do pokazania.',
  tooOften: 'Zbyt wiele prób. Poczekaj minutę.',
  unavailable: 'W tej chwili to niemożliwe. Spróbuj ponownie.',
};

export const textsByLanguage = { en, de, fr, es, pt, it, nl, pl } as const;
export type Language = keyof typeof textsByLanguage;

const isLanguage = (text: string): text is Language => Object.hasOwn(textsByLanguage, text);

/** The language of a BCP 47 tag such as `pt-BR`, if we have its texts; English otherwise. */
export function languageOf(tag: string | undefined): Language {
  const language = tag?.split('-')[0]?.toLowerCase() ?? '';
  return isLanguage(language) ? language : 'en';
}
