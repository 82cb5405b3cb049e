import type { DeclineKind } from './decline-kinds.ts';

/** Why a payment was declined, and the payer's next step: one sentence each. */
export type DeclineText = readonly [reason: string, nextStep: string];

type DeclineTexts = Readonly<Record<DeclineKind, DeclineText>>;

export const english: DeclineTexts = {
  insufficient_funds: [
    'There is not enough money on this card or account.',
    'Use another card, or try again once there is enough money on it.',
  ],
  expired_card: [
    'The card has expired, or its expiry date is not right.',
    'Check the date, or use another card.',
  ],
  incorrect_cvc: [
    'The security code of the card is not right.',
    'Check the code on your card and enter it again.',
  ],
  incorrect_number: ['The card number is not right.', 'Check the number and enter it again.'],
  limit_exceeded: [
    'This payment is above the limit of your card.',
    'Ask your bank to raise the limit, or use another card.',
  ],
  call_issuer: [
    'Your bank did not approve this payment.',
    'Ask your bank for the reason, or use another card.',
  ],
  not_supported: [
    'The shop cannot take this payment with this kind of card or payment method.',
    'Choose another card or another way to pay.',
  ],
  authentication_failed: [
    'Your bank could not confirm that you are making this payment.',
    'Try again, and confirm the payment with your bank.',
  ],
  try_again_later: [
    'The payment cannot be processed at the moment.',
    'Please try again in a few minutes.',
  ],
  blocked_by_merchant: [
    'The shop did not accept this payment.',
    'Contact the shop, or pay in another way.',
  ],
  use_another_card: ['This card cannot be used for the payment.', 'Pay with another card.'],
  unknown: ['The payment was not made.', 'Try again, or choose another way to pay.'],
};

const german: DeclineTexts = {
  insufficient_funds: [
    'Auf dieser Karte oder diesem Konto ist nicht genug Geld.',
    'Verwenden Sie eine andere Karte, oder versuchen Sie es erneut, sobald genug Geld vorhanden ist.',
  ],
  expired_card: [
    'Die Karte ist abgelaufen, oder das Ablaufdatum stimmt nicht.',
    'Prüfen Sie das Datum, oder verwenden Sie eine andere Karte.',
  ],
  incorrect_cvc: [
    'Der Sicherheitscode der Karte stimmt nicht.',
    'Prüfen Sie den Code auf Ihrer Karte und geben Sie ihn erneut ein.',
  ],
  incorrect_number: [
    'Die Kartennummer stimmt nicht.',
    'Prüfen Sie die Nummer und geben Sie sie erneut ein.',
  ],
  limit_exceeded: [
    'Diese Zahlung überschreitet das Limit Ihrer Karte.',
    'Bitten Sie Ihre Bank, das Limit zu erhöhen, oder verwenden Sie eine andere Karte.',
  ],
  call_issuer: [
    'Ihre Bank hat diese Zahlung nicht genehmigt.',
    'Fragen Sie Ihre Bank nach dem Grund, oder verwenden Sie eine andere Karte.',
  ],
  not_supported: [
    'Der Shop kann diese Zahlung mit dieser Art von Karte oder Zahlungsmittel nicht annehmen.',
    'Wählen Sie eine andere Karte oder eine andere Zahlungsart.',
  ],
  authentication_failed: [
    'Ihre Bank konnte nicht bestätigen, dass die Zahlung von Ihnen kommt.',
    'Versuchen Sie es erneut und bestätigen Sie die Zahlung bei Ihrer Bank.',
  ],
  try_again_later: [
    'Die Zahlung kann im Moment nicht verarbeitet werden.',
    'Bitte versuchen Sie es in einigen Minuten erneut.',
  ],
  blocked_by_merchant: [
    'Der Shop hat diese Zahlung nicht angenommen.',
    'Wenden Sie sich an den Shop, oder zahlen Sie auf andere Weise.',
  ],
  use_another_card: [
    'Diese Karte kann für die Zahlung nicht verwendet werden.',
    'Zahlen Sie mit einer anderen Karte.',
  ],
  unknown: [
    'Die Zahlung wurde nicht ausgeführt.',
    'Versuchen Sie es erneut, oder wählen Sie eine andere Zahlungsart.',
  ],
};

const french: DeclineTexts = {
  insufficient_funds: [
    'Il n’y a pas assez d’argent sur cette carte ou ce compte.',
    'Utilisez une autre carte, ou réessayez lorsque le solde sera suffisant.',
  ],
  expired_card: [
    'La carte a expiré, ou sa date d’expiration est incorrecte.',
    'Vérifiez la date, ou utilisez une autre carte.',
  ],
  incorrect_cvc: [
    'Le code de sécurité de la carte est incorrect.',
    'Vérifiez le code sur votre carte et saisissez-le à nouveau.',
  ],
  incorrect_number: [
    'Le numéro de la carte est incorrect.',
    'Vérifiez le numéro et saisissez-le à nouveau.',
  ],
  limit_exceeded: [
    'Ce paiement dépasse le plafond de votre carte.',
    'Demandez à votre banque de relever le plafond, ou utilisez une autre carte.',
  ],
  call_issuer: [
    'Votre banque n’a pas autorisé ce paiement.',
    'Demandez la raison à votre banque, ou utilisez une autre carte.',
  ],
  not_supported: [
    'La boutique ne peut pas accepter ce paiement avec ce type de carte ou de moyen de paiement.',
    'Choisissez une autre carte ou un autre moyen de paiement.',
  ],
  authentication_failed: [
    'Votre banque n’a pas pu confirmer que ce paiement vient de vous.',
    'Réessayez, et confirmez le paiement auprès de votre banque.',
  ],
  try_again_later: [
    'Le paiement ne peut pas être traité pour le moment.',
    'Veuillez réessayer dans quelques minutes.',
  ],
  blocked_by_merchant: [
    'La boutique n’a pas accepté ce paiement.',
    'Contactez la boutique, ou payez autrement.',
  ],
  use_another_card: [
    'Cette carte ne peut pas être utilisée pour le paiement.',
    'Payez avec une autre carte.',
  ],
  unknown: [
    'Le paiement n’a pas été effectué.',
    'Réessayez, ou choisissez un autre moyen de paiement.',
  ],
};

