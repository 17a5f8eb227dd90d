import type { Language } from '../language.ts'

export const pl: Language = {
  name: 'Polski',
  form: {
    'page.back': 'Wróć do sklepu {store}',
    'page.title': 'Płatność – {store}',
    'page.loading': 'Wczytywanie strony płatności',

    'error.broken':
      'Ta strona przestała działać. Odśwież ją, aby sprawdzić, czy płatność została wykonana.',

    'summary.title': 'Podsumowanie zamówienia',
    'summary.quantity': 'Liczba: {quantity}',
    'summary.each': '{price} za sztukę',
    'summary.subtotal': 'Wartość towaru',
    'summary.delivery': 'Dostawa',
    'summary.collection': 'Odbiór osobisty',
    'summary.free': 'Gratis',
    'summary.total': 'Razem',
    'summary.tax': 'z VAT',
    'summary.held': 'Cena zarezerwowana do godz. {time}',

    'contact.title': 'Dane kontaktowe',
    'contact.name': 'Imię i nazwisko',
    'contact.phone': 'Telefon',
    'contact.phone.hint': 'Tylko na wypadek pytań o zamówienie',
    'contact.phone.example': 'Tylko na wypadek pytań o zamówienie. Przykład: {number}',
    'contact.email': 'E-mail',
    'contact.email.hint': 'Na potwierdzenie zamówienia',

    'field.optional': '(opcjonalnie)',

    'delivery.method': 'Sposób dostawy',
    'delivery.place': 'Adres dostawy',
    'delivery.place.hint': 'Ulica, numer, kod pocztowy i miejscowość',

    'card.title': 'Karta',
    'card.frame': 'Dane karty',
    'card.test': 'Tryb testowy',
    'card.test.hint':
      'Nie pobieramy prawdziwych pieniędzy. Użyj karty 4242 4242 4242 4242 z dowolną przyszłą datą i dowolnym kodem.',
    'card.private':
      'Płatności obsługuje {provider}. Numer karty widzi tylko {provider}, nigdy sklep {store}.',
    'card.private.test':
      'Płatności testowe obsługuje sama ta strona. Sklep {store} nigdy nie widzi numeru karty.',
    'card.unreachable.do': 'Sprawdź połączenie i spróbuj ponownie. Nie pobrano żadnych środków.',

    'agree.label': 'Akceptuję [regulamin sprzedaży]',

    'payment.title': 'Płatność',
    'payment.pay': 'Zapłać {amount}',

    'problem.offline': 'Brak połączenia z internetem. Nic nie zostało wysłane.',
  },
  outcome: {
    'page.secure': 'Bezpieczna płatność',
    'page.title.error': 'Błąd: {title}',
    'page.title.paid': 'Zapłacono – {store}',
    'page.title.expired': 'Link wygasł – {store}',
    'page.title.unavailable': 'Niedostępne – {store}',

    'list.separator': ', ',

    'express.title': 'Szybka płatność',

    'contact.name.missing': 'Podaj imię i nazwisko',
    'contact.phone.missing': 'Podaj numer telefonu',
    'contact.phone.wrong': 'Podaj numer telefonu, który ma od 7 do 15 cyfr',
    'contact.email.meant': 'Czy chodziło o {email}?',
    'contact.email.wrong': 'Podaj adres e-mail, np. imie@example.com',

    'field.long': 'Skróć ten tekst do {maximum} znaków',

    'delivery.place.missing': 'Podaj adres dostawy',
    'delivery.country': 'Kraj',
    'delivery.street': 'Ulica i numer',
    'delivery.street.missing': 'Podaj ulicę i numer',
    'delivery.postalCode': 'Kod pocztowy',
    'delivery.city': 'Miejscowość',
    'delivery.region.state': 'Stan',
    'delivery.region.province': 'Prowincja',
    'delivery.region.prefecture': 'Prefektura',
    'delivery.region.county': 'Hrabstwo',
    'delivery.region.department': 'Departament',
    'delivery.region.emirate': 'Emirat',
    'delivery.region.region': 'Region',
    'delivery.postalCode.missing': 'Podaj kod pocztowy',
    'delivery.city.missing': 'Podaj miejscowość',
    'delivery.region.missing': 'Wypełnij pole „{name}”',

    'card.unreachable': 'Nie udało się wczytać pól karty.',
    'card.page': 'Zapłać na stronie płatności',

    'payment.paying': 'Przetwarzanie…',
    'payment.status': 'Przetwarzamy płatność {amount}. Nie zamykaj tej strony.',
    'payment.slow': 'Wciąż czekamy na odpowiedź banku. Nie zamykaj tej strony.',
    'payment.unknown': 'Jeszcze nie wiemy, czy płatność się powiodła. Nie płać ponownie.',
    'payment.unknown.do': 'Sprawdzamy to. Nie zamykaj tej strony.',
    'payment.stuck.do':
      'Sprawdź ponownie za chwilę lub skontaktuj się ze sklepem {store} i podaj ten numer referencyjny: {reference}',
    'payment.check': 'Sprawdź ponownie',
    'payment.leave': 'Potwierdź tę płatność na innej stronie.',
    'payment.leave.open': 'Dalej',
    'payment.other': 'Wybierz inną metodę płatności',
    'payment.bank': 'Bank prosi o potwierdzenie tej płatności.',
    'payment.bank.open': 'Przejdź do banku',
    'payment.bank.frame': 'Potwierdzenie w banku',
    'payment.bank.close': 'Zamknij',

    'problem.title': 'Wystąpił problem',
    'problem.many': 'Pola do poprawienia: {count}',
    'problem.declined': 'Płatność nie powiodła się',
    'problem.notCharged': 'Płatność nie została dokończona',
    'problem.notCharged.do': 'Nie pobrano żadnych środków. Możesz spróbować ponownie.',
    'problem.limited': 'Zbyt wiele prób w krótkim czasie',
    'problem.unavailable': 'W tej chwili nie można zapłacić',
    'problem.later.do': 'Nie pobrano żadnych środków. Spróbuj ponownie za minutę.',
    'problem.refused': 'Coś poszło nie tak po naszej stronie',

    'declined.card': 'Karta z końcówką {last4}:',
    'declined.funds': 'Na karcie jest za mało środków. Nic nie pobrano; spróbuj użyć innej karty.',
    'declined.bank':
      'Bank nie potwierdził Twojej tożsamości. Nic nie pobrano; spróbuj ponownie lub użyj innej karty.',
    'declined.late':
      'Płatność nie została dokończona na czas. Nic nie pobrano; możesz spróbować ponownie.',
    'declined.returned': 'Płatność dotarła za późno. Zwrócimy całą kwotę.',
    'declined.other':
      'Karta została odrzucona. Nic nie pobrano; spróbuj użyć innej karty lub skontaktuj się z bankiem.',

    'deadline.soon':
      'Pozostały czas: mniej niż {minutes|one:# minuta|few:# minuty|many:# minut|other:# minuty}.',
    'deadline.soon.do':
      'Zapłać przed godz. {time}. Potem ten link wygaśnie: nic nie zostanie pobrane i możesz zacząć od nowa.',
    'deadline.soon.store':
      'Zapłać przed godz. {time}. Potem ten link wygaśnie: nic nie zostanie pobrane i możesz wrócić do sklepu {store}, aby zacząć od nowa.',

    'agree.missing': 'Zaakceptuj regulamin sprzedaży, aby zapłacić',

    'seller.by': 'Sprzedawca: {seller}',
    'seller.terms': 'Regulamin sprzedaży',
    'seller.privacy': 'Polityka prywatności',
    'seller.returns': 'Odstąpienie od umowy i zwroty',
    'seller.days': '{text} ({days})',
    'seller.accessibility': 'Deklaracja dostępności',
    'seller.withdraw': 'Odstąp od umowy tutaj ({days})',
    'seller.final': 'Przy tym zakupie nie przysługuje ustawowe prawo odstąpienia od umowy.',
    'seller.tab': 'Otwiera się w nowej karcie',
  },
  result: {
    'complete.title': 'Płatność otrzymana',
    'complete.thanks': 'Dziękujemy, {name}. Sklep {store} ma już Twoje zamówienie.',
    'complete.order': 'Numer zamówienia',
    'complete.copy': 'Kopiuj',
    'complete.copied': 'Skopiowano',
    'complete.place': 'Dostawa',
    'complete.collect': 'Miejsce odbioru',
    'complete.tracking': 'Śledzenie przesyłki',
    'complete.fee': 'Koszt dostawy',
    'complete.phone': 'Telefon',
    'complete.statement': 'Na wyciągu: {text}',
    'complete.email': 'E-mail z potwierdzeniem',
    'complete.email.none': 'Nie podano adresu, więc nie wysyłamy potwierdzenia.',
    'complete.email.refused': 'Nie udało się go dostarczyć.',
    'complete.email.correct': 'Popraw adres e-mail',
    'complete.paidAt': 'Zapłacono',
    'complete.return': 'Wróć do sklepu {store}',
    'complete.returning': 'Za 20 sekund nastąpi powrót do sklepu {store}.',
    'complete.stay': 'Zostań tutaj',
    'complete.close': 'Możesz zamknąć tę stronę.',
    'complete.print': 'Drukuj potwierdzenie',

    'expired.title': 'Ten link do płatności wygasł',
    'expired.text': 'Nie pobrano żadnych środków. Wróć do sklepu {store}, aby zacząć od nowa.',

    'again.start': 'Zacznij od nowa',
    'again.total': 'Łączna kwota zmieniła się z {before} na {now}.',

    'unavailable.soldOut': 'Wyprzedane',
    'unavailable.soldOut.text':
      'Ten produkt jest już niedostępny. Nie pobrano żadnych środków. Wróć do sklepu {store}, aby wybrać coś innego.',
    'unavailable.tries.text':
      'Było zbyt wiele prób, więc ten link nie przyjmuje już kart. Nie pobrano żadnych środków. Wróć do sklepu {store}, aby zacząć od nowa.',
    'unavailable.left':
      '{left|one:Została tylko # sztuka|few:Zostały tylko # sztuki|many:Zostało tylko # sztuk|other:Zostało tylko # sztuki}',
    'unavailable.few': 'Za mało sztuk w magazynie',
    'unavailable.left.text':
      'Wybrana liczba: {quantity}. Wybierz ponownie w sklepie. Nie pobrano żadnych środków.',

    'error.title': 'Coś poszło nie tak po naszej stronie',
    'error.text': 'Nie pobrano żadnych środków. Spróbuj ponownie za chwilę.',
    'error.network': 'Nie można otworzyć strony płatności',
    'error.network.text':
      'Sprawdź połączenie i spróbuj ponownie. Zobaczysz wtedy, czy płatność została wykonana.',
    'error.notFound': 'Nie znaleziono strony',
    'error.unknown': 'Nie znaleziono strony płatności',
    'error.notFound.text': 'Sprawdź link albo wróć do sklepu i zacznij od nowa.',
    'error.origin': 'Nie można tu wyświetlić płatności',
    'error.origin.text': 'Sklep nie zezwolił tej witrynie na przyjmowanie płatności.',
    'error.again': 'Spróbuj ponownie',
  },
  page: {
    labelled: '{label}: {value}',
    languages: 'Język',
    back: 'Wróć',
    docs: 'Dokumentacja',
    storeApp: 'Panel sklepu',
    email: 'Wyślij potwierdzenie',
    impossible:
      'Płatność kartą wymaga tu JavaScriptu, który się nie wczytał. Włącz go i odśwież tę stronę albo skontaktuj się ze sklepem {store}.',
    onward: 'Przejdź do danych karty',
    waiting: 'Przetwarzamy płatność. Nie trzeba płacić ponownie.',
    details: 'Zmień swoje dane',
    work: 'Aby zapłacić teraz, włącz JavaScript i wróć do swoich danych.',
    country: 'Sklep nie dostarcza do tego kraju: {country}. Podaj inny adres.',
    address: 'Sprawdź adres dla tego kraju: {country}',
    buy: 'Kup teraz',
    change: 'Zmień',
    from: 'od {price}',
    scan: 'Zeskanuj, aby kupić',
    size: 'Rozmiar',
    color: 'Kolor',
    quantity: 'Liczba sztuk',
    less: 'O jedną mniej',
    more: 'O jedną więcej',
    'quantity.range': 'Wybierz liczbę od 1 do {most}.',
    choose: 'Wybierz jedną z opcji',
    safety: 'Bezpieczeństwo produktu',
    'safety.manufacturer': 'Producent',
    'safety.responsiblePerson': 'Osoba odpowiedzialna w UE',
    'safety.identification': 'Identyfikacja produktu',
    'safety.warnings': 'Ostrzeżenia',
    'returns.title': 'Nie można użyć tego linku',
    returns: 'Ten link prowadzi z powrotem pod adres, na który sklep nie zezwala.',
  },
  mail: {
    'store.test': '{name} (test)',
    'confirmation.subject': 'Zamówienie {order} w sklepie {store}',
    'order.view': 'Zobacz zamówienie',
    'refund.subject': 'Zwrot za zamówienie {order} w sklepie {store}',
    'refund.text':
      'Sklep {store} zwrócił {amount} za zamówienie {order}. Kwota może pojawić się na wyciągu dopiero po kilku dniach.',
    'refund.amount': 'Zwrot',
    'refundFailed.subject': 'Zwrot za zamówienie {order} w sklepie {store} nie powiódł się',
    'refundFailed.text':
      'Zwrot {amount} za zamówienie {order} nie dotarł na Twoje konto. Sklep {store} już o tym wie. Zapytaj go, jak otrzymasz pieniądze.',
    'fulfilment.subject': 'Zamówienie {order} w sklepie {store} zostało zrealizowane',
    'fulfilment.text': 'Sklep {store} oznaczył zamówienie {order} jako zrealizowane.',
    'contact.reply':
      'Masz pytania? Odpowiedz na tę wiadomość lub skontaktuj się ze sklepem {store}: {contact}',
    'contact.ask': 'Masz pytania? Skontaktuj się ze sklepem {store}: {contact}',
  },
  withdrawal: {
    title: 'Odstąpienie od umowy',
    intro: 'Tutaj możesz odstąpić od umowy kupna. Nie trzeba podawać przyczyny.',
    contact: 'E-mail lub telefon',
    'contact.hint': 'Taki jak w zamówieniu',
    unknown:
      'Nie znaleźliśmy zamówienia o tym numerze z tym adresem e-mail lub telefonem. Sprawdź dane albo zapytaj w sklepie, w którym dokonano zakupu.',
    statement: 'Potwierdź odstąpienie od umowy ze sprzedawcą {seller} dotyczącej tego zamówienia:',
    spent:
      'Zbyt wiele prób dla tego zamówienia. Możemy wysłać link na adres e-mail podany w zamówieniu.',
    continue: 'Dalej',
    'link.send': 'Wyślij link',
    'link.sent':
      'Jeśli to zamówienie istnieje i ma adres e-mail, link jest już w drodze. Jest ważny przez godzinę. Jeśli nic nie przyjdzie, zapytaj w sklepie, w którym dokonano zakupu.',
    'link.over': 'Ten link wygasł. Możemy wysłać nowy na adres e-mail podany w zamówieniu.',
    'link.subject': 'Link do odstąpienia od umowy: zamówienie {order} w sklepie {store}',
    'link.text':
      'Ten link pozwala odstąpić od umowy ze sklepem {store} dotyczącej zamówienia {order}. Jest ważny przez godzinę. Jeśli to nie Twoja prośba, nie musisz nic robić.',
    item: 'Produkt',
    paid: 'Zapłacono',
    until: 'Ostatni dzień na odstąpienie',
    refund: 'Zwrot',
    'refund.by': 'do {day} lub po zwrocie produktu',
    begin: 'Odstąp od umowy tutaj',
    'confirm.title': 'Sprawdź odstąpienie',
    confirm: 'Potwierdź odstąpienie',
    done: 'Odstąpiono od umowy',
    received: 'Odstąpienie otrzymano',
    keep: 'Wydrukuj lub zapisz tę stronę. Jeśli w zamówieniu podano adres e-mail, to potwierdzenie przyjdzie też e-mailem.',
    next: 'Zapytaj w sklepie {store}, jak odesłać produkt i odzyskać pieniądze.',
    late: 'Ostatni dzień na odstąpienie już minął. Sklep {store} zdecyduje, czy przyjmie odstąpienie.',
    'late.done': 'Odstąpienie zostało otrzymane',
    refunded: 'Całość kwoty za to zamówienie została już zwrócona lub zwrot jest w drodze.',
    off: 'Sklep {store} nie przyjmuje odstąpień na tej stronie.',
    'mail.subject': 'Otrzymano odstąpienie od umowy: zamówienie {order} w sklepie {store}',
    'mail.text':
      'Potwierdzamy odstąpienie od umowy ze sklepem {store} dotyczącej zamówienia {order}. Odstąpienie otrzymano {time}.',
  },
  card: {
    'number.missing': 'Podaj numer karty',
    'number.wrong': 'Podaj prawidłowy numer karty',
    'number.test': 'Użyj karty testowej',
    'expiry.wrong': 'Podaj datę ważności',
    'expiry.past': 'Ta karta straciła ważność: użyj innej',
    'code.back': '3 cyfry z tyłu karty',
    'code.front': '4 cyfry z przodu karty',
    'code.missing': 'Podaj kod CVV/CVC',
  },
  cardLabels: {
    number: 'Numer karty',
    expiry: 'Ważność (MM/RR)',
    code: 'Kod CVV/CVC',
    test: 'Sklep testowy',
  },
  stripe: {
    'card.or': 'Lub zapłać kartą',
    'card.check': 'Sprawdź dane karty',
    'method.title': 'Metoda płatności',
    'method.card': 'Karta',
    'method.leave':
      'Po naciśnięciu „Zapłać” potwierdzisz płatność na innej stronie i wrócisz tutaj.',
    'method.blik': 'Kod BLIK',
    'method.blik.hint':
      '6 cyfr z aplikacji banku. Po naciśnięciu „Zapłać” potwierdź płatność w aplikacji.',
    'method.blik.missing': 'Podaj 6 cyfr kodu BLIK',
    'bank.title': 'Potwierdzenie w banku',
    'bank.asking': 'Za chwilę pojawi się tu strona potwierdzenia z banku.',
    'bank.done': 'Dziękujemy. Możesz zamknąć to okno.',
    'bank.unreachable':
      'Nie udało się wczytać strony banku. Sprawdź połączenie i spróbuj ponownie.',
    'bank.again': 'Spróbuj ponownie',
  },
}
