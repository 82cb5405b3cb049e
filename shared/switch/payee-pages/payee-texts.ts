import { type Language, languageFor } from '#vocabulary/page-texts/languages.ts';

/** The outcome of a payout, or of stating payment details, as a page shows it. */
export type PayeeOutcome =
  | 'paid'
  | 'processing'
  | 'failed'
  | 'cancelled'
  | 'expired'
  /** The payment details were saved. */
  | 'saved';

/** The texts of the pages on which a payee states how to be paid, in one language. */
export interface PayeeTexts {
  /** The title of the page of a payout. */
  readonly payout: string;
  /** The title of the page on which a customer saves payment details. */
  readonly collect: string;
  readonly methods: string;
  /** The label of the button. */
  readonly confirm: string;
  readonly sending: string;
  readonly needsScript: string;
  /** With `{date}`. */
  readonly until: string;
  readonly notNow: string;
  readonly noMethod: string;
  readonly phone: string;
  /** Precedes a destination that the merchant has stated. */
  readonly paidTo: string;
  readonly goesBack: string;
  readonly outcome: Readonly<Record<PayeeOutcome, readonly [title: string, text: string]>>;
}

const english: PayeeTexts = {
  payout: 'Receive your payout',
  collect: 'Add your payment details',
  methods: 'How would you like to be paid?',
  confirm: 'Confirm',
  sending: 'Sending…',
  needsScript: 'Please enable JavaScript to use this page.',
  until: 'You can confirm until {date}.',
  notNow: 'This is not possible at the moment. Please try again in a few minutes.',
  noMethod: 'This page offers no way to be paid at the moment. Please contact the sender.',
  phone: 'Phone number',
  paidTo: 'Paid to',
  goesBack: 'You will be taken back in a few seconds.',
  outcome: {
    paid: ['Payout sent', 'The money has been sent to you.'],
    processing: ['Payout in progress', 'Thank you. You do not need to do anything else.'],
    failed: ['Payout failed', 'The payout could not be made. Please contact the sender.'],
    cancelled: ['Payout cancelled', 'The sender has cancelled this payout.'],
    expired: ['Link expired', 'This link is no longer valid. Please ask the sender for a new one.'],
    saved: ['Details saved', 'Thank you. You can close this page.'],
  },
};

const german: PayeeTexts = {
  payout: 'Auszahlung erhalten',
  collect: 'Zahlungsdaten angeben',
  methods: 'Wie möchten Sie das Geld erhalten?',
  confirm: 'Bestätigen',
  sending: 'Wird gesendet…',
  needsScript: 'Bitte aktivieren Sie JavaScript, um diese Seite zu nutzen.',
  until: 'Sie können bis {date} bestätigen.',
  notNow: 'Das ist im Moment nicht möglich. Bitte versuchen Sie es in einigen Minuten erneut.',
  noMethod:
    'Diese Seite bietet im Moment keinen Weg zur Auszahlung an. Bitte wenden Sie sich an den Absender.',
  phone: 'Telefonnummer',
  paidTo: 'Auszahlung an',
  goesBack: 'Sie werden in wenigen Sekunden zurückgeleitet.',
  outcome: {
    paid: ['Auszahlung gesendet', 'Das Geld wurde an Sie gesendet.'],
    processing: ['Auszahlung wird bearbeitet', 'Vielen Dank. Sie müssen nichts weiter tun.'],
    failed: [
      'Auszahlung fehlgeschlagen',
      'Die Auszahlung war nicht möglich. Bitte wenden Sie sich an den Absender.',
    ],
    cancelled: ['Auszahlung abgebrochen', 'Der Absender hat diese Auszahlung abgebrochen.'],
    expired: [
      'Link abgelaufen',
      'Dieser Link ist nicht mehr gültig. Bitte fragen Sie den Absender nach einem neuen.',
    ],
    saved: ['Daten gespeichert', 'Vielen Dank. Sie können diese Seite schließen.'],
  },
};