const spanish: DeclineTexts = {
  insufficient_funds: [
    'No hay suficiente dinero en esta tarjeta o cuenta.',
    'Use otra tarjeta, o inténtelo de nuevo cuando haya saldo suficiente.',
  ],
  expired_card: [
    'La tarjeta ha caducado, o la fecha de caducidad no es correcta.',
    'Compruebe la fecha, o use otra tarjeta.',
  ],
  incorrect_cvc: [
    'El código de seguridad de la tarjeta no es correcto.',
    'Compruebe el código en su tarjeta e introdúzcalo de nuevo.',
  ],
  incorrect_number: [
    'El número de la tarjeta no es correcto.',
    'Compruebe el número e introdúzcalo de nuevo.',
  ],
  limit_exceeded: [
    'Este pago supera el límite de su tarjeta.',
    'Pida a su banco que aumente el límite, o use otra tarjeta.',
  ],
  call_issuer: [
    'Su banco no ha autorizado este pago.',
    'Pregunte el motivo a su banco, o use otra tarjeta.',
  ],
  not_supported: [
    'La tienda no puede aceptar este pago con este tipo de tarjeta o método de pago.',
    'Elija otra tarjeta u otra forma de pago.',
  ],
  authentication_failed: [
    'Su banco no ha podido confirmar que usted realiza este pago.',
    'Inténtelo de nuevo y confirme el pago con su banco.',
  ],
  try_again_later: [
    'El pago no se puede procesar en este momento.',
    'Inténtelo de nuevo dentro de unos minutos.',
  ],
  blocked_by_merchant: [
    'La tienda no ha aceptado este pago.',
    'Póngase en contacto con la tienda, o pague de otra forma.',
  ],
  use_another_card: ['Esta tarjeta no se puede usar para el pago.', 'Pague con otra tarjeta.'],
  unknown: ['El pago no se ha realizado.', 'Inténtelo de nuevo, o elija otra forma de pago.'],
};

const italian: DeclineTexts = {
  insufficient_funds: [
    'Su questa carta o su questo conto non c’è abbastanza denaro.',
    'Usi un’altra carta, o riprovi quando il saldo sarà sufficiente.',
  ],
  expired_card: [
    'La carta è scaduta, o la data di scadenza non è corretta.',
    'Controlli la data, o usi un’altra carta.',
  ],
  incorrect_cvc: [
    'Il codice di sicurezza della carta non è corretto.',
    'Controlli il codice sulla carta e lo inserisca di nuovo.',
  ],
  incorrect_number: [
    'Il numero della carta non è corretto.',
    'Controlli il numero e lo inserisca di nuovo.',
  ],
  limit_exceeded: [
    'Questo pagamento supera il limite della Sua carta.',
    'Chieda alla Sua banca di aumentare il limite, o usi un’altra carta.',
  ],
  call_issuer: [
    'La Sua banca non ha autorizzato questo pagamento.',
    'Chieda il motivo alla Sua banca, o usi un’altra carta.',
  ],
  not_supported: [
    'Il negozio non può accettare questo pagamento con questo tipo di carta o metodo di pagamento.',
    'Scelga un’altra carta o un altro modo di pagare.',
  ],
  authentication_failed: [
    'La Sua banca non ha potuto confermare che il pagamento viene da Lei.',
    'Riprovi e confermi il pagamento con la Sua banca.',
  ],
  try_again_later: [
    'In questo momento il pagamento non può essere elaborato.',
    'Riprovi tra qualche minuto.',
  ],
  blocked_by_merchant: [
    'Il negozio non ha accettato questo pagamento.',
    'Contatti il negozio, o paghi in un altro modo.',
  ],
  use_another_card: [
    'Questa carta non può essere usata per il pagamento.',
    'Paghi con un’altra carta.',
  ],
  unknown: ['Il pagamento non è stato eseguito.', 'Riprovi, o scelga un altro modo di pagare.'],
};

const portuguese: DeclineTexts = {
  insufficient_funds: [
    'Não há dinheiro suficiente neste cartão ou nesta conta.',
    'Utilize outro cartão, ou tente novamente quando houver saldo suficiente.',
  ],
  expired_card: [
    'O cartão expirou, ou a data de validade não está correta.',
    'Verifique a data, ou utilize outro cartão.',
  ],
  incorrect_cvc: [
    'O código de segurança do cartão não está correto.',
    'Verifique o código no seu cartão e introduza-o novamente.',
  ],
  incorrect_number: [
    'O número do cartão não está correto.',
    'Verifique o número e introduza-o novamente.',
  ],
  limit_exceeded: [
    'Este pagamento ultrapassa o limite do seu cartão.',
    'Peça ao seu banco que aumente o limite, ou utilize outro cartão.',
  ],
  call_issuer: [
    'O seu banco não autorizou este pagamento.',
    'Pergunte o motivo ao seu banco, ou utilize outro cartão.',
  ],
  not_supported: [
    'A loja não pode aceitar este pagamento com este tipo de cartão ou meio de pagamento.',
    'Escolha outro cartão ou outra forma de pagamento.',
  ],
  authentication_failed: [
    'O seu banco não conseguiu confirmar que este pagamento é feito por si.',
    'Tente novamente e confirme o pagamento junto do seu banco.',
  ],
  try_again_later: [
    'O pagamento não pode ser processado neste momento.',
    'Tente novamente dentro de alguns minutos.',
  ],
  blocked_by_merchant: [
    'A loja não aceitou este pagamento.',
    'Contacte a loja, ou pague de outra forma.',
  ],
  use_another_card: [
    'Este cartão não pode ser utilizado para o pagamento.',
    'Pague com outro cartão.',
  ],
  unknown: [
    'O pagamento não foi efetuado.',
    'Tente novamente, ou escolha outra forma de pagamento.',
  ],
};

