import type { Language } from '../language.ts'

export const nl: Language = {
  name: 'Nederlands',
  form: {
    'page.back': 'Terug naar {store}',
    'page.title': 'Betalen bij {store}',
    'page.loading': 'De betaalpagina wordt geladen',

    'error.broken':
      'Deze pagina werkt niet meer. Vernieuw de pagina om te zien of je hebt betaald.',

    'summary.title': 'Besteloverzicht',
    'summary.quantity': 'Aantal: {quantity}',
    'summary.each': '{price} per stuk',
    'summary.subtotal': 'Subtotaal',
    'summary.delivery': 'Bezorging',
    'summary.collection': 'Afhalen',
    'summary.free': 'Gratis',
    'summary.total': 'Totaal',
    'summary.tax': 'incl. btw',
    'summary.held': 'Prijs voor je gereserveerd tot {time}',

    'contact.title': 'Contactgegevens',
    'contact.name': 'Voor- en achternaam',
    'contact.phone': 'Telefoonnummer',
    'contact.phone.hint': 'Alleen voor vragen over je bestelling',
    'contact.phone.example': 'Alleen voor vragen over je bestelling. Voorbeeld: {number}',
    'contact.email': 'E-mailadres',
    'contact.email.hint': 'Voor de bevestiging van je bestelling',

    'field.optional': '(optioneel)',

    'delivery.method': 'Bezorgoptie',
    'delivery.place': 'Bezorgadres',
    'delivery.place.hint': 'Straat, huisnummer, postcode en plaats',

    'card.title': 'Kaart',
    'card.frame': 'Kaartgegevens',
    'card.test': 'Testmodus',
    'card.test.hint':
      'Er wordt geen echt geld afgeschreven. Gebruik 4242 4242 4242 4242 met een datum in de toekomst en een willekeurige code.',
    'card.private':
      'Betalingen worden verwerkt door {provider}. Alleen {provider} ziet je kaartnummer, {store} nooit.',
    'card.private.test':
      'Deze betaalpagina verwerkt testbetalingen zelf. {store} ziet je kaartnummer nooit.',
    'card.unreachable.do':
      'Controleer je verbinding en probeer het opnieuw. Er is niets afgeschreven.',

    'agree.label': 'Ik ga akkoord met de [algemene voorwaarden]',

    'payment.title': 'Betaling',
    'payment.pay': '{amount} betalen',

    'problem.offline': 'Je bent offline. Er is niets verzonden.',
  },
  outcome: {
    'page.secure': 'Veilig betalen',
    'page.title.error': 'Fout: {title}',
    'page.title.paid': 'Betaald – {store}',
    'page.title.expired': 'Link verlopen – {store}',
    'page.title.unavailable': 'Niet beschikbaar – {store}',

    'list.separator': ', ',

    'express.title': 'Snel afrekenen',

    'contact.name.missing': 'Vul je voor- en achternaam in',
    'contact.phone.missing': 'Vul je telefoonnummer in',
    'contact.phone.wrong': 'Vul een telefoonnummer van 7 tot 15 cijfers in',
    'contact.email.meant': 'Bedoelde je {email}?',
    'contact.email.wrong': 'Vul een e-mailadres in zoals naam@example.com',

    'field.long': 'Kort dit in tot maximaal {maximum} tekens',

    'delivery.place.missing': 'Vul het bezorgadres in',
    'delivery.country': 'Land',
    'delivery.street': 'Straat en huisnummer',
    'delivery.street.missing': 'Vul de straat en het huisnummer in',
    'delivery.postalCode': 'Postcode',
    'delivery.city': 'Plaats',
    'delivery.region.state': 'Staat',
    'delivery.region.province': 'Provincie',
    'delivery.region.prefecture': 'Prefectuur',
    'delivery.region.county': 'Graafschap',
    'delivery.region.department': 'Departement',
    'delivery.region.emirate': 'Emiraat',
    'delivery.region.region': 'Regio',
    'delivery.postalCode.missing': 'Vul de postcode in',
    'delivery.city.missing': 'Vul de plaats in',
    'delivery.region.missing': 'Vul het veld ‘{name}’ in',

    'card.unreachable': 'De kaartvelden konden niet worden geladen.',
    'card.page': 'Op de betaalpagina betalen',

    'payment.paying': 'Bezig met betalen…',
    'payment.status': 'Je betaling van {amount} wordt verwerkt. Houd deze pagina open.',
    'payment.slow': 'We wachten nog op je bank. Houd deze pagina open.',
    'payment.unknown': 'We weten nog niet of de betaling is gelukt. Betaal niet nog een keer.',
    'payment.unknown.do': 'We controleren het. Houd deze pagina open.',
    'payment.stuck.do':
      'Controleer het zo dadelijk opnieuw of neem contact op met {store} en vermeld deze referentie: {reference}',
    'payment.check': 'Opnieuw controleren',
    'payment.leave': 'Je moet deze betaling op een andere pagina bevestigen.',
    'payment.leave.open': 'Doorgaan',
    'payment.other': 'Andere betaalmethode kiezen',
    'payment.bank': 'Je bank vraagt je om deze betaling te bevestigen.',
    'payment.bank.open': 'Doorgaan naar je bank',
    'payment.bank.frame': 'Bevestiging van je bank',
    'payment.bank.close': 'Sluiten',

    'problem.title': 'Er is een probleem',
    'problem.many': 'Te corrigeren velden: {count}',
    'problem.declined': 'Je betaling is niet gelukt',
    'problem.notCharged': 'De betaling is niet afgerond',
    'problem.notCharged.do': 'Er is niets afgeschreven. Je kunt het opnieuw proberen.',
    'problem.limited': 'Te veel pogingen in korte tijd',
    'problem.unavailable': 'Betalen is op dit moment niet mogelijk',
    'problem.later.do': 'Er is niets afgeschreven. Probeer het over een minuut opnieuw.',
    'problem.refused': 'Er is bij ons iets misgegaan',

    'declined.card': 'Kaart eindigend op {last4}:',
    'declined.funds':
      'Er staat niet genoeg saldo op je kaart. Er is niets afgeschreven; probeer een andere kaart.',
    'declined.bank':
      'Je bank kon niet bevestigen dat jij het bent. Er is niets afgeschreven; probeer het opnieuw of gebruik een andere kaart.',
    'declined.late':
      'De betaling is niet op tijd afgerond. Er is niets afgeschreven; je kunt het opnieuw proberen.',
    'declined.returned': 'Je betaling kwam te laat. Je krijgt het volledige bedrag terug.',
    'declined.other':
      'Je kaart is geweigerd. Er is niets afgeschreven; probeer een andere kaart of neem contact op met je bank.',

    'deadline.soon': 'Nog minder dan {minutes|one:# minuut|other:# minuten}.',
    'deadline.soon.do':
      'Betaal vóór {time}. Daarna verloopt deze link: er wordt niets afgeschreven en je kunt opnieuw beginnen.',
    'deadline.soon.store':
      'Betaal vóór {time}. Daarna verloopt deze link: er wordt niets afgeschreven en je kunt bij {store} opnieuw beginnen.',

    'agree.missing': 'Ga akkoord met de algemene voorwaarden om te betalen',

    'seller.by': 'Verkocht door {seller}',
    'seller.terms': 'Algemene voorwaarden',
    'seller.privacy': 'Privacyverklaring',
    'seller.returns': 'Herroepen en retourneren',
    'seller.days': '{text} ({days})',
    'seller.accessibility': 'Toegankelijkheidsverklaring',
    'seller.withdraw': 'Overeenkomst hier herroepen ({days})',
    'seller.final': 'Voor deze aankoop geldt geen wettelijk herroepingsrecht.',
    'seller.tab': 'Opent in een nieuw tabblad',
  },
  result: {
    'complete.title': 'Betaling ontvangen',
    'complete.thanks': 'Bedankt, {name}. {store} heeft je bestelling ontvangen.',
    'complete.order': 'Bestelnummer',
    'complete.copy': 'Kopiëren',
    'complete.copied': 'Gekopieerd',
    'complete.place': 'Bezorging',
    'complete.collect': 'Afhaaladres',
    'complete.tracking': 'Zending volgen',
    'complete.fee': 'Bezorgkosten',
    'complete.phone': 'Telefoonnummer',
    'complete.statement': 'Op je afschrift: {text}',
    'complete.email': 'Bevestigingsmail',
    'complete.email.none': 'Geen e-mailadres opgegeven, dus er wordt geen bevestiging verzonden.',
    'complete.email.refused': 'De bevestiging kon niet worden afgeleverd.',
    'complete.email.correct': 'E-mailadres corrigeren',
    'complete.paidAt': 'Betaald op',
    'complete.return': 'Terug naar {store}',
    'complete.returning': 'Over 20 seconden ga je terug naar {store}.',
    'complete.stay': 'Hier blijven',
    'complete.close': 'Je kunt deze pagina sluiten.',
    'complete.print': 'Betaalbewijs afdrukken',

    'expired.title': 'Deze betaallink is verlopen',
    'expired.text': 'Er is niets afgeschreven. Ga terug naar {store} om opnieuw te beginnen.',

    'again.start': 'Opnieuw beginnen',
    'again.total': 'Het totaal is gewijzigd van {before} in {now}.',

    'unavailable.soldOut': 'Uitverkocht',
    'unavailable.soldOut.text':
      'Dit artikel is niet meer op voorraad. Er is niets afgeschreven. Ga terug naar {store} om iets anders te kiezen.',
    'unavailable.tries.text':
      'Er zijn te veel pogingen gedaan. Deze betaallink accepteert geen kaarten meer. Er is niets afgeschreven. Ga terug naar {store} om opnieuw te beginnen.',
    'unavailable.left': 'Nog maar {left} op voorraad',
    'unavailable.few': 'Niet genoeg op voorraad',
    'unavailable.left.text':
      'Je wilde er {quantity}. Kies opnieuw in de winkel. Er is niets afgeschreven.',

    'error.title': 'Er is bij ons iets misgegaan',
    'error.text': 'Er is niets afgeschreven. Probeer het zo dadelijk opnieuw.',
    'error.network': 'De betaalpagina is niet bereikbaar',
    'error.network.text':
      'Controleer je verbinding en probeer het opnieuw. Daarna zie je of je hebt betaald.',
    'error.notFound': 'Pagina niet gevonden',
    'error.unknown': 'Betaalpagina niet gevonden',
    'error.notFound.text': 'Controleer de link of ga terug naar de winkel en begin opnieuw.',
    'error.origin': 'De betaalpagina kan hier niet worden getoond',
    'error.origin.text': 'De winkel heeft deze website niet toegestaan om betalingen aan te nemen.',
    'error.again': 'Opnieuw proberen',
  },
  page: {
    labelled: '{label}: {value}',
    languages: 'Taal',
    back: 'Terug',
    docs: 'Documentatie',
    storeApp: 'Winkelbeheer',
    email: 'Bevestiging verzenden',
    impossible:
      'Om hier met een kaart te betalen is JavaScript nodig, en dat is niet geladen. Zet het aan en vernieuw deze pagina, of neem contact op met {store}.',
    onward: 'Doorgaan naar kaartgegevens',
    waiting: 'Je betaling wordt verwerkt. Je hoeft niet nog een keer te betalen.',
    details: 'Je gegevens wijzigen',
    work: 'Zet JavaScript aan en ga terug naar je gegevens om nu te betalen.',
    country: 'De winkel bezorgt niet in dit land: {country}. Vul een ander adres in.',
    address: 'Controleer het adres voor dit land: {country}',
    buy: 'Nu kopen',
    change: 'Wijzigen',
    from: 'vanaf {price}',
    scan: 'Scan om te kopen',
    size: 'Maat',
    color: 'Kleur',
    quantity: 'Aantal',
    less: 'Eén minder',
    more: 'Eén meer',
    'quantity.range': 'Kies een aantal van 1 tot en met {most}.',
    choose: 'Kies een optie',
    safety: 'Productveiligheid',
    'safety.manufacturer': 'Fabrikant',
    'safety.responsiblePerson': 'Verantwoordelijke persoon in de EU',
    'safety.identification': 'Productidentificatie',
    'safety.warnings': 'Waarschuwingen',
    'returns.title': 'Deze link kan niet worden gebruikt',
    returns: 'Deze link leidt terug naar een adres dat de winkel niet toestaat.',
  },
  mail: {
    'store.test': '{name} (test)',
    'confirmation.subject': 'Je bestelling {order} bij {store}',
    'order.view': 'Bestelling bekijken',
    'refund.subject': 'Terugbetaling van je bestelling {order} bij {store}',
    'refund.text':
      '{store} heeft {amount} terugbetaald voor je bestelling {order}. Het kan enkele dagen duren voordat het bedrag op je afschrift staat.',
    'refund.amount': 'Terugbetaling',
    'refundFailed.subject': 'De terugbetaling van je bestelling {order} bij {store} is niet gelukt',
    'refundFailed.text':
      'De terugbetaling van {amount} voor je bestelling {order} is niet bij je aangekomen. {store} is hiervan op de hoogte. Vraag daar hoe je je geld krijgt.',
    'fulfilment.subject': 'Je bestelling {order} bij {store} is afgerond',
    'fulfilment.text': '{store} heeft je bestelling {order} als afgerond gemarkeerd.',
    'contact.reply': 'Vragen? Beantwoord deze e-mail of neem contact op met {store}: {contact}',
    'contact.ask': 'Vragen? Neem contact op met {store}: {contact}',
  },
  withdrawal: {
    title: 'Overeenkomst herroepen',
    intro: 'Hier kun je een aankoop herroepen. Je hoeft geen reden op te geven.',
    contact: 'E-mailadres of telefoonnummer',
    'contact.hint': 'Zoals je het bij de bestelling hebt opgegeven',
    unknown:
      'We hebben geen bestelling gevonden met dit nummer en dit e-mailadres of telefoonnummer. Controleer beide of vraag het de winkel waar je hebt gekocht.',
    statement: 'Bevestig dat je de overeenkomst met {seller} voor deze bestelling herroept:',
    spent:
      'Er zijn te veel pogingen gedaan voor deze bestelling. We kunnen een link sturen naar het e-mailadres dat bij de bestelling is opgegeven.',
    continue: 'Doorgaan',
    'link.send': 'Link verzenden',
    'link.sent':
      'Als deze bestelling bestaat en er een e-mailadres bij hoort, is er een link naar dat adres onderweg. De link is een uur geldig. Komt er niets aan, vraag het dan de winkel waar je hebt gekocht.',
    'link.over':
      'Deze link is verlopen. We kunnen een nieuwe sturen naar het e-mailadres dat bij de bestelling is opgegeven.',
    'link.subject': 'Link om je bestelling {order} bij {store} te herroepen',
    'link.text':
      'Met deze link kun je de overeenkomst met {store} voor bestelling {order} herroepen. De link is een uur geldig. Heb je er niet om gevraagd, dan hoef je niets te doen.',
    item: 'Artikel',
    paid: 'Betaald op',
    until: 'Laatste dag om te herroepen',
    refund: 'Terugbetaling',
    'refund.by': 'uiterlijk {day}, of zodra het artikel terug is',
    begin: 'Overeenkomst hier herroepen',
    'confirm.title': 'Controleer je herroeping',
    confirm: 'Herroeping bevestigen',
    done: 'Je hebt de overeenkomst herroepen',
    received: 'Herroeping ontvangen op',
    keep: 'Druk deze pagina af of sla deze op. Als je bij de bestelling een e-mailadres hebt opgegeven, ontvang je deze bevestiging ook per e-mail.',
    next: 'Vraag {store} hoe je het artikel terugstuurt en je geld terugkrijgt.',
    late: 'De laatste dag om te herroepen is voorbij. {store} beslist of je herroeping nog wordt geaccepteerd.',
    'late.done': 'Je herroeping is ontvangen',
    refunded: 'Deze bestelling is al volledig terugbetaald, of de terugbetaling is onderweg.',
    off: '{store} neemt op deze pagina geen herroepingen in ontvangst.',
    'mail.subject': 'Herroeping van je bestelling {order} bij {store} ontvangen',
    'mail.text':
      'Je hebt de overeenkomst met {store} voor bestelling {order} herroepen. Je herroeping is ontvangen op {time}.',
  },
  card: {
    'number.missing': 'Vul het kaartnummer in',
    'number.wrong': 'Vul een geldig kaartnummer in',
    'number.test': 'Gebruik een testkaart',
    'expiry.wrong': 'Vul de vervaldatum in',
    'expiry.past': 'Deze kaart is verlopen: gebruik een andere',
    'code.back': '3 cijfers achterop',
    'code.front': '4 cijfers voorop',
    'code.missing': 'Vul de beveiligingscode in',
  },
  cardLabels: {
    number: 'Kaartnummer',
    expiry: 'Vervaldatum (MM/JJ)',
    code: 'Beveiligingscode',
    test: 'Testwinkel',
  },
  stripe: {
    'card.or': 'Of betaal met kaart',
    'card.check': 'Controleer je kaartgegevens',
    'method.title': 'Betaalmethode',
    'method.card': 'Kaart',
    'method.leave':
      'Nadat je op ‘Betalen’ hebt gedrukt, bevestig je de betaling op een andere pagina en kom je hier terug.',
    'method.blik': 'BLIK-code',
    'method.blik.hint':
      '6 cijfers uit de app van je bank. Bevestig de betaling daar nadat je op ‘Betalen’ hebt gedrukt.',
    'method.blik.missing': 'Vul de 6 cijfers van je BLIK-code in',
    'bank.title': 'Bevestiging van je bank',
    'bank.asking': 'De bevestiging van je bank verschijnt hier zo dadelijk.',
    'bank.done': 'Bedankt. Je kunt dit venster sluiten.',
    'bank.unreachable':
      'De pagina van je bank kon niet worden geladen. Controleer je verbinding en probeer het opnieuw.',
    'bank.again': 'Opnieuw proberen',
  },
}