const french: PayeeTexts = {
  payout: 'Recevoir votre versement',
  collect: 'Ajouter vos coordonnées de paiement',
  methods: 'Comment souhaitez-vous être payé ?',
  confirm: 'Confirmer',
  sending: 'Envoi en cours…',
  needsScript: 'Veuillez activer JavaScript pour utiliser cette page.',
  until: 'Vous pouvez confirmer jusqu’au {date}.',
  notNow: 'Cela n’est pas possible pour le moment. Veuillez réessayer dans quelques minutes.',
  noMethod:
    'Cette page ne propose aucun moyen de versement pour le moment. Veuillez contacter l’expéditeur.',
  phone: 'Numéro de téléphone',
  paidTo: 'Versé à',
  goesBack: 'Vous allez être redirigé dans quelques secondes.',
  outcome: {
    paid: ['Versement envoyé', 'L’argent vous a été envoyé.'],
    processing: ['Versement en cours', 'Merci. Vous n’avez rien d’autre à faire.'],
    failed: [
      'Échec du versement',
      'Le versement n’a pas pu être effectué. Veuillez contacter l’expéditeur.',
    ],
    cancelled: ['Versement annulé', 'L’expéditeur a annulé ce versement.'],
    expired: [
      'Lien expiré',
      'Ce lien n’est plus valable. Veuillez en demander un nouveau à l’expéditeur.',
    ],
    saved: ['Coordonnées enregistrées', 'Merci. Vous pouvez fermer cette page.'],
  },
};

const spanish: PayeeTexts = {
  payout: 'Recibir su pago',
  collect: 'Añadir sus datos de pago',
  methods: '¿Cómo desea recibir el dinero?',
  confirm: 'Confirmar',
  sending: 'Enviando…',
  needsScript: 'Active JavaScript para usar esta página.',
  until: 'Puede confirmar hasta el {date}.',
  notNow: 'Esto no es posible en este momento. Inténtelo de nuevo en unos minutos.',
  noMethod:
    'Esta página no ofrece ninguna forma de cobro en este momento. Póngase en contacto con el remitente.',
  phone: 'Número de teléfono',
  paidTo: 'Pagado a',
  goesBack: 'Volverá en unos segundos.',
  outcome: {
    paid: ['Pago enviado', 'El dinero se le ha enviado.'],
    processing: ['Pago en curso', 'Gracias. No tiene que hacer nada más.'],
    failed: [
      'El pago ha fallado',
      'No se ha podido realizar el pago. Póngase en contacto con el remitente.',
    ],
    cancelled: ['Pago cancelado', 'El remitente ha cancelado este pago.'],
    expired: ['Enlace caducado', 'Este enlace ya no es válido. Pida uno nuevo al remitente.'],
    saved: ['Datos guardados', 'Gracias. Puede cerrar esta página.'],
  },
};

const italian: PayeeTexts = {
  payout: 'Ricevi il tuo pagamento',
  collect: 'Aggiungi i tuoi dati di pagamento',
  methods: 'Come desideri essere pagato?',
  confirm: 'Conferma',
  sending: 'Invio in corso…',
  needsScript: 'Attiva JavaScript per usare questa pagina.',
  until: 'Puoi confermare fino al {date}.',
  notNow: 'Al momento non è possibile. Riprova tra qualche minuto.',
  noMethod:
    'Al momento questa pagina non offre alcun modo per essere pagati. Contatta il mittente.',
  phone: 'Numero di telefono',
  paidTo: 'Pagato a',
  goesBack: 'Tornerai indietro tra pochi secondi.',
  outcome: {
    paid: ['Pagamento inviato', 'Il denaro ti è stato inviato.'],
    processing: ['Pagamento in corso', 'Grazie. Non devi fare altro.'],
    failed: [
      'Pagamento non riuscito',
      'Non è stato possibile effettuare il pagamento. Contatta il mittente.',
    ],
    cancelled: ['Pagamento annullato', 'Il mittente ha annullato questo pagamento.'],
    expired: ['Link scaduto', 'Questo link non è più valido. Chiedine uno nuovo al mittente.'],
    saved: ['Dati salvati', 'Grazie. Puoi chiudere questa pagina.'],
  },
};