const dutch: DeclineTexts = {
  insufficient_funds: [
    'Er staat niet genoeg geld op deze kaart of rekening.',
    'Gebruik een andere kaart, of probeer het opnieuw zodra er genoeg geld op staat.',
  ],
  expired_card: [
    'De kaart is verlopen, of de vervaldatum klopt niet.',
    'Controleer de datum, of gebruik een andere kaart.',
  ],
  incorrect_cvc: [
    'De beveiligingscode van de kaart klopt niet.',
    'Controleer de code op uw kaart en voer deze opnieuw in.',
  ],
  incorrect_number: [
    'Het kaartnummer klopt niet.',
    'Controleer het nummer en voer het opnieuw in.',
  ],
  limit_exceeded: [
    'Deze betaling is hoger dan de limiet van uw kaart.',
    'Vraag uw bank om de limiet te verhogen, of gebruik een andere kaart.',
  ],
  call_issuer: [
    'Uw bank heeft deze betaling niet goedgekeurd.',
    'Vraag uw bank naar de reden, of gebruik een andere kaart.',
  ],
  not_supported: [
    'De winkel kan deze betaling met dit soort kaart of betaalmiddel niet aannemen.',
    'Kies een andere kaart of een andere betaalwijze.',
  ],
  authentication_failed: [
    'Uw bank kon niet bevestigen dat u deze betaling doet.',
    'Probeer het opnieuw en bevestig de betaling bij uw bank.',
  ],
  try_again_later: [
    'De betaling kan op dit moment niet worden verwerkt.',
    'Probeer het over enkele minuten opnieuw.',
  ],
  blocked_by_merchant: [
    'De winkel heeft deze betaling niet aanvaard.',
    'Neem contact op met de winkel, of betaal op een andere manier.',
  ],
  use_another_card: [
    'Deze kaart kan niet voor de betaling worden gebruikt.',
    'Betaal met een andere kaart.',
  ],
  unknown: [
    'De betaling is niet uitgevoerd.',
    'Probeer het opnieuw, of kies een andere betaalwijze.',
  ],
};

const polish: DeclineTexts = {
  insufficient_funds: [
    'Na tej karcie lub na tym koncie nie ma wystarczających środków.',
    'Proszę użyć innej karty lub spróbować ponownie, gdy środki będą wystarczające.',
  ],
  expired_card: [
    'Karta straciła ważność lub data ważności jest nieprawidłowa.',
    'Proszę sprawdzić datę lub użyć innej karty.',
  ],
  incorrect_cvc: [
    'Kod bezpieczeństwa karty jest nieprawidłowy.',
    'Proszę sprawdzić kod na karcie i wpisać go ponownie.',
  ],
  incorrect_number: [
    'Numer karty jest nieprawidłowy.',
    'Proszę sprawdzić numer i wpisać go ponownie.',
  ],
  limit_exceeded: [
    'Ta płatność przekracza limit karty.',
    'Proszę poprosić bank o podniesienie limitu lub użyć innej karty.',
  ],
  call_issuer: [
    'Bank nie zatwierdził tej płatności.',
    'Proszę zapytać bank o powód lub użyć innej karty.',
  ],
  not_supported: [
    'Sklep nie może przyjąć tej płatności tym rodzajem karty lub metodą płatności.',
    'Proszę wybrać inną kartę lub inny sposób płatności.',
  ],
  authentication_failed: [
    'Bank nie mógł potwierdzić, że płatność pochodzi od właściciela karty.',
    'Proszę spróbować ponownie i potwierdzić płatność w swoim banku.',
  ],
  try_again_later: [
    'W tej chwili nie można przetworzyć płatności.',
    'Proszę spróbować ponownie za kilka minut.',
  ],
  blocked_by_merchant: [
    'Sklep nie przyjął tej płatności.',
    'Proszę skontaktować się ze sklepem lub zapłacić w inny sposób.',
  ],
  use_another_card: ['Tej karty nie można użyć do płatności.', 'Proszę zapłacić inną kartą.'],
  unknown: [
    'Płatność nie została wykonana.',
    'Proszę spróbować ponownie lub wybrać inny sposób płatności.',
  ],
};

