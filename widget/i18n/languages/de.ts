import type { Language } from '../language.ts'

export const de: Language = {
  name: 'Deutsch',
  form: {
    'page.back': 'Zurück zu {store}',
    'page.title': 'Bezahlen bei {store}',
    'page.loading': 'Die Bezahlseite wird geladen',

    'error.broken':
      'Diese Seite funktioniert nicht mehr. Laden Sie sie neu, um zu sehen, ob Sie bezahlt haben.',

    'summary.title': 'Bestellübersicht',
    'summary.quantity': 'Menge {quantity}',
    'summary.each': '{price} pro Stück',
    'summary.subtotal': 'Zwischensumme',
    'summary.delivery': 'Lieferung',
    'summary.collection': 'Abholung',
    'summary.free': 'Kostenlos',
    'summary.total': 'Gesamtbetrag',
    'summary.tax': 'inkl. MwSt.',
    'summary.held': 'Preis für Sie reserviert bis {time}',

    'contact.title': 'Kontakt',
    'contact.name': 'Vor- und Nachname',
    'contact.phone': 'Telefon',
    'contact.phone.hint': 'Nur für Rückfragen zur Bestellung',
    'contact.phone.example': 'Nur für Rückfragen zur Bestellung. Beispiel: {number}',
    'contact.email': 'E-Mail',
    'contact.email.hint': 'Für Ihre Bestellbestätigung',

    'field.optional': '(optional)',

    'delivery.method': 'Lieferart',
    'delivery.place': 'Lieferadresse',
    'delivery.place.hint': 'Straße, Hausnummer, Postleitzahl und Ort',

    'card.title': 'Karte',
    'card.frame': 'Kartendaten',
    'card.test': 'Testmodus',
    'card.test.hint':
      'Es fließt kein Geld. Verwenden Sie 4242 4242 4242 4242 mit einem künftigen Datum und beliebiger Prüfnummer.',
    'card.private':
      'Zahlungen werden von {provider} abgewickelt. Nur {provider} sieht Ihre Kartennummer, niemals {store}.',
    'card.private.test':
      'Testzahlungen wickelt diese Bezahlseite selbst ab. {store} sieht Ihre Kartennummer niemals.',
    'card.unreachable.do':
      'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut. Es wurde nichts abgebucht.',

    'agree.label': 'Ich akzeptiere die [AGB]',

    'payment.title': 'Zahlung',
    'payment.pay': '{amount} bezahlen',

    'problem.offline': 'Sie sind offline. Es wurde nichts gesendet.',
  },
  outcome: {
    'page.secure': 'Sichere Zahlung',
    'page.title.error': 'Fehler: {title}',
    'page.title.paid': 'Bezahlt – {store}',
    'page.title.expired': 'Link abgelaufen – {store}',
    'page.title.unavailable': 'Nicht verfügbar – {store}',

    'list.separator': ', ',

    'express.title': 'Express-Kauf',

    'contact.name.missing': 'Geben Sie Ihren Vor- und Nachnamen ein',
    'contact.phone.missing': 'Geben Sie Ihre Telefonnummer ein',
    'contact.phone.wrong': 'Geben Sie eine Telefonnummer mit 7 bis 15 Ziffern ein',
    'contact.email.meant': 'Meinten Sie {email}?',
    'contact.email.wrong': 'Geben Sie eine E-Mail-Adresse wie name@example.com ein',

    'field.long': 'Kürzen Sie den Text auf {maximum} Zeichen',

    'delivery.place.missing': 'Geben Sie die Lieferadresse ein',
    'delivery.country': 'Land',
    'delivery.street': 'Straße und Hausnummer',
    'delivery.street.missing': 'Geben Sie Straße und Hausnummer ein',
    'delivery.postalCode': 'Postleitzahl',
    'delivery.city': 'Ort',
    'delivery.region.state': 'Bundesstaat',
    'delivery.region.province': 'Provinz',
    'delivery.region.prefecture': 'Präfektur',
    'delivery.region.county': 'County',
    'delivery.region.department': 'Departamento',
    'delivery.region.emirate': 'Emirat',
    'delivery.region.region': 'Region',
    'delivery.postalCode.missing': 'Geben Sie die Postleitzahl ein',
    'delivery.city.missing': 'Geben Sie den Ort ein',
    'delivery.region.missing': 'Füllen Sie das Feld „{name}“ aus',

    'card.unreachable': 'Die Kartenfelder konnten nicht geladen werden.',
    'card.page': 'Stattdessen auf der Bezahlseite zahlen',

    'payment.paying': 'Zahlung läuft …',
    'payment.status': 'Zahlung von {amount} läuft. Lassen Sie diese Seite geöffnet.',
    'payment.slow': 'Wir warten noch auf Ihre Bank. Lassen Sie diese Seite geöffnet.',
    'payment.unknown':
      'Wir wissen noch nicht, ob die Zahlung erfolgt ist. Bezahlen Sie nicht noch einmal.',
    'payment.unknown.do': 'Wir prüfen das. Lassen Sie diese Seite geöffnet.',
    'payment.stuck.do':
      'Prüfen Sie es gleich noch einmal oder wenden Sie sich mit dieser Referenz an {store}: {reference}',
    'payment.check': 'Erneut prüfen',
    'payment.leave': 'Sie müssen diese Zahlung auf einer anderen Seite bestätigen.',
    'payment.leave.open': 'Weiter zur Zahlung',
    'payment.other': 'Andere Zahlungsart wählen',
    'payment.bank': 'Ihre Bank bittet Sie, diese Zahlung zu bestätigen.',
    'payment.bank.open': 'Weiter zu Ihrer Bank',
    'payment.bank.frame': 'Bestätigung Ihrer Bank',
    'payment.bank.close': 'Schließen',

    'problem.title': 'Es gibt ein Problem',
    'problem.many': 'Zu korrigierende Felder: {count}',
    'problem.declined': 'Ihre Zahlung wurde nicht ausgeführt',
    'problem.notCharged': 'Die Zahlung wurde nicht abgeschlossen',
    'problem.notCharged.do': 'Es wurde nichts abgebucht. Sie können es erneut versuchen.',
    'problem.limited': 'Zu viele Versuche in kurzer Zeit',
    'problem.unavailable': 'Zahlungen sind gerade nicht möglich',
    'problem.later.do': 'Es wurde nichts abgebucht. Versuchen Sie es in einer Minute erneut.',
    'problem.refused': 'Bei uns ist etwas schiefgelaufen',

    'declined.card': 'Karte mit den Endziffern {last4}:',
    'declined.funds':
      'Ihre Karte ist nicht ausreichend gedeckt. Es wurde nichts abgebucht; versuchen Sie es mit einer anderen Karte.',
    'declined.bank':
      'Ihre Bank konnte Ihre Identität nicht bestätigen. Es wurde nichts abgebucht; versuchen Sie es erneut oder mit einer anderen Karte.',
    'declined.late':
      'Die Zahlung wurde nicht rechtzeitig abgeschlossen. Es wurde nichts abgebucht; Sie können es erneut versuchen.',
    'declined.returned': 'Ihre Zahlung kam zu spät. Sie erhalten den vollen Betrag zurück.',
    'declined.other':
      'Ihre Karte wurde abgelehnt. Es wurde nichts abgebucht; versuchen Sie es mit einer anderen Karte oder fragen Sie Ihre Bank.',

    'deadline.soon': 'Weniger als {minutes|one:# Minute|other:# Minuten} übrig.',
    'deadline.soon.do':
      'Bezahlen Sie bis {time}. Danach läuft dieser Link ab: Es wird nichts abgebucht, und Sie können neu beginnen.',
    'deadline.soon.store':
      'Bezahlen Sie bis {time}. Danach läuft dieser Link ab: Es wird nichts abgebucht, und Sie können bei {store} neu beginnen.',

    'agree.missing': 'Akzeptieren Sie die AGB, um zu bezahlen',

    'seller.by': 'Verkauf durch {seller}',
    'seller.terms': 'AGB',
    'seller.privacy': 'Datenschutzerklärung',
    'seller.returns': 'Widerruf und Rückgabe',
    'seller.days': '{text} ({days})',
    'seller.accessibility': 'Erklärung zur Barrierefreiheit',
    'seller.withdraw': 'Vertrag widerrufen ({days})',
    'seller.final': 'Es besteht kein gesetzliches Widerrufsrecht.',
    'seller.tab': 'Öffnet sich in einem neuen Tab',
  },
  result: {
    'complete.title': 'Zahlung eingegangen',
    'complete.thanks': 'Vielen Dank, {name}. {store} hat Ihre Bestellung erhalten.',
    'complete.order': 'Bestellnummer',
    'complete.copy': 'Kopieren',
    'complete.copied': 'Kopiert',
    'complete.place': 'Lieferung',
    'complete.collect': 'Abholort',
    'complete.tracking': 'Sendungsverfolgung',
    'complete.fee': 'Liefergebühr',
    'complete.phone': 'Telefon',
    'complete.statement': 'Auf Ihrer Abrechnung: {text}',
    'complete.email': 'Bestätigung per E-Mail',
    'complete.email.none': 'Keine E-Mail-Adresse angegeben: Es wird keine Bestätigung gesendet.',
    'complete.email.refused': 'Die Bestätigung konnte nicht zugestellt werden.',
    'complete.email.correct': 'E-Mail-Adresse korrigieren',
    'complete.paidAt': 'Bezahlt',
    'complete.return': 'Zurück zu {store}',
    'complete.returning': 'In 20 Sekunden kehren Sie zu {store} zurück.',
    'complete.stay': 'Hier bleiben',
    'complete.close': 'Sie können diese Seite schließen.',
    'complete.print': 'Beleg drucken',

    'expired.title': 'Dieser Zahlungslink ist abgelaufen',
    'expired.text': 'Es wurde nichts abgebucht. Gehen Sie zurück zu {store} und beginnen Sie neu.',

    'again.start': 'Neu beginnen',
    'again.total': 'Der Gesamtbetrag hat sich geändert: bisher {before}, jetzt {now}.',

    'unavailable.soldOut': 'Ausverkauft',
    'unavailable.soldOut.text':
      'Der Artikel ist nicht mehr vorrätig. Es wurde nichts abgebucht. Gehen Sie zurück zu {store} und wählen Sie etwas anderes.',
    'unavailable.tries.text':
      'Nach zu vielen Versuchen nimmt dieser Link keine Karten mehr an. Es wurde nichts abgebucht. Gehen Sie zurück zu {store} und beginnen Sie neu.',
    'unavailable.left': 'Nur noch {left} vorrätig',
    'unavailable.few': 'Nicht mehr genug vorrätig',
    'unavailable.left.text':
      'Sie wollten {quantity} Stück. Wählen Sie im Shop neu aus. Es wurde nichts abgebucht.',

    'error.title': 'Bei uns ist etwas schiefgelaufen',
    'error.text': 'Es wurde nichts abgebucht. Versuchen Sie es gleich noch einmal.',
    'error.network': 'Die Bezahlseite ist nicht erreichbar',
    'error.network.text':
      'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut. Dann sehen Sie, ob Sie bezahlt haben.',
    'error.notFound': 'Seite nicht gefunden',
    'error.unknown': 'Bezahlseite nicht gefunden',
    'error.notFound.text':
      'Prüfen Sie den Link oder gehen Sie zurück zum Shop und beginnen Sie neu.',
    'error.origin': 'Die Bezahlseite kann hier nicht angezeigt werden',
    'error.origin.text': 'Der Shop hat dieser Website nicht erlaubt, Zahlungen anzunehmen.',
    'error.again': 'Erneut versuchen',
  },
  page: {
    labelled: '{label}: {value}',
    languages: 'Sprache',
    back: 'Zurück',
    docs: 'Dokumentation',
    storeApp: 'Shop-Verwaltung',
    email: 'Bestätigung senden',
    impossible:
      'Für Kartenzahlungen wird hier JavaScript benötigt, das nicht geladen wurde. Aktivieren Sie es und laden Sie diese Seite neu, oder wenden Sie sich an {store}.',
    onward: 'Weiter zu den Kartendaten',
    waiting: 'Ihre Zahlung wird bearbeitet. Sie müssen nicht noch einmal bezahlen.',
    details: 'Ihre Angaben ändern',
    work: 'Um jetzt zu bezahlen, aktivieren Sie JavaScript und gehen Sie zurück zu Ihren Angaben.',
    country: 'Der Shop liefert nicht in dieses Land: {country}. Geben Sie eine andere Adresse ein.',
    address: 'Prüfen Sie die Adresse für dieses Land: {country}',
    buy: 'Jetzt kaufen',
    change: 'Ändern',
    from: 'ab {price}',
    scan: 'Zum Kaufen scannen',
    size: 'Größe',
    color: 'Farbe',
    quantity: 'Menge',
    less: 'Eins weniger',
    more: 'Eins mehr',
    'quantity.range': 'Wählen Sie eine Menge von 1 bis {most}.',
    choose: 'Wählen Sie eine Option',
    safety: 'Produktsicherheit',
    'safety.manufacturer': 'Hersteller',
    'safety.responsiblePerson': 'Verantwortliche Person in der EU',
    'safety.identification': 'Produktkennzeichnung',
    'safety.warnings': 'Warnhinweise',
    'returns.title': 'Dieser Link kann nicht verwendet werden',
    returns: 'Dieser Link führt zu einer Adresse zurück, die der Shop nicht erlaubt.',
  },
  mail: {
    'store.test': '{name} (Test)',
    'confirmation.subject': 'Ihre Bestellung {order} bei {store}',
    'order.view': 'Bestellung ansehen',
    'refund.subject': 'Erstattung zu Ihrer Bestellung {order} bei {store}',
    'refund.text':
      '{store} hat Ihnen {amount} für Ihre Bestellung {order} erstattet. Bis der Betrag auf Ihrem Konto erscheint, kann es einige Tage dauern.',
    'refund.amount': 'Erstattung',
    'refundFailed.subject':
      'Die Erstattung zu Ihrer Bestellung {order} bei {store} ist fehlgeschlagen',
    'refundFailed.text':
      'Die Erstattung von {amount} zu Ihrer Bestellung {order} ist nicht bei Ihnen angekommen. {store} weiß davon. Fragen Sie dort, wie Sie Ihr Geld erhalten.',
    'fulfilment.subject': 'Ihre Bestellung {order} bei {store} ist abgeschlossen',
    'fulfilment.text': '{store} hat Ihre Bestellung {order} als abgeschlossen gekennzeichnet.',
    'contact.reply':
      'Fragen? Antworten Sie auf diese E-Mail oder wenden Sie sich an {store}: {contact}',
    'contact.ask': 'Fragen? Wenden Sie sich an {store}: {contact}',
  },
  withdrawal: {
    title: 'Vertrag widerrufen',
    intro: 'Hier können Sie einen Kauf widerrufen. Sie müssen keinen Grund angeben.',
    contact: 'E-Mail oder Telefon',
    'contact.hint': 'Wie bei der Bestellung angegeben',
    unknown:
      'Zu dieser Bestellnummer und dieser E-Mail-Adresse oder Telefonnummer wurde keine Bestellung gefunden. Prüfen Sie beides oder fragen Sie den Shop, bei dem Sie gekauft haben.',
    statement:
      'Bestätigen Sie, dass Sie den Vertrag mit {seller} über diese Bestellung widerrufen:',
    spent:
      'Zu viele Versuche für diese Bestellung. Wir können einen Link an die E-Mail-Adresse senden, die bei der Bestellung angegeben wurde.',
    continue: 'Weiter',
    'link.send': 'Link senden',
    'link.sent':
      'Wenn es diese Bestellung gibt und dafür eine E-Mail-Adresse angegeben wurde, ist ein Link dorthin unterwegs. Er gilt eine Stunde. Wenn nichts ankommt, fragen Sie den Shop, bei dem Sie gekauft haben.',
    'link.over':
      'Dieser Link ist abgelaufen. Wir können einen neuen an die E-Mail-Adresse senden, die bei der Bestellung angegeben wurde.',
    'link.subject': 'Link zum Widerruf Ihrer Bestellung {order} bei {store}',
    'link.text':
      'Mit diesem Link können Sie den Vertrag mit {store} über die Bestellung {order} widerrufen. Er gilt eine Stunde. Wenn Sie ihn nicht angefordert haben, müssen Sie nichts tun.',
    item: 'Artikel',
    paid: 'Bezahlt am',
    until: 'Widerruf möglich bis',
    refund: 'Erstattung',
    'refund.by': 'bis {day} oder sobald der Artikel zurück ist',
    begin: 'Vertrag widerrufen',
    'confirm.title': 'Widerruf prüfen',
    confirm: 'Widerruf bestätigen',
    done: 'Sie haben den Vertrag widerrufen',
    received: 'Widerruf eingegangen',
    keep: 'Drucken oder speichern Sie diese Seite. Wenn Sie bei der Bestellung eine E-Mail-Adresse angegeben haben, erhalten Sie diese Bestätigung auch per E-Mail.',
    next: 'Fragen Sie {store}, wie Sie den Artikel zurücksenden und Ihr Geld zurückerhalten.',
    late: 'Die Widerrufsfrist ist abgelaufen. {store} entscheidet, ob Ihr Widerruf trotzdem anerkannt wird.',
    'late.done': 'Ihr Widerruf ist eingegangen',
    refunded:
      'Diese Bestellung wurde bereits vollständig erstattet, oder die Erstattung ist unterwegs.',
    off: '{store} nimmt hier keine Widerrufe entgegen.',
    'mail.subject': 'Ihr Widerruf zur Bestellung {order} bei {store}',
    'mail.text':
      'Sie haben den Vertrag mit {store} über die Bestellung {order} widerrufen. Ihr Widerruf ist am {time} eingegangen.',
  },
  card: {
    'number.missing': 'Geben Sie die Kartennummer ein',
    'number.wrong': 'Geben Sie eine gültige Kartennummer ein',
    'number.test': 'Verwenden Sie eine Testkarte',
    'expiry.wrong': 'Geben Sie das Ablaufdatum ein',
    'expiry.past': 'Diese Karte ist abgelaufen: Verwenden Sie eine andere',
    'code.back': '3 Ziffern auf der Rückseite',
    'code.front': '4 Ziffern auf der Vorderseite',
    'code.missing': 'Geben Sie die Prüfnummer ein',
  },
  cardLabels: {
    number: 'Kartennummer',
    expiry: 'Ablaufdatum (MM/JJ)',
    code: 'Prüfnummer',
    test: 'Testshop',
  },
  stripe: {
    'card.or': 'Oder mit Karte bezahlen',
    'card.check': 'Prüfen Sie Ihre Kartendaten',
    'method.title': 'Zahlungsart',
    'method.card': 'Karte',
    'method.leave':
      'Nach dem Klick auf „Bezahlen“ bestätigen Sie die Zahlung auf einer anderen Seite und kehren hierher zurück.',
    'method.blik': 'BLIK-Code',
    'method.blik.hint':
      '6 Ziffern aus der App Ihrer Bank. Bestätigen Sie die Zahlung dort nach dem Klick auf „Bezahlen“.',
    'method.blik.missing': 'Geben Sie die 6 Ziffern Ihres BLIK-Codes ein',
    'bank.title': 'Bestätigung Ihrer Bank',
    'bank.asking': 'Hier erscheint gleich die Bestätigungsseite Ihrer Bank.',
    'bank.done': 'Vielen Dank. Sie können dieses Fenster schließen.',
    'bank.unreachable':
      'Die Seite Ihrer Bank konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    'bank.again': 'Erneut versuchen',
  },
}