const portuguese: PayeeTexts = {
  payout: 'Receber o seu pagamento',
  collect: 'Adicionar os seus dados de pagamento',
  methods: 'Como deseja receber o dinheiro?',
  confirm: 'Confirmar',
  sending: 'A enviar…',
  needsScript: 'Ative o JavaScript para usar esta página.',
  until: 'Pode confirmar até {date}.',
  notNow: 'Isto não é possível neste momento. Tente novamente dentro de alguns minutos.',
  noMethod:
    'Neste momento, esta página não oferece nenhuma forma de receber. Contacte o remetente.',
  phone: 'Número de telefone',
  paidTo: 'Pago a',
  goesBack: 'Será redirecionado dentro de alguns segundos.',
  outcome: {
    paid: ['Pagamento enviado', 'O dinheiro foi-lhe enviado.'],
    processing: ['Pagamento em curso', 'Obrigado. Não precisa de fazer mais nada.'],
    failed: ['O pagamento falhou', 'Não foi possível fazer o pagamento. Contacte o remetente.'],
    cancelled: ['Pagamento cancelado', 'O remetente cancelou este pagamento.'],
    expired: ['Link expirado', 'Este link já não é válido. Peça um novo ao remetente.'],
    saved: ['Dados guardados', 'Obrigado. Pode fechar esta página.'],
  },
};

const dutch: PayeeTexts = {
  payout: 'Uw uitbetaling ontvangen',
  collect: 'Uw betaalgegevens toevoegen',
  methods: 'Hoe wilt u betaald worden?',
  confirm: 'Bevestigen',
  sending: 'Bezig met verzenden…',
  needsScript: 'Schakel JavaScript in om deze pagina te gebruiken.',
  until: 'U kunt bevestigen tot {date}.',
  notNow: 'Dit is op dit moment niet mogelijk. Probeer het over een paar minuten opnieuw.',
  noMethod:
    'Deze pagina biedt op dit moment geen manier om betaald te worden. Neem contact op met de afzender.',
  phone: 'Telefoonnummer',
  paidTo: 'Betaald aan',
  goesBack: 'U keert over een paar seconden terug.',
  outcome: {
    paid: ['Uitbetaling verzonden', 'Het geld is naar u verzonden.'],
    processing: ['Uitbetaling wordt verwerkt', 'Dank u. U hoeft verder niets te doen.'],
    failed: [
      'Uitbetaling mislukt',
      'De uitbetaling kon niet worden gedaan. Neem contact op met de afzender.',
    ],
    cancelled: ['Uitbetaling geannuleerd', 'De afzender heeft deze uitbetaling geannuleerd.'],
    expired: ['Link verlopen', 'Deze link is niet meer geldig. Vraag de afzender om een nieuwe.'],
    saved: ['Gegevens opgeslagen', 'Dank u. U kunt deze pagina sluiten.'],
  },
};

const polish: PayeeTexts = {
  payout: 'Odbierz wypłatę',
  collect: 'Dodaj dane do płatności',
  methods: 'Jak chcesz otrzymać pieniądze?',
  confirm: 'Potwierdź',
  sending: 'Wysyłanie…',
  needsScript: 'Włącz JavaScript, aby korzystać z tej strony.',
  until: 'Możesz potwierdzić do {date}.',
  notNow: 'W tej chwili nie jest to możliwe. Spróbuj ponownie za kilka minut.',
  noMethod: 'Ta strona nie oferuje w tej chwili żadnego sposobu wypłaty. Skontaktuj się z nadawcą.',
  phone: 'Numer telefonu',
  paidTo: 'Wypłata na',
  goesBack: 'Za kilka sekund nastąpi powrót.',
  outcome: {
    paid: ['Wypłata wysłana', 'Pieniądze zostały do Ciebie wysłane.'],
    processing: ['Wypłata w toku', 'Dziękujemy. Nie musisz robić nic więcej.'],
    failed: [
      'Wypłata nie powiodła się',
      'Nie udało się dokonać wypłaty. Skontaktuj się z nadawcą.',
    ],
    cancelled: ['Wypłata anulowana', 'Nadawca anulował tę wypłatę.'],
    expired: ['Link wygasł', 'Ten link nie jest już ważny. Poproś nadawcę o nowy.'],
    saved: ['Dane zapisane', 'Dziękujemy. Możesz zamknąć tę stronę.'],
  },
};