const czech: DeclineTexts = {
  insufficient_funds: [
    'Na této kartě nebo účtu není dost peněz.',
    'Použijte jinou kartu, nebo to zkuste znovu, až na ní bude dost peněz.',
  ],
  expired_card: [
    'Platnost karty skončila, nebo datum platnosti není správné.',
    'Zkontrolujte datum, nebo použijte jinou kartu.',
  ],
  incorrect_cvc: [
    'Bezpečnostní kód karty není správný.',
    'Zkontrolujte kód na kartě a zadejte ho znovu.',
  ],
  incorrect_number: ['Číslo karty není správné.', 'Zkontrolujte číslo a zadejte ho znovu.'],
  limit_exceeded: [
    'Tato platba překračuje limit vaší karty.',
    'Požádejte banku o zvýšení limitu, nebo použijte jinou kartu.',
  ],
  call_issuer: [
    'Vaše banka tuto platbu neschválila.',
    'Zeptejte se banky na důvod, nebo použijte jinou kartu.',
  ],
  not_supported: [
    'Obchod nemůže tuto platbu přijmout tímto druhem karty nebo platební metodou.',
    'Zvolte jinou kartu nebo jiný způsob platby.',
  ],
  authentication_failed: [
    'Vaše banka nemohla potvrdit, že platbu provádíte vy.',
    'Zkuste to znovu a potvrďte platbu u své banky.',
  ],
  try_again_later: ['Platbu teď nelze zpracovat.', 'Zkuste to prosím znovu za několik minut.'],
  blocked_by_merchant: [
    'Obchod tuto platbu nepřijal.',
    'Obraťte se na obchod, nebo zaplaťte jiným způsobem.',
  ],
  use_another_card: ['Tuto kartu nelze k platbě použít.', 'Zaplaťte jinou kartou.'],
  unknown: ['Platba nebyla provedena.', 'Zkuste to znovu, nebo zvolte jiný způsob platby.'],
};

const danish: DeclineTexts = {
  insufficient_funds: [
    'Der er ikke penge nok på dette kort eller denne konto.',
    'Brug et andet kort, eller prøv igen, når der er penge nok.',
  ],
  expired_card: [
    'Kortet er udløbet, eller udløbsdatoen er forkert.',
    'Kontrollér datoen, eller brug et andet kort.',
  ],
  incorrect_cvc: [
    'Kortets sikkerhedskode er forkert.',
    'Kontrollér koden på dit kort, og indtast den igen.',
  ],
  incorrect_number: ['Kortnummeret er forkert.', 'Kontrollér nummeret, og indtast det igen.'],
  limit_exceeded: [
    'Betalingen overstiger grænsen for dit kort.',
    'Bed din bank om at hæve grænsen, eller brug et andet kort.',
  ],
  call_issuer: [
    'Din bank har ikke godkendt betalingen.',
    'Spørg din bank om årsagen, eller brug et andet kort.',
  ],
  not_supported: [
    'Butikken kan ikke modtage betalingen med denne type kort eller betalingsmiddel.',
    'Vælg et andet kort eller en anden måde at betale på.',
  ],
  authentication_failed: [
    'Din bank kunne ikke bekræfte, at betalingen kommer fra dig.',
    'Prøv igen, og bekræft betalingen hos din bank.',
  ],
  try_again_later: ['Betalingen kan ikke behandles lige nu.', 'Prøv igen om nogle minutter.'],
  blocked_by_merchant: [
    'Butikken har ikke accepteret betalingen.',
    'Kontakt butikken, eller betal på en anden måde.',
  ],
  use_another_card: ['Dette kort kan ikke bruges til betalingen.', 'Betal med et andet kort.'],
  unknown: [
    'Betalingen blev ikke gennemført.',
    'Prøv igen, eller vælg en anden måde at betale på.',
  ],
};

const swedish: DeclineTexts = {
  insufficient_funds: [
    'Det finns inte tillräckligt med pengar på kortet eller kontot.',
    'Använd ett annat kort, eller försök igen när det finns tillräckligt med pengar.',
  ],
  expired_card: [
    'Kortet har gått ut, eller så stämmer inte utgångsdatumet.',
    'Kontrollera datumet, eller använd ett annat kort.',
  ],
  incorrect_cvc: [
    'Kortets säkerhetskod stämmer inte.',
    'Kontrollera koden på kortet och ange den igen.',
  ],
  incorrect_number: ['Kortnumret stämmer inte.', 'Kontrollera numret och ange det igen.'],
  limit_exceeded: [
    'Betalningen överskrider gränsen för ditt kort.',
    'Be din bank att höja gränsen, eller använd ett annat kort.',
  ],
  call_issuer: [
    'Din bank godkände inte betalningen.',
    'Fråga din bank om orsaken, eller använd ett annat kort.',
  ],
  not_supported: [
    'Butiken kan inte ta emot betalningen med den här typen av kort eller betalsätt.',
    'Välj ett annat kort eller ett annat sätt att betala.',
  ],
  authentication_failed: [
    'Din bank kunde inte bekräfta att betalningen kommer från dig.',
    'Försök igen och bekräfta betalningen hos din bank.',
  ],
  try_again_later: ['Betalningen kan inte behandlas just nu.', 'Försök igen om några minuter.'],
  blocked_by_merchant: [
    'Butiken tog inte emot betalningen.',
    'Kontakta butiken, eller betala på ett annat sätt.',
  ],
  use_another_card: [
    'Det här kortet kan inte användas för betalningen.',
    'Betala med ett annat kort.',
  ],
  unknown: ['Betalningen genomfördes inte.', 'Försök igen, eller välj ett annat sätt att betala.'],
};

