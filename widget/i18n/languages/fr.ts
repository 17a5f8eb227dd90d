import type { Language } from '../language.ts'

export const fr: Language = {
  name: 'Français',
  form: {
    'page.back': 'Retour à {store}',
    'page.title': 'Paiement – {store}',
    'page.loading': 'Chargement de la page de paiement',

    'error.broken': 'Cette page ne fonctionne plus. Rechargez-la pour voir si vous avez payé.',

    'summary.title': 'Récapitulatif de la commande',
    'summary.quantity': 'Qté {quantity}',
    'summary.each': '{price} l’unité',
    'summary.subtotal': 'Sous-total',
    'summary.delivery': 'Livraison',
    'summary.collection': 'Retrait',
    'summary.free': 'Gratuit',
    'summary.total': 'Total',
    'summary.tax': 'TVA incluse',
    'summary.held': 'Prix garanti jusqu’à {time}',

    'contact.title': 'Coordonnées',
    'contact.name': 'Nom complet',
    'contact.phone': 'Téléphone',
    'contact.phone.hint': 'Uniquement pour les questions sur votre commande',
    'contact.phone.example':
      'Uniquement pour les questions sur votre commande. Exemple\u00a0: {number}',
    'contact.email': 'E-mail',
    'contact.email.hint': 'Pour la confirmation de votre commande',

    'field.optional': '(facultatif)',

    'delivery.method': 'Mode de livraison',
    'delivery.place': 'Adresse de livraison',
    'delivery.place.hint': 'Numéro, rue, code postal et ville',

    'card.title': 'Carte',
    'card.frame': 'Informations de la carte',
    'card.test': 'Mode test',
    'card.test.hint':
      'Aucun argent n’est débité. Essayez 4242 4242 4242 4242 avec une date future et un code quelconque.',
    'card.private':
      'Les paiements sont traités par {provider}. Seul {provider} voit votre numéro de carte, jamais {store}.',
    'card.private.test':
      'Les paiements de test sont traités par cette page elle-même. {store} ne voit jamais votre numéro de carte.',
    'card.unreachable.do': 'Vérifiez votre connexion, puis réessayez. Rien n’a été débité.',

    'agree.label': 'J’accepte les [conditions générales de vente]',

    'payment.title': 'Paiement',
    'payment.pay': 'Payer {amount}',

    'problem.offline': 'Vous êtes hors ligne. Rien n’a été envoyé.',
  },
  outcome: {
    'page.secure': 'Paiement sécurisé',
    'page.title.error': 'Erreur\u00a0: {title}',
    'page.title.paid': 'Payé – {store}',
    'page.title.expired': 'Lien expiré – {store}',
    'page.title.unavailable': 'Indisponible – {store}',

    'list.separator': ', ',

    'express.title': 'Paiement express',

    'contact.name.missing': 'Saisissez votre nom complet',
    'contact.phone.missing': 'Saisissez votre numéro de téléphone',
    'contact.phone.wrong': 'Saisissez un numéro de téléphone de 7 à 15 chiffres',
    'contact.email.meant': 'Vouliez-vous dire {email} ?',
    'contact.email.wrong': 'Saisissez une adresse e-mail comme nom@example.com',

    'field.long': 'Raccourcissez ce texte à {maximum} caractères',

    'delivery.place.missing': 'Saisissez l’adresse de livraison',
    'delivery.country': 'Pays',
    'delivery.street': 'Numéro et rue',
    'delivery.street.missing': 'Saisissez le numéro et la rue',
    'delivery.postalCode': 'Code postal',
    'delivery.city': 'Ville',
    'delivery.region.state': 'État',
    'delivery.region.province': 'Province',
    'delivery.region.prefecture': 'Préfecture',
    'delivery.region.county': 'Comté',
    'delivery.region.department': 'Département',
    'delivery.region.emirate': 'Émirat',
    'delivery.region.region': 'Région',
    'delivery.postalCode.missing': 'Saisissez le code postal',
    'delivery.city.missing': 'Saisissez la ville',
    'delivery.region.missing': 'Remplissez le champ «\u00a0{name}\u00a0»',

    'card.unreachable': 'Les champs de la carte n’ont pas pu être chargés.',
    'card.page': 'Payer plutôt sur la page de paiement',

    'payment.paying': 'Paiement en cours…',
    'payment.status': 'Paiement de {amount} en cours. Laissez cette page ouverte.',
    'payment.slow': 'Toujours en attente de votre banque. Laissez cette page ouverte.',
    'payment.unknown':
      'Nous ne savons pas encore si le paiement a abouti. Ne payez pas une seconde fois.',
    'payment.unknown.do': 'Nous vérifions. Laissez cette page ouverte.',
    'payment.stuck.do':
      'Vérifiez à nouveau dans un instant ou contactez {store} en indiquant cette référence\u00a0: {reference}',
    'payment.check': 'Vérifier à nouveau',
    'payment.leave': 'Vous devez confirmer ce paiement sur une autre page.',
    'payment.leave.open': 'Poursuivre le paiement',
    'payment.other': 'Payer autrement',
    'payment.bank': 'Votre banque vous demande de confirmer ce paiement.',
    'payment.bank.open': 'Continuer vers votre banque',
    'payment.bank.frame': 'Confirmation de votre banque',
    'payment.bank.close': 'Fermer',

    'problem.title': 'Il y a un problème',
    'problem.many': 'Champs à corriger\u00a0: {count}',
    'problem.declined': 'Votre paiement n’a pas abouti',
    'problem.notCharged': 'Le paiement n’a pas été effectué',
    'problem.notCharged.do': 'Rien n’a été débité. Vous pouvez réessayer.',
    'problem.limited': 'Trop de tentatives en peu de temps',
    'problem.unavailable': 'Les paiements sont impossibles pour le moment',
    'problem.later.do': 'Rien n’a été débité. Réessayez dans une minute.',
    'problem.refused': 'Une erreur s’est produite de notre côté',

    'declined.card': 'Carte se terminant par {last4}\u00a0:',
    'declined.funds':
      'Le solde de votre carte est insuffisant. Rien n’a été débité\u00a0; essayez une autre carte.',
    'declined.bank':
      'Votre banque n’a pas pu confirmer votre identité. Rien n’a été débité\u00a0; réessayez ou utilisez une autre carte.',
    'declined.late':
      'Le paiement n’a pas été terminé à temps. Rien n’a été débité\u00a0; vous pouvez réessayer.',
    'declined.returned':
      'Votre paiement est arrivé trop tard. Il vous sera intégralement remboursé.',
    'declined.other':
      'Votre carte a été refusée. Rien n’a été débité\u00a0; essayez une autre carte ou contactez votre banque.',

    'deadline.soon': 'Il reste moins de {minutes|one:# minute|other:# minutes}.',
    'deadline.soon.do':
      'Payez avant {time}. Ensuite, ce lien expirera\u00a0: rien ne sera débité et vous pourrez recommencer.',
    'deadline.soon.store':
      'Payez avant {time}. Ensuite, ce lien expirera\u00a0: rien ne sera débité et vous pourrez retourner à {store} pour recommencer.',

    'agree.missing': 'Acceptez les conditions générales de vente pour payer',

    'seller.by': 'Vendu par {seller}',
    'seller.terms': 'Conditions générales de vente',
    'seller.privacy': 'Politique de confidentialité',
    'seller.returns': 'Rétractation et retours',
    'seller.days': '{text} ({days})',
    'seller.accessibility': 'Déclaration d’accessibilité',
    'seller.withdraw': 'Renoncer au contrat ici ({days})',
    'seller.final': 'La loi ne prévoit pas de droit de rétractation pour cet achat.',
    'seller.tab': 'S’ouvre dans un nouvel onglet',
  },
  result: {
    'complete.title': 'Paiement reçu',
    'complete.thanks': 'Merci, {name}. {store} a reçu votre commande.',
    'complete.order': 'Numéro de commande',
    'complete.copy': 'Copier',
    'complete.copied': 'Copié',
    'complete.place': 'Livraison',
    'complete.collect': 'Lieu de retrait',
    'complete.tracking': 'Suivi du colis',
    'complete.fee': 'Frais de livraison',
    'complete.phone': 'Téléphone',
    'complete.statement': 'Sur votre relevé : {text}',
    'complete.email': 'E-mail de confirmation',
    'complete.email.none': 'Aucune adresse indiquée\u00a0: aucune confirmation ne sera envoyée.',
    'complete.email.refused': 'Il n’a pas pu être remis.',
    'complete.email.correct': 'Corriger l’adresse e-mail',
    'complete.paidAt': 'Payé le',
    'complete.return': 'Retourner à {store}',
    'complete.returning': 'Retour à {store} dans 20 secondes.',
    'complete.stay': 'Rester ici',
    'complete.close': 'Vous pouvez fermer cette page.',
    'complete.print': 'Imprimer le reçu',

    'expired.title': 'Ce lien de paiement a expiré',
    'expired.text': 'Rien n’a été débité. Retournez à {store} pour recommencer.',

    'again.start': 'Recommencer',
    'again.total': 'Le total a changé\u00a0: il était de {before}, il est maintenant de {now}.',

    'unavailable.soldOut': 'Épuisé',
    'unavailable.soldOut.text':
      'Cet article n’est plus en stock. Rien n’a été débité. Retournez à {store} pour choisir autre chose.',
    'unavailable.tries.text':
      'Après trop de tentatives, ce lien n’accepte plus de carte. Rien n’a été débité. Retournez à {store} pour recommencer.',
    'unavailable.left': 'Plus que {left} en stock',
    'unavailable.few': 'Stock insuffisant',
    'unavailable.left.text':
      'Vous en avez demandé {quantity}. Choisissez à nouveau dans la boutique. Rien n’a été débité.',

    'error.title': 'Une erreur s’est produite de notre côté',
    'error.text': 'Rien n’a été débité. Réessayez dans un instant.',
    'error.network': 'La page de paiement est inaccessible',
    'error.network.text':
      'Vérifiez votre connexion, puis réessayez. Vous verrez alors si vous avez payé.',
    'error.notFound': 'Page introuvable',
    'error.unknown': 'Page de paiement introuvable',
    'error.notFound.text': 'Vérifiez le lien ou retournez à la boutique pour recommencer.',
    'error.origin': 'Le paiement ne peut pas s’afficher ici',
    'error.origin.text': 'La boutique n’a pas autorisé ce site à encaisser des paiements.',
    'error.again': 'Réessayer',
  },
  page: {
    labelled: '{label}\u00a0: {value}',
    languages: 'Langue',
    back: 'Retour',
    docs: 'Documentation',
    storeApp: 'Application de la boutique',
    email: 'Envoyer la confirmation',
    impossible:
      'Ici, le paiement par carte nécessite JavaScript, qui n’a pas été chargé. Activez-le et rechargez cette page, ou contactez {store}.',
    onward: 'Saisir les informations de la carte',
    waiting: 'Votre paiement est en cours. Vous n’avez pas à payer de nouveau.',
    details: 'Modifier vos coordonnées',
    work: 'Pour payer maintenant, activez JavaScript et revenez à vos coordonnées.',
    country: 'La boutique ne livre pas dans ce pays : {country}. Saisissez une autre adresse.',
    address: 'Vérifiez l’adresse pour ce pays : {country}',
    buy: 'Acheter maintenant',
    change: 'Modifier',
    from: 'à partir de {price}',
    scan: 'Scannez pour acheter',
    size: 'Taille',
    color: 'Couleur',
    quantity: 'Quantité',
    less: 'Un de moins',
    more: 'Un de plus',
    'quantity.range': 'Choisissez une quantité de 1 à {most}.',
    choose: 'Choisissez une option',
    safety: 'Sécurité du produit',
    'safety.manufacturer': 'Fabricant',
    'safety.responsiblePerson': 'Personne responsable dans l’UE',
    'safety.identification': 'Identification du produit',
    'safety.warnings': 'Avertissements',
    'returns.title': 'Ce lien ne peut pas être utilisé',
    returns: 'Ce lien ramène à une adresse que la boutique n’autorise pas.',
  },
  mail: {
    'store.test': '{name} (test)',
    'confirmation.subject': 'Votre commande {order} chez {store}',
    'order.view': 'Voir votre commande',
    'refund.subject': 'Remboursement de votre commande {order} chez {store}',
    'refund.text':
      '{store} vous a remboursé {amount} pour votre commande {order}. Le montant peut mettre quelques jours à apparaître sur votre relevé.',
    'refund.amount': 'Remboursement',
    'refundFailed.subject': 'Le remboursement de votre commande {order} chez {store} a échoué',
    'refundFailed.text':
      'Le remboursement de {amount} pour votre commande {order} ne vous est pas parvenu. {store} est au courant. Demandez-lui comment recevoir votre argent.',
    'fulfilment.subject': 'Votre commande {order} chez {store} est traitée',
    'fulfilment.text': '{store} a indiqué que votre commande {order} est traitée.',
    'contact.reply':
      'Des questions\u00a0? Répondez à ce message ou contactez {store}\u00a0: {contact}',
    'contact.ask': 'Des questions\u00a0? Contactez {store}\u00a0: {contact}',
  },
  withdrawal: {
    title: 'Rétractation du contrat',
    intro:
      'Cette page vous permet de vous rétracter d’un achat. Vous n’avez pas à justifier votre décision.',
    contact: 'E-mail ou téléphone',
    'contact.hint': 'Comme indiqué lors de la commande',
    unknown:
      'Aucune commande ne correspond à ce numéro et à cet e-mail ou à ce téléphone. Vérifiez-les ou contactez la boutique où vous avez acheté.',
    statement:
      'Confirmez que vous vous rétractez du contrat conclu avec {seller} pour cette commande\u00a0:',
    spent:
      'Trop de tentatives pour cette commande. Nous pouvons envoyer un lien à l’adresse e-mail indiquée lors de la commande.',
    continue: 'Continuer',
    'link.send': 'Envoyer le lien',
    'link.sent':
      'Si cette commande existe et comporte une adresse e-mail, un lien vient d’y être envoyé. Il est valable une heure. Si vous ne recevez rien, contactez la boutique où vous avez acheté.',
    'link.over':
      'Ce lien a expiré. Nous pouvons en envoyer un nouveau à l’adresse e-mail indiquée lors de la commande.',
    'link.subject': 'Lien de rétractation pour la commande {order} chez {store}',
    'link.text':
      'Ce lien vous permet de vous rétracter du contrat conclu avec {store} pour la commande {order}. Il est valable une heure. Si vous ne l’avez pas demandé, vous n’avez rien à faire.',
    item: 'Article',
    paid: 'Payé le',
    until: 'Dernier jour pour se rétracter',
    refund: 'Remboursement',
    'refund.by': 'au plus tard le {day} ou au retour de l’article',
    begin: 'Renoncer au contrat ici',
    'confirm.title': 'Vérifier la rétractation',
    confirm: 'Confirmer la rétractation',
    done: 'Votre rétractation est enregistrée',
    received: 'Rétractation reçue',
    keep: 'Imprimez ou enregistrez cette page. Si vous avez indiqué une adresse e-mail lors de la commande, vous recevrez aussi cette confirmation par e-mail.',
    next: 'Demandez à {store} comment renvoyer l’article et obtenir votre remboursement.',
    late: 'Le délai de rétractation a expiré. {store} décide d’accepter ou non votre rétractation.',
    'late.done': 'Votre rétractation a été reçue',
    refunded: 'Cette commande a été intégralement remboursée, ou le remboursement est en cours.',
    off: '{store} ne traite pas les rétractations sur cette page.',
    'mail.subject': 'Votre rétractation pour la commande {order} chez {store}',
    'mail.text':
      'Votre rétractation du contrat conclu avec {store} pour la commande {order} est enregistrée. Elle a été reçue le {time}.',
  },
  card: {
    'number.missing': 'Saisissez le numéro de carte',
    'number.wrong': 'Saisissez un numéro de carte valide',
    'number.test': 'Utilisez une carte de test',
    'expiry.wrong': 'Saisissez la date d’expiration',
    'expiry.past': 'Cette carte a expiré\u00a0: utilisez-en une autre',
    'code.back': '3 chiffres au verso',
    'code.front': '4 chiffres au recto',
    'code.missing': 'Saisissez le code de sécurité',
  },
  cardLabels: {
    number: 'Numéro de carte',
    expiry: 'Expiration (MM/AA)',
    code: 'Code de sécurité',
    test: 'Boutique de test',
  },
  stripe: {
    'card.or': 'Ou payez par carte',
    'card.check': 'Vérifiez les informations de votre carte',
    'method.title': 'Moyen de paiement',
    'method.card': 'Carte',
    'method.leave':
      'Après avoir cliqué sur «\u00a0Payer\u00a0», vous confirmerez le paiement sur une autre page, puis vous reviendrez ici.',
    'method.blik': 'Code BLIK',
    'method.blik.hint':
      '6 chiffres de l’application de votre banque. Confirmez-y le paiement après avoir cliqué sur «\u00a0Payer\u00a0».',
    'method.blik.missing': 'Saisissez les 6 chiffres de votre code BLIK',
    'bank.title': 'Confirmation de votre banque',
    'bank.asking': 'La demande de confirmation de votre banque apparaîtra ici dans un instant.',
    'bank.done': 'Merci. Vous pouvez fermer cette fenêtre.',
    'bank.unreachable':
      'La page de votre banque n’a pas pu être chargée. Vérifiez votre connexion, puis réessayez.',
    'bank.again': 'Réessayer',
  },
}