const czech: PayeeTexts = {
  payout: 'Přijmout výplatu',
  collect: 'Přidat platební údaje',
  methods: 'Jak chcete dostat peníze?',
  confirm: 'Potvrdit',
  sending: 'Odesílání…',
  needsScript: 'Pro použití této stránky zapněte JavaScript.',
  until: 'Potvrdit můžete do {date}.',
  notNow: 'To teď není možné. Zkuste to prosím znovu za několik minut.',
  noMethod: 'Tato stránka teď nenabízí žádný způsob výplaty. Obraťte se prosím na odesílatele.',
  phone: 'Telefonní číslo',
  paidTo: 'Vyplaceno na',
  goesBack: 'Za několik sekund budete vráceni zpět.',
  outcome: {
    paid: ['Výplata odeslána', 'Peníze vám byly odeslány.'],
    processing: ['Výplata se zpracovává', 'Děkujeme. Nemusíte dělat nic dalšího.'],
    failed: [
      'Výplata se nezdařila',
      'Výplatu nebylo možné provést. Obraťte se prosím na odesílatele.',
    ],
    cancelled: ['Výplata zrušena', 'Odesílatel tuto výplatu zrušil.'],
    expired: [
      'Platnost odkazu vypršela',
      'Tento odkaz už neplatí. Požádejte prosím odesílatele o nový.',
    ],
    saved: ['Údaje uloženy', 'Děkujeme. Tuto stránku můžete zavřít.'],
  },
};

const danish: PayeeTexts = {
  payout: 'Modtag din udbetaling',
  collect: 'Tilføj dine betalingsoplysninger',
  methods: 'Hvordan vil du have pengene?',
  confirm: 'Bekræft',
  sending: 'Sender…',
  needsScript: 'Slå JavaScript til for at bruge denne side.',
  until: 'Du kan bekræfte indtil {date}.',
  notNow: 'Det er ikke muligt lige nu. Prøv igen om nogle minutter.',
  noMethod: 'Denne side tilbyder ingen måde at få udbetalt på lige nu. Kontakt afsenderen.',
  phone: 'Telefonnummer',
  paidTo: 'Udbetalt til',
  goesBack: 'Du bliver sendt tilbage om få sekunder.',
  outcome: {
    paid: ['Udbetaling sendt', 'Pengene er sendt til dig.'],
    processing: ['Udbetaling behandles', 'Tak. Du skal ikke gøre mere.'],
    failed: ['Udbetaling mislykkedes', 'Udbetalingen kunne ikke gennemføres. Kontakt afsenderen.'],
    cancelled: ['Udbetaling annulleret', 'Afsenderen har annulleret denne udbetaling.'],
    expired: ['Linket er udløbet', 'Dette link er ikke længere gyldigt. Bed afsenderen om et nyt.'],
    saved: ['Oplysninger gemt', 'Tak. Du kan lukke denne side.'],
  },
};

const swedish: PayeeTexts = {
  payout: 'Ta emot din utbetalning',
  collect: 'Lägg till dina betalningsuppgifter',
  methods: 'Hur vill du få pengarna?',
  confirm: 'Bekräfta',
  sending: 'Skickar…',
  needsScript: 'Aktivera JavaScript för att använda den här sidan.',
  until: 'Du kan bekräfta till {date}.',
  notNow: 'Det går inte just nu. Försök igen om några minuter.',
  noMethod: 'Den här sidan erbjuder inget sätt att få betalt just nu. Kontakta avsändaren.',
  phone: 'Telefonnummer',
  paidTo: 'Utbetalas till',
  goesBack: 'Du kommer tillbaka om några sekunder.',
  outcome: {
    paid: ['Utbetalning skickad', 'Pengarna har skickats till dig.'],
    processing: ['Utbetalning behandlas', 'Tack. Du behöver inte göra något mer.'],
    failed: ['Utbetalningen misslyckades', 'Utbetalningen kunde inte göras. Kontakta avsändaren.'],
    cancelled: ['Utbetalning avbruten', 'Avsändaren har avbrutit denna utbetalning.'],
    expired: ['Länken har gått ut', 'Den här länken gäller inte längre. Be avsändaren om en ny.'],
    saved: ['Uppgifter sparade', 'Tack. Du kan stänga den här sidan.'],
  },
};