const norwegian: DeclineTexts = {
  insufficient_funds: [
    'Det er ikke nok penger på dette kortet eller denne kontoen.',
    'Bruk et annet kort, eller prøv igjen når det er nok penger.',
  ],
  expired_card: [
    'Kortet er utløpt, eller utløpsdatoen er feil.',
    'Kontroller datoen, eller bruk et annet kort.',
  ],
  incorrect_cvc: [
    'Sikkerhetskoden til kortet er feil.',
    'Kontroller koden på kortet ditt, og skriv den inn på nytt.',
  ],
  incorrect_number: ['Kortnummeret er feil.', 'Kontroller nummeret, og skriv det inn på nytt.'],
  limit_exceeded: [
    'Betalingen er over grensen for kortet ditt.',
    'Be banken din om å heve grensen, eller bruk et annet kort.',
  ],
  call_issuer: [
    'Banken din godkjente ikke betalingen.',
    'Spør banken din om årsaken, eller bruk et annet kort.',
  ],
  not_supported: [
    'Butikken kan ikke ta imot betalingen med denne typen kort eller betalingsmiddel.',
    'Velg et annet kort eller en annen måte å betale på.',
  ],
  authentication_failed: [
    'Banken din kunne ikke bekrefte at betalingen kommer fra deg.',
    'Prøv igjen, og bekreft betalingen hos banken din.',
  ],
  try_again_later: ['Betalingen kan ikke behandles akkurat nå.', 'Prøv igjen om noen minutter.'],
  blocked_by_merchant: [
    'Butikken tok ikke imot betalingen.',
    'Kontakt butikken, eller betal på en annen måte.',
  ],
  use_another_card: ['Dette kortet kan ikke brukes til betalingen.', 'Betal med et annet kort.'],
  unknown: [
    'Betalingen ble ikke gjennomført.',
    'Prøv igjen, eller velg en annen måte å betale på.',
  ],
};

const finnish: DeclineTexts = {
  insufficient_funds: [
    'Kortilla tai tilillä ei ole tarpeeksi rahaa.',
    'Käytä toista korttia tai yritä uudelleen, kun rahaa on tarpeeksi.',
  ],
  expired_card: [
    'Kortti on vanhentunut, tai sen voimassaoloaika on väärin.',
    'Tarkista päivämäärä tai käytä toista korttia.',
  ],
  incorrect_cvc: [
    'Kortin turvakoodi on väärin.',
    'Tarkista koodi kortistasi ja syötä se uudelleen.',
  ],
  incorrect_number: ['Kortin numero on väärin.', 'Tarkista numero ja syötä se uudelleen.'],
  limit_exceeded: [
    'Maksu ylittää korttisi käyttörajan.',
    'Pyydä pankkiasi nostamaan rajaa tai käytä toista korttia.',
  ],
  call_issuer: [
    'Pankkisi ei hyväksynyt maksua.',
    'Kysy syytä pankistasi tai käytä toista korttia.',
  ],
  not_supported: [
    'Kauppa ei voi vastaanottaa maksua tällaisella kortilla tai maksutavalla.',
    'Valitse toinen kortti tai toinen maksutapa.',
  ],
  authentication_failed: [
    'Pankkisi ei voinut vahvistaa, että maksu on sinun.',
    'Yritä uudelleen ja vahvista maksu pankissasi.',
  ],
  try_again_later: [
    'Maksua ei voida käsitellä juuri nyt.',
    'Yritä uudelleen muutaman minuutin kuluttua.',
  ],
  blocked_by_merchant: [
    'Kauppa ei hyväksynyt maksua.',
    'Ota yhteyttä kauppaan tai maksa toisella tavalla.',
  ],
  use_another_card: ['Tätä korttia ei voi käyttää maksuun.', 'Maksa toisella kortilla.'],
  unknown: ['Maksua ei suoritettu.', 'Yritä uudelleen tai valitse toinen maksutapa.'],
};

const hungarian: DeclineTexts = {
  insufficient_funds: [
    'Nincs elég pénz ezen a kártyán vagy számlán.',
    'Használjon másik kártyát, vagy próbálja újra, ha már van rajta elég pénz.',
  ],
  expired_card: [
    'A kártya lejárt, vagy a lejárati dátuma nem helyes.',
    'Ellenőrizze a dátumot, vagy használjon másik kártyát.',
  ],
  incorrect_cvc: [
    'A kártya biztonsági kódja nem helyes.',
    'Ellenőrizze a kódot a kártyáján, és adja meg újra.',
  ],
  incorrect_number: ['A kártyaszám nem helyes.', 'Ellenőrizze a számot, és adja meg újra.'],
  limit_exceeded: [
    'Ez a fizetés meghaladja a kártyája limitjét.',
    'Kérje bankjától a limit emelését, vagy használjon másik kártyát.',
  ],
  call_issuer: [
    'Az Ön bankja nem hagyta jóvá ezt a fizetést.',
    'Kérdezze meg bankjától az okát, vagy használjon másik kártyát.',
  ],
  not_supported: [
    'Az üzlet ezzel a fajta kártyával vagy fizetési móddal nem tudja fogadni a fizetést.',
    'Válasszon másik kártyát vagy másik fizetési módot.',
  ],
  authentication_failed: [
    'Bankja nem tudta megerősíteni, hogy a fizetés Öntől származik.',
    'Próbálja újra, és erősítse meg a fizetést a bankjánál.',
  ],
  try_again_later: [
    'A fizetést jelenleg nem lehet feldolgozni.',
    'Kérjük, próbálja újra néhány perc múlva.',
  ],
  blocked_by_merchant: [
    'Az üzlet nem fogadta el ezt a fizetést.',
    'Forduljon az üzlethez, vagy fizessen más módon.',
  ],
  use_another_card: ['Ez a kártya nem használható a fizetéshez.', 'Fizessen másik kártyával.'],
  unknown: ['A fizetés nem történt meg.', 'Próbálja újra, vagy válasszon másik fizetési módot.'],
};

