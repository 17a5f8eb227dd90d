import type { Language } from '../language.ts'

export const it: Language = {
  name: 'Italiano',
  form: {
    'page.back': 'Torna a {store}',
    'page.title': 'Pagamento – {store}',
    'page.loading': 'Caricamento della pagina di pagamento',

    'error.broken': 'Questa pagina ha smesso di funzionare. Ricaricala per vedere se hai pagato.',

    'summary.title': 'Riepilogo dell’ordine',
    'summary.quantity': 'Quantità: {quantity}',
    'summary.each': '{price} ciascuno',
    'summary.subtotal': 'Subtotale',
    'summary.delivery': 'Consegna',
    'summary.collection': 'Ritiro',
    'summary.free': 'Gratis',
    'summary.total': 'Totale',
    'summary.tax': 'IVA inclusa',
    'summary.held': 'Prezzo riservato per te fino alle {time}',

    'contact.title': 'Contatti',
    'contact.name': 'Nome e cognome',
    'contact.phone': 'Telefono',
    'contact.phone.hint': 'Solo per domande sul tuo ordine',
    'contact.phone.example': 'Solo per domande sul tuo ordine. Esempio: {number}',
    'contact.email': 'E-mail',
    'contact.email.hint': 'Per la conferma del tuo ordine',

    'field.optional': '(facoltativo)',

    'delivery.method': 'Opzione di consegna',
    'delivery.place': 'Indirizzo di consegna',
    'delivery.place.hint': 'Via, numero civico, CAP e località',

    'card.title': 'Carta',
    'card.frame': 'Dati della carta',
    'card.test': 'Modalità di prova',
    'card.test.hint':
      'Non viene addebitato denaro reale. Usa 4242 4242 4242 4242 con una data futura e un codice qualsiasi.',
    'card.private':
      'I pagamenti sono elaborati da {provider}. Solo {provider} vede il numero della tua carta, mai {store}.',
    'card.private.test':
      'I pagamenti di prova sono elaborati da questa stessa pagina. {store} non vede mai il numero della tua carta.',
    'card.unreachable.do': 'Controlla la connessione e riprova. Non ti è stato addebitato nulla.',

    'agree.label': 'Accetto le [condizioni di vendita]',

    'payment.title': 'Pagamento',
    'payment.pay': 'Paga {amount}',

    'problem.offline': 'Sei offline. Non è stato inviato nulla.',
  },
  outcome: {
    'page.secure': 'Pagamento sicuro',
    'page.title.error': 'Errore: {title}',
    'page.title.paid': 'Pagato – {store}',
    'page.title.expired': 'Link scaduto – {store}',
    'page.title.unavailable': 'Non disponibile – {store}',

    'list.separator': ', ',

    'express.title': 'Pagamento rapido',

    'contact.name.missing': 'Inserisci nome e cognome',
    'contact.phone.missing': 'Inserisci il numero di telefono',
    'contact.phone.wrong': 'Inserisci un numero di telefono da 7 a 15 cifre',
    'contact.email.meant': 'Intendevi {email}?',
    'contact.email.wrong': 'Inserisci un indirizzo e-mail come nome@example.com',

    'field.long': 'Accorcia il testo a {maximum} caratteri al massimo',

    'delivery.place.missing': 'Inserisci l’indirizzo di consegna',
    'delivery.country': 'Paese',
    'delivery.street': 'Via e numero civico',
    'delivery.street.missing': 'Inserisci via e numero civico',
    'delivery.postalCode': 'CAP',
    'delivery.city': 'Località',
    'delivery.region.state': 'Stato',
    'delivery.region.province': 'Provincia',
    'delivery.region.prefecture': 'Prefettura',
    'delivery.region.county': 'Contea',
    'delivery.region.department': 'Dipartimento',
    'delivery.region.emirate': 'Emirato',
    'delivery.region.region': 'Regione',
    'delivery.postalCode.missing': 'Inserisci il CAP',
    'delivery.city.missing': 'Inserisci la località',
    'delivery.region.missing': 'Compila il campo «{name}»',

    'card.unreachable': 'Non è stato possibile caricare i campi della carta.',
    'card.page': 'Paga sulla pagina di pagamento',

    'payment.paying': 'Pagamento in corso…',
    'payment.status': 'Pagamento di {amount} in corso. Non chiudere questa pagina.',
    'payment.slow': 'Siamo ancora in attesa della tua banca. Non chiudere questa pagina.',
    'payment.unknown':
      'Non sappiamo ancora se il pagamento è andato a buon fine. Non pagare di nuovo.',
    'payment.unknown.do': 'Stiamo verificando. Non chiudere questa pagina.',
    'payment.stuck.do':
      'Verifica di nuovo tra poco o contatta {store} e indica questo riferimento: {reference}',
    'payment.check': 'Verifica di nuovo',
    'payment.leave': 'Devi confermare questo pagamento su un’altra pagina.',
    'payment.leave.open': 'Continua',
    'payment.other': 'Scegli un altro metodo di pagamento',
    'payment.bank': 'La tua banca ti chiede di confermare questo pagamento.',
    'payment.bank.open': 'Vai alla tua banca',
    'payment.bank.frame': 'Conferma della tua banca',
    'payment.bank.close': 'Chiudi',

    'problem.title': 'C’è un problema',
    'problem.many': 'Campi da correggere: {count}',
    'problem.declined': 'Il pagamento non è andato a buon fine',
    'problem.notCharged': 'Il pagamento non è stato completato',
    'problem.notCharged.do': 'Non ti è stato addebitato nulla. Puoi riprovare.',
    'problem.limited': 'Troppi tentativi in poco tempo',
    'problem.unavailable': 'Al momento non è possibile pagare',
    'problem.later.do': 'Non ti è stato addebitato nulla. Riprova tra un minuto.',
    'problem.refused': 'Si è verificato un errore da parte nostra',

    'declined.card': 'Carta che termina con {last4}:',
    'declined.funds':
      'La tua carta non ha fondi sufficienti. Non è stato addebitato nulla; prova con un’altra carta.',
    'declined.bank':
      'La tua banca non ha potuto confermare la tua identità. Non è stato addebitato nulla; riprova o usa un’altra carta.',
    'declined.late':
      'Il pagamento non è stato completato in tempo. Non è stato addebitato nulla; puoi riprovare.',
    'declined.returned': 'Il pagamento è arrivato troppo tardi. Riceverai il rimborso completo.',
    'declined.other':
      'La tua carta è stata rifiutata. Non è stato addebitato nulla; prova con un’altra carta o contatta la tua banca.',

    'deadline.soon': '{minutes|one:Manca meno di # minuto|other:Mancano meno di # minuti}.',
    'deadline.soon.do':
      'Paga entro le {time}. Poi questo link scadrà: non ti verrà addebitato nulla e potrai ricominciare.',
    'deadline.soon.store':
      'Paga entro le {time}. Poi questo link scadrà: non ti verrà addebitato nulla e potrai tornare a {store} per ricominciare.',

    'agree.missing': 'Accetta le condizioni di vendita per pagare',

    'seller.by': 'Venduto da {seller}',
    'seller.terms': 'Condizioni di vendita',
    'seller.privacy': 'Informativa sulla privacy',
    'seller.returns': 'Recesso e resi',
    'seller.days': '{text} ({days})',
    'seller.accessibility': 'Dichiarazione di accessibilità',
    'seller.withdraw': 'Recedere dal contratto qui ({days})',
    'seller.final': 'Per questo acquisto la legge non prevede il diritto di recesso.',
    'seller.tab': 'Si apre in una nuova scheda',
  },
  result: {
    'complete.title': 'Pagamento ricevuto',
    'complete.thanks': 'Grazie, {name}. {store} ha ricevuto il tuo ordine.',
    'complete.order': 'Numero d’ordine',
    'complete.copy': 'Copia',
    'complete.copied': 'Copiato',
    'complete.place': 'Consegna',
    'complete.collect': 'Punto di ritiro',
    'complete.tracking': 'Tracciamento',
    'complete.fee': 'Spese di consegna',
    'complete.phone': 'Telefono',
    'complete.statement': 'Sul tuo estratto conto: {text}',
    'complete.email': 'E-mail di conferma',
    'complete.email.none': 'Nessun indirizzo indicato: non viene inviata alcuna conferma.',
    'complete.email.refused': 'Non è stato possibile recapitarla.',
    'complete.email.correct': 'Correggi l’indirizzo e-mail',
    'complete.paidAt': 'Pagato il',
    'complete.return': 'Torna a {store}',
    'complete.returning': 'Tornerai a {store} tra 20 secondi.',
    'complete.stay': 'Resta qui',
    'complete.close': 'Puoi chiudere questa pagina.',
    'complete.print': 'Stampa la ricevuta',

    'expired.title': 'Questo link di pagamento è scaduto',
    'expired.text': 'Non ti è stato addebitato nulla. Torna a {store} per ricominciare.',

    'again.start': 'Ricomincia',
    'again.total': 'Il totale è cambiato da {before} a {now}.',

    'unavailable.soldOut': 'Esaurito',
    'unavailable.soldOut.text':
      'Questo articolo non è più disponibile. Non ti è stato addebitato nulla. Torna a {store} per scegliere altro.',
    'unavailable.tries.text':
      'Ci sono stati troppi tentativi: questo link non accetta più carte. Non ti è stato addebitato nulla. Torna a {store} per ricominciare.',
    'unavailable.left': '{left|one:Ne resta solo #|many:Ne restano solo #|other:Ne restano solo #}',
    'unavailable.few': 'Quantità non disponibile',
    'unavailable.left.text':
      'Ne hai chiesti {quantity}. Scegli di nuovo nel negozio. Non ti è stato addebitato nulla.',

    'error.title': 'Si è verificato un errore da parte nostra',
    'error.text': 'Non ti è stato addebitato nulla. Riprova tra poco.',
    'error.network': 'Non è possibile aprire la pagina di pagamento',
    'error.network.text': 'Controlla la connessione e riprova. Vedrai allora se hai pagato.',
    'error.notFound': 'Pagina non trovata',
    'error.unknown': 'Pagina di pagamento non trovata',
    'error.notFound.text': 'Controlla il link o torna al negozio e ricomincia.',
    'error.origin': 'Il pagamento non può essere mostrato qui',
    'error.origin.text': 'Il negozio non ha autorizzato questo sito a ricevere pagamenti.',
    'error.again': 'Riprova',
  },
  page: {
    labelled: '{label}: {value}',
    languages: 'Lingua',
    back: 'Indietro',
    docs: 'Documentazione',
    storeApp: 'Gestione del negozio',
    email: 'Invia la conferma',
    impossible:
      'Per pagare con carta qui serve JavaScript, che non è stato caricato. Attivalo e ricarica questa pagina, oppure contatta {store}.',
    onward: 'Continua con i dati della carta',
    waiting: 'Il tuo pagamento è in corso. Non devi pagare di nuovo.',
    details: 'Modifica i tuoi dati',
    work: 'Per pagare ora, attiva JavaScript e torna ai tuoi dati.',
    country: 'Il negozio non consegna in questo paese: {country}. Inserisci un altro indirizzo.',
    address: 'Controlla l’indirizzo per questo paese: {country}',
    buy: 'Acquista ora',
    change: 'Modifica',
    from: 'da {price}',
    scan: 'Scansiona per acquistare',
    size: 'Taglia o misura',
    color: 'Colore',
    quantity: 'Quantità',
    less: 'Uno in meno',
    more: 'Uno in più',
    'quantity.range': 'Scegli una quantità da 1 a {most}.',
    choose: 'Scegli un’opzione',
    safety: 'Sicurezza del prodotto',
    'safety.manufacturer': 'Fabbricante',
    'safety.responsiblePerson': 'Persona responsabile nell’UE',
    'safety.identification': 'Identificazione del prodotto',
    'safety.warnings': 'Avvertenze',
    'returns.title': 'Questo link non può essere usato',
    returns: 'Questo link riporta a un indirizzo che il negozio non consente.',
  },
  mail: {
    'store.test': '{name} (prova)',
    'confirmation.subject': 'Il tuo ordine {order} da {store}',
    'order.view': 'Visualizza l’ordine',
    'refund.subject': 'Rimborso per il tuo ordine {order} da {store}',
    'refund.text':
      '{store} ha rimborsato {amount} per il tuo ordine {order}. Possono passare alcuni giorni prima che l’importo compaia sull’estratto conto.',
    'refund.amount': 'Rimborso',
    'refundFailed.subject': 'Il rimborso per il tuo ordine {order} da {store} non è riuscito',
    'refundFailed.text':
      'Il rimborso di {amount} per il tuo ordine {order} non ti è arrivato. {store} ne è al corrente. Chiedi al negozio come riceverai il denaro.',
    'fulfilment.subject': 'Il tuo ordine {order} da {store} è stato evaso',
    'fulfilment.text': '{store} ha contrassegnato il tuo ordine {order} come evaso.',
    'contact.reply': 'Domande? Rispondi a questa e-mail o contatta {store}: {contact}',
    'contact.ask': 'Domande? Contatta {store}: {contact}',
  },
  withdrawal: {
    title: 'Recesso dal contratto',
    intro: 'Qui puoi recedere da un acquisto. Non devi indicare alcun motivo.',
    contact: 'E-mail o telefono',
    'contact.hint': 'Come indicato nell’ordine',
    unknown:
      'Non abbiamo trovato un ordine con questo numero e questa e-mail o questo telefono. Controlla i dati o chiedi al negozio in cui hai acquistato.',
    statement: 'Conferma di voler recedere dal contratto con {seller} per questo ordine:',
    spent:
      'Troppi tentativi per questo ordine. Possiamo inviare un link all’indirizzo e-mail indicato nell’ordine.',
    continue: 'Continua',
    'link.send': 'Invia il link',
    'link.sent':
      'Se questo ordine esiste e ha un indirizzo e-mail, un link è in arrivo a quell’indirizzo. Vale un’ora. Se non arriva nulla, chiedi al negozio in cui hai acquistato.',
    'link.over':
      'Questo link è scaduto. Possiamo inviarne uno nuovo all’indirizzo e-mail indicato nell’ordine.',
    'link.subject': 'Link per recedere dall’ordine {order} da {store}',
    'link.text':
      'Con questo link puoi recedere dal contratto con {store} per l’ordine {order}. Vale un’ora. Se non l’hai richiesto, non devi fare nulla.',
    item: 'Articolo',
    paid: 'Pagato il',
    until: 'Ultimo giorno per recedere',
    refund: 'Rimborso',
    'refund.by': 'entro il giorno {day}, o alla restituzione dell’articolo',
    begin: 'Recedere dal contratto qui',
    'confirm.title': 'Controlla il recesso',
    confirm: 'Conferma recesso',
    done: 'Hai esercitato il recesso dal contratto',
    received: 'Recesso ricevuto',
    keep: 'Stampa o salva questa pagina. Se nell’ordine hai indicato un indirizzo e-mail, riceverai questa conferma anche per e-mail.',
    next: 'Chiedi a {store} come restituire l’articolo e ricevere il rimborso.',
    late: 'L’ultimo giorno per recedere è passato. {store} decide se accettare il tuo recesso.',
    'late.done': 'Il tuo recesso è stato ricevuto',
    refunded: 'Questo ordine è già stato rimborsato per intero, o il rimborso è in arrivo.',
    off: '{store} non riceve recessi su questa pagina.',
    'mail.subject': 'Recesso ricevuto: ordine {order} da {store}',
    'mail.text':
      'Hai esercitato il recesso dal contratto con {store} per l’ordine {order}. Il tuo recesso è stato ricevuto in data {time}.',
  },
  card: {
    'number.missing': 'Inserisci il numero della carta',
    'number.wrong': 'Inserisci un numero di carta valido',
    'number.test': 'Usa una carta di prova',
    'expiry.wrong': 'Inserisci la scadenza',
    'expiry.past': 'Questa carta è scaduta: usane un’altra',
    'code.back': '3 cifre sul retro',
    'code.front': '4 cifre sul fronte',
    'code.missing': 'Inserisci il codice di sicurezza',
  },
  cardLabels: {
    number: 'Numero della carta',
    expiry: 'Scadenza (MM/AA)',
    code: 'Codice di sicurezza',
    test: 'Negozio di prova',
  },
  stripe: {
    'card.or': 'Oppure paga con carta',
    'card.check': 'Controlla i dati della carta',
    'method.title': 'Metodo di pagamento',
    'method.card': 'Carta',
    'method.leave':
      'Dopo aver premuto «Paga», confermerai il pagamento su un’altra pagina e tornerai qui.',
    'method.blik': 'Codice BLIK',
    'method.blik.hint':
      '6 cifre dall’app della tua banca. Conferma il pagamento nell’app dopo aver premuto «Paga».',
    'method.blik.missing': 'Inserisci le 6 cifre del codice BLIK',
    'bank.title': 'Conferma della tua banca',
    'bank.asking': 'La conferma della tua banca apparirà qui tra un attimo.',
    'bank.done': 'Grazie. Puoi chiudere questa finestra.',
    'bank.unreachable':
      'Non è stato possibile caricare la pagina della tua banca. Controlla la connessione e riprova.',
    'bank.again': 'Riprova',
  },
}