const norwegian: PayeeTexts = {
  payout: 'Motta utbetalingen din',
  collect: 'Legg til betalingsopplysninger',
  methods: 'Hvordan vil du ha pengene?',
  confirm: 'Bekreft',
  sending: 'Sender…',
  needsScript: 'Slå på JavaScript for å bruke denne siden.',
  until: 'Du kan bekrefte til {date}.',
  notNow: 'Dette er ikke mulig akkurat nå. Prøv igjen om noen minutter.',
  noMethod: 'Denne siden tilbyr ingen utbetalingsmåte akkurat nå. Kontakt avsenderen.',
  phone: 'Telefonnummer',
  paidTo: 'Utbetales til',
  goesBack: 'Du blir sendt tilbake om noen sekunder.',
  outcome: {
    paid: ['Utbetaling sendt', 'Pengene er sendt til deg.'],
    processing: ['Utbetalingen behandles', 'Takk. Du trenger ikke å gjøre noe mer.'],
    failed: ['Utbetalingen mislyktes', 'Utbetalingen kunne ikke gjennomføres. Kontakt avsenderen.'],
    cancelled: ['Utbetalingen er avbrutt', 'Avsenderen har avbrutt denne utbetalingen.'],
    expired: ['Lenken er utløpt', 'Denne lenken er ikke lenger gyldig. Be avsenderen om en ny.'],
    saved: ['Opplysningene er lagret', 'Takk. Du kan lukke denne siden.'],
  },
};

const finnish: PayeeTexts = {
  payout: 'Vastaanota maksusi',
  collect: 'Lisää maksutietosi',
  methods: 'Miten haluat saada rahat?',
  confirm: 'Vahvista',
  sending: 'Lähetetään…',
  needsScript: 'Ota JavaScript käyttöön, jotta voit käyttää tätä sivua.',
  until: 'Voit vahvistaa {date} asti.',
  notNow: 'Tämä ei ole juuri nyt mahdollista. Yritä uudelleen muutaman minuutin kuluttua.',
  noMethod: 'Tämä sivu ei juuri nyt tarjoa tapaa saada maksua. Ota yhteyttä lähettäjään.',
  phone: 'Puhelinnumero',
  paidTo: 'Maksetaan',
  goesBack: 'Palaat takaisin muutaman sekunnin kuluttua.',
  outcome: {
    paid: ['Maksu lähetetty', 'Rahat on lähetetty sinulle.'],
    processing: ['Maksua käsitellään', 'Kiitos. Sinun ei tarvitse tehdä muuta.'],
    failed: ['Maksu epäonnistui', 'Maksua ei voitu suorittaa. Ota yhteyttä lähettäjään.'],
    cancelled: ['Maksu peruttu', 'Lähettäjä on perunut tämän maksun.'],
    expired: [
      'Linkki on vanhentunut',
      'Tämä linkki ei ole enää voimassa. Pyydä lähettäjältä uusi.',
    ],
    saved: ['Tiedot tallennettu', 'Kiitos. Voit sulkea tämän sivun.'],
  },
};

const hungarian: PayeeTexts = {
  payout: 'Kifizetés fogadása',
  collect: 'Fizetési adatok megadása',
  methods: 'Hogyan szeretné megkapni a pénzt?',
  confirm: 'Megerősítés',
  sending: 'Küldés…',
  needsScript: 'Az oldal használatához engedélyezze a JavaScriptet.',
  until: 'Megerősítési határidő: {date}.',
  notNow: 'Ez most nem lehetséges. Kérjük, próbálja újra néhány perc múlva.',
  noMethod: 'Ez az oldal most nem kínál kifizetési módot. Kérjük, forduljon a feladóhoz.',
  phone: 'Telefonszám',
  paidTo: 'Kifizetés ide',
  goesBack: 'Néhány másodperc múlva visszairányítjuk.',
  outcome: {
    paid: ['Kifizetés elküldve', 'A pénzt elküldtük Önnek.'],
    processing: ['Kifizetés folyamatban', 'Köszönjük. Nincs több teendője.'],
    failed: [
      'A kifizetés sikertelen',
      'A kifizetést nem lehetett végrehajtani. Kérjük, forduljon a feladóhoz.',
    ],
    cancelled: ['Kifizetés visszavonva', 'A feladó visszavonta ezt a kifizetést.'],
    expired: ['A link lejárt', 'Ez a link már nem érvényes. Kérjen újat a feladótól.'],
    saved: ['Adatok elmentve', 'Köszönjük. Bezárhatja ezt az oldalt.'],
  },
};