const romanian: DeclineTexts = {
  insufficient_funds: [
    'Nu sunt suficienți bani pe acest card sau în acest cont.',
    'Folosiți alt card sau încercați din nou când vor fi suficienți bani.',
  ],
  expired_card: [
    'Cardul a expirat sau data expirării nu este corectă.',
    'Verificați data sau folosiți alt card.',
  ],
  incorrect_cvc: [
    'Codul de securitate al cardului nu este corect.',
    'Verificați codul de pe card și introduceți-l din nou.',
  ],
  incorrect_number: [
    'Numărul cardului nu este corect.',
    'Verificați numărul și introduceți-l din nou.',
  ],
  limit_exceeded: [
    'Această plată depășește limita cardului dumneavoastră.',
    'Cereți băncii să mărească limita sau folosiți alt card.',
  ],
  call_issuer: [
    'Banca dumneavoastră nu a aprobat această plată.',
    'Întrebați banca despre motiv sau folosiți alt card.',
  ],
  not_supported: [
    'Magazinul nu poate primi această plată cu acest tip de card sau metodă de plată.',
    'Alegeți alt card sau altă metodă de plată.',
  ],
  authentication_failed: [
    'Banca nu a putut confirma că plata este făcută de dumneavoastră.',
    'Încercați din nou și confirmați plata la banca dumneavoastră.',
  ],
  try_again_later: [
    'Plata nu poate fi procesată în acest moment.',
    'Încercați din nou peste câteva minute.',
  ],
  blocked_by_merchant: [
    'Magazinul nu a acceptat această plată.',
    'Contactați magazinul sau plătiți în alt mod.',
  ],
  use_another_card: ['Acest card nu poate fi folosit pentru plată.', 'Plătiți cu alt card.'],
  unknown: ['Plata nu a fost efectuată.', 'Încercați din nou sau alegeți altă metodă de plată.'],
};

const greek: DeclineTexts = {
  insufficient_funds: [
    'Δεν υπάρχουν αρκετά χρήματα σε αυτήν την κάρτα ή τον λογαριασμό.',
    'Χρησιμοποιήστε άλλη κάρτα ή δοκιμάστε ξανά όταν υπάρχουν αρκετά χρήματα.',
  ],
  expired_card: [
    'Η κάρτα έχει λήξει ή η ημερομηνία λήξης δεν είναι σωστή.',
    'Ελέγξτε την ημερομηνία ή χρησιμοποιήστε άλλη κάρτα.',
  ],
  incorrect_cvc: [
    'Ο κωδικός ασφαλείας της κάρτας δεν είναι σωστός.',
    'Ελέγξτε τον κωδικό στην κάρτα σας και πληκτρολογήστε τον ξανά.',
  ],
  incorrect_number: [
    'Ο αριθμός της κάρτας δεν είναι σωστός.',
    'Ελέγξτε τον αριθμό και πληκτρολογήστε τον ξανά.',
  ],
  limit_exceeded: [
    'Αυτή η πληρωμή υπερβαίνει το όριο της κάρτας σας.',
    'Ζητήστε από την τράπεζά σας να αυξήσει το όριο ή χρησιμοποιήστε άλλη κάρτα.',
  ],
  call_issuer: [
    'Η τράπεζά σας δεν ενέκρινε αυτήν την πληρωμή.',
    'Ρωτήστε την τράπεζά σας για τον λόγο ή χρησιμοποιήστε άλλη κάρτα.',
  ],
  not_supported: [
    'Το κατάστημα δεν μπορεί να δεχτεί την πληρωμή με αυτό το είδος κάρτας ή τρόπο πληρωμής.',
    'Επιλέξτε άλλη κάρτα ή άλλον τρόπο πληρωμής.',
  ],
  authentication_failed: [
    'Η τράπεζά σας δεν μπόρεσε να επιβεβαιώσει ότι η πληρωμή γίνεται από εσάς.',
    'Δοκιμάστε ξανά και επιβεβαιώστε την πληρωμή στην τράπεζά σας.',
  ],
  try_again_later: [
    'Η πληρωμή δεν μπορεί να ολοκληρωθεί αυτήν τη στιγμή.',
    'Δοκιμάστε ξανά σε λίγα λεπτά.',
  ],
  blocked_by_merchant: [
    'Το κατάστημα δεν δέχτηκε αυτήν την πληρωμή.',
    'Επικοινωνήστε με το κατάστημα ή πληρώστε με άλλον τρόπο.',
  ],
  use_another_card: [
    'Αυτή η κάρτα δεν μπορεί να χρησιμοποιηθεί για την πληρωμή.',
    'Πληρώστε με άλλη κάρτα.',
  ],
  unknown: ['Η πληρωμή δεν πραγματοποιήθηκε.', 'Δοκιμάστε ξανά ή επιλέξτε άλλον τρόπο πληρωμής.'],
};

const turkish: DeclineTexts = {
  insufficient_funds: [
    'Bu kartta veya hesapta yeterli para yok.',
    'Başka bir kart kullanın veya yeterli bakiye olduğunda tekrar deneyin.',
  ],
  expired_card: [
    'Kartın süresi dolmuş veya son kullanma tarihi yanlış.',
    'Tarihi kontrol edin veya başka bir kart kullanın.',
  ],
  incorrect_cvc: ['Kartın güvenlik kodu yanlış.', 'Kartınızdaki kodu kontrol edip yeniden girin.'],
  incorrect_number: ['Kart numarası yanlış.', 'Numarayı kontrol edip yeniden girin.'],
  limit_exceeded: [
    'Bu ödeme kartınızın limitini aşıyor.',
    'Bankanızdan limiti artırmasını isteyin veya başka bir kart kullanın.',
  ],
  call_issuer: [
    'Bankanız bu ödemeyi onaylamadı.',
    'Nedenini bankanıza sorun veya başka bir kart kullanın.',
  ],
  not_supported: [
    'Mağaza bu ödemeyi bu tür bir kartla veya ödeme yöntemiyle alamıyor.',
    'Başka bir kart veya başka bir ödeme yöntemi seçin.',
  ],
  authentication_failed: [
    'Bankanız bu ödemeyi sizin yaptığınızı doğrulayamadı.',
    'Tekrar deneyin ve ödemeyi bankanızda onaylayın.',
  ],
  try_again_later: ['Ödeme şu anda işlenemiyor.', 'Lütfen birkaç dakika sonra tekrar deneyin.'],
  blocked_by_merchant: [
    'Mağaza bu ödemeyi kabul etmedi.',
    'Mağazayla iletişime geçin veya başka bir yolla ödeyin.',
  ],
  use_another_card: ['Bu kart ödeme için kullanılamıyor.', 'Başka bir kartla ödeyin.'],
  unknown: ['Ödeme yapılmadı.', 'Tekrar deneyin veya başka bir ödeme yöntemi seçin.'],
};