const romanian: PayeeTexts = {
  payout: 'Primiți plata',
  collect: 'Adăugați datele de plată',
  methods: 'Cum doriți să primiți banii?',
  confirm: 'Confirmați',
  sending: 'Se trimite…',
  needsScript: 'Activați JavaScript pentru a folosi această pagină.',
  until: 'Puteți confirma până la {date}.',
  notNow: 'Acest lucru nu este posibil acum. Încercați din nou peste câteva minute.',
  noMethod: 'Această pagină nu oferă acum nicio modalitate de plată. Contactați expeditorul.',
  phone: 'Număr de telefon',
  paidTo: 'Plătit către',
  goesBack: 'Veți fi redirecționat peste câteva secunde.',
  outcome: {
    paid: ['Plată trimisă', 'Banii v-au fost trimiși.'],
    processing: ['Plată în curs', 'Vă mulțumim. Nu trebuie să mai faceți nimic.'],
    failed: ['Plata a eșuat', 'Plata nu a putut fi efectuată. Contactați expeditorul.'],
    cancelled: ['Plată anulată', 'Expeditorul a anulat această plată.'],
    expired: ['Link expirat', 'Acest link nu mai este valabil. Cereți expeditorului unul nou.'],
    saved: ['Date salvate', 'Vă mulțumim. Puteți închide această pagină.'],
  },
};

const greek: PayeeTexts = {
  payout: 'Λάβετε την πληρωμή σας',
  collect: 'Προσθέστε τα στοιχεία πληρωμής σας',
  methods: 'Πώς θέλετε να πληρωθείτε;',
  confirm: 'Επιβεβαίωση',
  sending: 'Αποστολή…',
  needsScript: 'Ενεργοποιήστε τη JavaScript για να χρησιμοποιήσετε αυτή τη σελίδα.',
  until: 'Μπορείτε να επιβεβαιώσετε έως {date}.',
  notNow: 'Αυτό δεν είναι δυνατό αυτή τη στιγμή. Δοκιμάστε ξανά σε λίγα λεπτά.',
  noMethod:
    'Αυτή η σελίδα δεν προσφέρει τρόπο πληρωμής αυτή τη στιγμή. Επικοινωνήστε με τον αποστολέα.',
  phone: 'Αριθμός τηλεφώνου',
  paidTo: 'Πληρωμή σε',
  goesBack: 'Θα επιστρέψετε σε λίγα δευτερόλεπτα.',
  outcome: {
    paid: ['Η πληρωμή στάλθηκε', 'Τα χρήματα σας έχουν σταλεί.'],
    processing: ['Η πληρωμή είναι σε εξέλιξη', 'Ευχαριστούμε. Δεν χρειάζεται να κάνετε κάτι άλλο.'],
    failed: ['Η πληρωμή απέτυχε', 'Η πληρωμή δεν ήταν δυνατή. Επικοινωνήστε με τον αποστολέα.'],
    cancelled: ['Η πληρωμή ακυρώθηκε', 'Ο αποστολέας ακύρωσε αυτή την πληρωμή.'],
    expired: [
      'Ο σύνδεσμος έληξε',
      'Αυτός ο σύνδεσμος δεν ισχύει πλέον. Ζητήστε νέο από τον αποστολέα.',
    ],
    saved: ['Τα στοιχεία αποθηκεύτηκαν', 'Ευχαριστούμε. Μπορείτε να κλείσετε αυτή τη σελίδα.'],
  },
};