const arabic: DeclineTexts = {
  insufficient_funds: [
    'لا يوجد رصيد كافٍ في هذه البطاقة أو هذا الحساب.',
    'استخدم بطاقة أخرى، أو حاول مرة أخرى عندما يتوفر رصيد كافٍ.',
  ],
  expired_card: [
    'انتهت صلاحية البطاقة، أو أن تاريخ انتهائها غير صحيح.',
    'تحقق من التاريخ، أو استخدم بطاقة أخرى.',
  ],
  incorrect_cvc: [
    'رمز أمان البطاقة غير صحيح.',
    'تحقق من الرمز الموجود على بطاقتك وأدخله مرة أخرى.',
  ],
  incorrect_number: ['رقم البطاقة غير صحيح.', 'تحقق من الرقم وأدخله مرة أخرى.'],
  limit_exceeded: ['تتجاوز هذه الدفعة حد بطاقتك.', 'اطلب من مصرفك رفع الحد، أو استخدم بطاقة أخرى.'],
  call_issuer: ['لم يوافق مصرفك على هذه الدفعة.', 'اسأل مصرفك عن السبب، أو استخدم بطاقة أخرى.'],
  not_supported: [
    'لا يستطيع المتجر قبول هذه الدفعة بهذا النوع من البطاقات أو بوسيلة الدفع هذه.',
    'اختر بطاقة أخرى أو طريقة دفع أخرى.',
  ],
  authentication_failed: [
    'لم يتمكن مصرفك من التأكد من أنك صاحب هذه الدفعة.',
    'حاول مرة أخرى وأكّد الدفع لدى مصرفك.',
  ],
  try_again_later: [
    'لا يمكن معالجة الدفعة في الوقت الحالي.',
    'يرجى المحاولة مرة أخرى بعد بضع دقائق.',
  ],
  blocked_by_merchant: ['لم يقبل المتجر هذه الدفعة.', 'تواصل مع المتجر، أو ادفع بطريقة أخرى.'],
  use_another_card: ['لا يمكن استخدام هذه البطاقة لهذه الدفعة.', 'ادفع ببطاقة أخرى.'],
  unknown: ['لم تتم عملية الدفع.', 'حاول مرة أخرى، أو اختر طريقة دفع أخرى.'],
};

const hebrew: DeclineTexts = {
  insufficient_funds: [
    'אין מספיק כסף בכרטיס או בחשבון הזה.',
    'יש להשתמש בכרטיס אחר, או לנסות שוב כשיהיה בו מספיק כסף.',
  ],
  expired_card: [
    'תוקף הכרטיס פג, או שתאריך התפוגה אינו נכון.',
    'יש לבדוק את התאריך, או להשתמש בכרטיס אחר.',
  ],
  incorrect_cvc: [
    'קוד האבטחה של הכרטיס אינו נכון.',
    'יש לבדוק את הקוד שעל הכרטיס ולהזין אותו שוב.',
  ],
  incorrect_number: ['מספר הכרטיס אינו נכון.', 'יש לבדוק את המספר ולהזין אותו שוב.'],
  limit_exceeded: [
    'התשלום הזה חורג ממסגרת הכרטיס.',
    'יש לבקש מהבנק להגדיל את המסגרת, או להשתמש בכרטיס אחר.',
  ],
  call_issuer: ['הבנק לא אישר את התשלום הזה.', 'יש לברר את הסיבה בבנק, או להשתמש בכרטיס אחר.'],
  not_supported: [
    'החנות אינה יכולה לקבל את התשלום בסוג כזה של כרטיס או אמצעי תשלום.',
    'יש לבחור כרטיס אחר או דרך תשלום אחרת.',
  ],
  authentication_failed: [
    'הבנק לא הצליח לאמת שהתשלום נעשה על ידך.',
    'יש לנסות שוב ולאשר את התשלום מול הבנק.',
  ],
  try_again_later: ['לא ניתן לעבד את התשלום כרגע.', 'יש לנסות שוב בעוד כמה דקות.'],
  blocked_by_merchant: [
    'החנות לא קיבלה את התשלום הזה.',
    'יש ליצור קשר עם החנות, או לשלם בדרך אחרת.',
  ],
  use_another_card: ['לא ניתן להשתמש בכרטיס הזה לתשלום.', 'יש לשלם בכרטיס אחר.'],
  unknown: ['התשלום לא בוצע.', 'יש לנסות שוב, או לבחור דרך תשלום אחרת.'],
};

const japanese: DeclineTexts = {
  insufficient_funds: [
    'このカードまたは口座の残高が不足しています。',
    '別のカードをご利用いただくか、残高をご用意のうえ、もう一度お試しください。',
  ],
  expired_card: [
    'カードの有効期限が切れているか、有効期限が正しくありません。',
    '有効期限をご確認いただくか、別のカードをご利用ください。',
  ],
  incorrect_cvc: [
    'カードのセキュリティコードが正しくありません。',
    'カードに記載のコードをご確認のうえ、もう一度入力してください。',
  ],
  incorrect_number: [
    'カード番号が正しくありません。',
    '番号をご確認のうえ、もう一度入力してください。',
  ],
  limit_exceeded: [
    'このお支払いはカードの利用限度額を超えています。',
    'カード会社に限度額の引き上げをご相談いただくか、別のカードをご利用ください。',
  ],
  call_issuer: [
    'カード会社または銀行がこのお支払いを承認しませんでした。',
    '理由をカード会社または銀行にお問い合わせいただくか、別のカードをご利用ください。',
  ],
  not_supported: [
    'この種類のカードまたはお支払い方法は、このお店ではご利用いただけません。',
    '別のカードまたは別のお支払い方法をお選びください。',
  ],
  authentication_failed: [
    'カード会社または銀行でご本人の確認ができませんでした。',
    'もう一度お試しのうえ、本人認証を完了してください。',
  ],
  try_again_later: ['現在、お支払いを処理できません。', '数分後にもう一度お試しください。'],
  blocked_by_merchant: [
    'お店がこのお支払いを受け付けませんでした。',
    'お店にお問い合わせいただくか、別の方法でお支払いください。',
  ],
  use_another_card: [
    'このカードはお支払いにご利用いただけません。',
    '別のカードでお支払いください。',
  ],
  unknown: [
    'お支払いは完了しませんでした。',
    'もう一度お試しいただくか、別のお支払い方法をお選びください。',
  ],
};

const chinese: DeclineTexts = {
  insufficient_funds: ['此卡或账户余额不足。', '请使用其他卡，或在余额充足后重试。'],
  expired_card: ['此卡已过期，或有效期填写有误。', '请检查有效期，或使用其他卡。'],
  incorrect_cvc: ['卡的安全码不正确。', '请核对卡上的安全码并重新输入。'],
  incorrect_number: ['卡号不正确。', '请核对卡号并重新输入。'],
  limit_exceeded: ['此次付款超出了您的卡的限额。', '请联系银行提高限额，或使用其他卡。'],
  call_issuer: ['您的银行未批准此次付款。', '请向银行询问原因，或使用其他卡。'],
  not_supported: ['商家无法通过此类卡或付款方式收取这笔款项。', '请选择其他卡或其他付款方式。'],
  authentication_failed: [
    '您的银行无法确认此次付款由您本人进行。',
    '请重试，并在您的银行确认付款。',
  ],
  try_again_later: ['目前无法处理付款。', '请在几分钟后重试。'],
  blocked_by_merchant: ['商家未接受此次付款。', '请联系商家，或以其他方式付款。'],
  use_another_card: ['此卡无法用于本次付款。', '请使用其他卡付款。'],
  unknown: ['付款未完成。', '请重试，或选择其他付款方式。'],
};

const korean: DeclineTexts = {
  insufficient_funds: [
    '이 카드 또는 계좌의 잔액이 부족합니다.',
    '다른 카드를 사용하거나 잔액을 채운 후 다시 시도해 주세요.',
  ],
  expired_card: [
    '카드가 만료되었거나 유효 기간이 올바르지 않습니다.',
    '유효 기간을 확인하거나 다른 카드를 사용해 주세요.',
  ],
  incorrect_cvc: [
    '카드의 보안 코드가 올바르지 않습니다.',
    '카드에 있는 코드를 확인하고 다시 입력해 주세요.',
  ],
  incorrect_number: ['카드 번호가 올바르지 않습니다.', '번호를 확인하고 다시 입력해 주세요.'],
  limit_exceeded: [
    '이 결제는 카드 한도를 초과합니다.',
    '은행에 한도 증액을 요청하거나 다른 카드를 사용해 주세요.',
  ],
  call_issuer: [
    '은행에서 이 결제를 승인하지 않았습니다.',
    '은행에 이유를 문의하거나 다른 카드를 사용해 주세요.',
  ],
  not_supported: [
    '이 상점에서는 이 종류의 카드나 결제 수단으로 결제할 수 없습니다.',
    '다른 카드나 다른 결제 수단을 선택해 주세요.',
  ],
  authentication_failed: [
    '은행에서 본인 결제임을 확인하지 못했습니다.',
    '다시 시도하고 은행에서 결제를 확인해 주세요.',
  ],
  try_again_later: ['지금은 결제를 처리할 수 없습니다.', '몇 분 후에 다시 시도해 주세요.'],
  blocked_by_merchant: [
    '상점에서 이 결제를 받지 않았습니다.',
    '상점에 문의하거나 다른 방법으로 결제해 주세요.',
  ],
  use_another_card: ['이 카드는 결제에 사용할 수 없습니다.', '다른 카드로 결제해 주세요.'],
  unknown: ['결제가 완료되지 않았습니다.', '다시 시도하거나 다른 결제 수단을 선택해 주세요.'],
};

/** The texts of each language, by its code of ISO 639-1. */
export const declineTexts: ReadonlyMap<string, DeclineTexts> = new Map([
  ['en', english],
  ['de', german],
  ['fr', french],
  ['es', spanish],
  ['it', italian],
  ['pt', portuguese],
  ['nl', dutch],
  ['pl', polish],
  ['cs', czech],
  ['da', danish],
  ['sv', swedish],
  ['nb', norwegian],
  ['fi', finnish],
  ['hu', hungarian],
  ['ro', romanian],
  ['el', greek],
  ['tr', turkish],
  ['ar', arabic],
  ['he', hebrew],
  ['ja', japanese],
  ['zh', chinese],
  ['ko', korean],
]);