const turkish: PayeeTexts = {
  payout: 'Ödemenizi alın',
  collect: 'Ödeme bilgilerinizi ekleyin',
  methods: 'Paranızı nasıl almak istersiniz?',
  confirm: 'Onayla',
  sending: 'Gönderiliyor…',
  needsScript: 'Bu sayfayı kullanmak için JavaScript’i etkinleştirin.',
  until: 'Son onay zamanı: {date}.',
  notNow: 'Bu şu anda mümkün değil. Lütfen birkaç dakika sonra tekrar deneyin.',
  noMethod: 'Bu sayfa şu anda bir ödeme yolu sunmuyor. Lütfen gönderenle iletişime geçin.',
  phone: 'Telefon numarası',
  paidTo: 'Ödeme yeri',
  goesBack: 'Birkaç saniye içinde geri yönlendirileceksiniz.',
  outcome: {
    paid: ['Ödeme gönderildi', 'Para size gönderildi.'],
    processing: ['Ödeme işleniyor', 'Teşekkürler. Başka bir şey yapmanıza gerek yok.'],
    failed: ['Ödeme başarısız', 'Ödeme yapılamadı. Lütfen gönderenle iletişime geçin.'],
    cancelled: ['Ödeme iptal edildi', 'Gönderen bu ödemeyi iptal etti.'],
    expired: [
      'Bağlantının süresi doldu',
      'Bu bağlantı artık geçerli değil. Lütfen gönderenden yenisini isteyin.',
    ],
    saved: ['Bilgiler kaydedildi', 'Teşekkürler. Bu sayfayı kapatabilirsiniz.'],
  },
};

const arabic: PayeeTexts = {
  payout: 'استلم دفعتك',
  collect: 'أضف بيانات الدفع',
  methods: 'كيف تود استلام المال؟',
  confirm: 'تأكيد',
  sending: 'جارٍ الإرسال…',
  needsScript: 'يرجى تفعيل جافا سكريبت لاستخدام هذه الصفحة.',
  until: 'يمكنك التأكيد حتى {date}.',
  notNow: 'هذا غير ممكن حاليًا. يرجى المحاولة مرة أخرى بعد بضع دقائق.',
  noMethod: 'لا تتيح هذه الصفحة حاليًا أي طريقة للدفع لك. يرجى التواصل مع المرسل.',
  phone: 'رقم الهاتف',
  paidTo: 'الدفع إلى',
  goesBack: 'ستعود خلال بضع ثوانٍ.',
  outcome: {
    paid: ['تم إرسال الدفعة', 'تم إرسال المال إليك.'],
    processing: ['الدفعة قيد المعالجة', 'شكرًا لك. لا يلزمك فعل أي شيء آخر.'],
    failed: ['فشلت الدفعة', 'تعذر إجراء الدفعة. يرجى التواصل مع المرسل.'],
    cancelled: ['أُلغيت الدفعة', 'ألغى المرسل هذه الدفعة.'],
    expired: ['انتهت صلاحية الرابط', 'هذا الرابط لم يعد صالحًا. يرجى طلب رابط جديد من المرسل.'],
    saved: ['تم حفظ البيانات', 'شكرًا لك. يمكنك إغلاق هذه الصفحة.'],
  },
};

const hebrew: PayeeTexts = {
  payout: 'קבלת התשלום שלך',
  collect: 'הוספת פרטי התשלום שלך',
  methods: 'איך ברצונך לקבל את הכסף?',
  confirm: 'אישור',
  sending: 'שולח…',
  needsScript: 'יש להפעיל JavaScript כדי להשתמש בדף זה.',
  until: 'ניתן לאשר עד {date}.',
  notNow: 'הדבר אינו אפשרי כרגע. יש לנסות שוב בעוד כמה דקות.',
  noMethod: 'דף זה אינו מציע כרגע דרך לקבלת תשלום. יש לפנות לשולח.',
  phone: 'מספר טלפון',
  paidTo: 'תשלום אל',
  goesBack: 'ההפניה חזרה תתבצע בעוד כמה שניות.',
  outcome: {
    paid: ['התשלום נשלח', 'הכסף נשלח אליך.'],
    processing: ['התשלום בטיפול', 'תודה. אין צורך לעשות דבר נוסף.'],
    failed: ['התשלום נכשל', 'לא ניתן היה לבצע את התשלום. יש לפנות לשולח.'],
    cancelled: ['התשלום בוטל', 'השולח ביטל את התשלום הזה.'],
    expired: ['תוקף הקישור פג', 'הקישור הזה אינו תקף עוד. יש לבקש מהשולח קישור חדש.'],
    saved: ['הפרטים נשמרו', 'תודה. ניתן לסגור את הדף.'],
  },
};

const japanese: PayeeTexts = {
  payout: 'お支払いの受け取り',
  collect: 'お支払い情報の登録',
  methods: '受け取り方法を選んでください',
  confirm: '確認する',
  sending: '送信しています…',
  needsScript: 'このページを利用するには、JavaScriptを有効にしてください。',
  until: '{date}まで確認できます。',
  notNow: '現在ご利用いただけません。数分後にもう一度お試しください。',
  noMethod: '現在、このページで選べる受け取り方法がありません。送金元にお問い合わせください。',
  phone: '電話番号',
  paidTo: '受け取り先',
  goesBack: '数秒後に元のページに戻ります。',
  outcome: {
    paid: ['送金しました', 'お客様に送金しました。'],
    processing: ['送金の処理中です', 'ありがとうございます。これ以上の操作は必要ありません。'],
    failed: ['送金できませんでした', '送金を完了できませんでした。送金元にお問い合わせください。'],
    cancelled: ['送金は取り消されました', '送金元がこの送金を取り消しました。'],
    expired: [
      'リンクの有効期限切れ',
      'このリンクは無効になりました。送金元に新しいリンクを依頼してください。',
    ],
    saved: ['登録しました', 'ありがとうございます。このページを閉じてください。'],
  },
};

const chinese: PayeeTexts = {
  payout: '领取您的款项',
  collect: '添加您的收款信息',
  methods: '您想如何收款？',
  confirm: '确认',
  sending: '正在发送…',
  needsScript: '请启用 JavaScript 以使用此页面。',
  until: '您可以在 {date} 之前确认。',
  notNow: '目前无法操作。请几分钟后重试。',
  noMethod: '此页面目前没有可用的收款方式。请联系付款方。',
  phone: '电话号码',
  paidTo: '收款账户',
  goesBack: '几秒钟后将返回。',
  outcome: {
    paid: ['款项已发出', '款项已发送给您。'],
    processing: ['款项处理中', '谢谢。您无需再做任何操作。'],
    failed: ['付款失败', '款项未能发出。请联系付款方。'],
    cancelled: ['付款已取消', '付款方已取消此款项。'],
    expired: ['链接已过期', '此链接已失效。请向付款方索取新链接。'],
    saved: ['信息已保存', '谢谢。您可以关闭此页面。'],
  },
};

const korean: PayeeTexts = {
  payout: '지급금 받기',
  collect: '결제 정보 등록',
  methods: '어떻게 받으시겠습니까?',
  confirm: '확인',
  sending: '전송 중…',
  needsScript: '이 페이지를 사용하려면 JavaScript를 켜 주세요.',
  until: '{date}까지 확인할 수 있습니다.',
  notNow: '지금은 할 수 없습니다. 몇 분 후에 다시 시도해 주세요.',
  noMethod: '지금은 이 페이지에서 받을 수 있는 방법이 없습니다. 보낸 곳에 문의해 주세요.',
  phone: '전화번호',
  paidTo: '받는 곳',
  goesBack: '몇 초 후에 돌아갑니다.',
  outcome: {
    paid: ['지급 완료', '돈을 보내 드렸습니다.'],
    processing: ['지급 처리 중', '감사합니다. 더 하실 일은 없습니다.'],
    failed: ['지급 실패', '지급하지 못했습니다. 보낸 곳에 문의해 주세요.'],
    cancelled: ['지급 취소됨', '보낸 곳에서 이 지급을 취소했습니다.'],
    expired: [
      '링크 만료',
      '이 링크는 더 이상 유효하지 않습니다. 보낸 곳에 새 링크를 요청해 주세요.',
    ],
    saved: ['정보 저장됨', '감사합니다. 이 페이지를 닫으셔도 됩니다.'],
  },
};

const textsByLanguage: Readonly<Record<Language, PayeeTexts>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  nl: dutch,
  pl: polish,
  cs: czech,
  da: danish,
  sv: swedish,
  nb: norwegian,
  fi: finnish,
  hu: hungarian,
  ro: romanian,
  el: greek,
  tr: turkish,
  ar: arabic,
  he: hebrew,
  ja: japanese,
  zh: chinese,
  ko: korean,
};

/** The texts for a tag such as `de-CH`; in English where its language has none. */
export const payeeTextsFor = (tag: string): PayeeTexts => textsByLanguage[languageFor(tag)];
