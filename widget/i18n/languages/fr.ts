import type { Language } from '../language.ts'

export const fr: Language = {
  name: 'Français',
  messages: {
    'page.secure': 'Paiement sécurisé',
    'page.back': 'Retour à {store}',
    'page.title': 'Payer {store}',
    'page.title.error': 'Erreur\u00a0: {title}',
    'page.title.paid': 'Payé – {store}',
    'page.title.expired': 'Lien expiré – {store}',
    'page.title.unavailable': 'Indisponible – {store}',
    'page.loading': 'Chargement du paiement',
    'error.broken':
      'Cette page ne fonctionne plus. Rechargez-la\u00a0: elle indique si vous avez payé.',

    'summary.title': 'Récapitulatif de la commande',
    'summary.quantity': 'Qté {quantity}',
    'summary.each': '{price} l’unité',
    'summary.subtotal': 'Sous-total',
    'summary.delivery': 'Livraison',
    'summary.free': 'Gratuite',
    'summary.total': 'Total',
    'summary.held': 'Prix garanti jusqu’à {time}',

    'contact.title': 'Coordonnées',
    'contact.name': 'Nom complet',
    'contact.name.missing': 'Saisissez votre nom complet',
    'contact.phone': 'Téléphone',
    'contact.phone.hint': 'Uniquement pour les questions de livraison',
    'contact.phone.missing': 'Saisissez votre numéro de téléphone',
    'contact.phone.wrong': 'Saisissez un numéro de téléphone de 7 à 15 chiffres',
    'contact.email': 'E-mail',
    'contact.email.wrong': 'Saisissez une adresse e-mail comme nom@example.com',
    'field.optional': '(facultatif)',
    'field.long': 'Raccourcissez ce texte à {maximum} caractères',

    'delivery.title': 'Livraison',
    'delivery.method': 'Mode de livraison',
    'delivery.place': 'Adresse de livraison',
    'delivery.place.hint': 'Numéro, rue, code postal et ville',
    'delivery.place.missing': 'Indiquez où livrer votre commande',

    'card.title': 'Carte',
    'card.frame': 'Données de la carte',
    'card.test': 'Mode test',
    'card.test.hint':
      'Aucun argent n’est débité. Essayez 4242 4242 4242 4242 avec une date future et un code quelconque.',
    'card.private': 'Seul le prestataire de paiement voit votre numéro de carte, jamais {store}.',
    'card.unreachable': 'Les champs de la carte n’ont pas pu être chargés.',
    'card.unreachable.do': 'Vérifiez votre connexion, puis réessayez. Vous n’avez pas été débité.',
    'card.page': 'Payer plutôt sur la page de paiement',

    'payment.pay': 'Payer {amount}',
    'payment.paying': 'Paiement…',
    'payment.status': 'Paiement de {amount} en cours. Gardez cette page ouverte.',
    'payment.slow': 'Toujours en attente de la banque. Gardez cette page ouverte.',
    'payment.unknown':
      'Nous ne savons pas encore si le paiement a abouti. Ne payez pas une seconde fois.',
    'payment.unknown.do': 'Nous vérifions. Gardez cette page ouverte.',
    'payment.stuck.do':
      'Vérifiez à nouveau dans un instant ou demandez à {store} avec cette référence\u00a0: {reference}',
    'payment.check': 'Vérifier à nouveau',
    'payment.bank': 'Votre banque vous demande de confirmer ce paiement.',
    'payment.bank.open': 'Continuer vers votre banque',
    'payment.bank.frame': 'Confirmation de votre banque',
    'payment.bank.close': 'Fermer',

    'problem.title': 'Il y a un problème',
    'problem.declined': 'Votre paiement n’a pas abouti',
    'problem.card': 'Modifier les données de la carte',
    'declined.card': 'Rien n’a été débité\u00a0: carte se terminant par {last4}',
    'declined.funds':
      'Le solde de votre carte est insuffisant. Rien n’a été débité\u00a0; essayez une autre carte.',
    'declined.bank':
      'Votre banque n’a pas pu confirmer votre identité. Rien n’a été débité\u00a0; réessayez ou utilisez une autre carte.',
    'declined.late':
      'Le paiement n’a pas été terminé à temps. Rien n’a été débité\u00a0; vous pouvez réessayer.',
    'declined.other':
      'Votre carte a été refusée. Rien n’a été débité\u00a0; essayez une autre carte ou contactez votre banque.',
    'problem.notCharged': 'Le paiement n’a pas été effectué',
    'problem.notCharged.do': 'Vous n’avez pas été débité. Vous pouvez réessayer.',
    'problem.limited': 'Trop de tentatives en peu de temps',
    'problem.unavailable': 'Les paiements sont impossibles pour le moment',
    'problem.later.do': 'Vous n’avez pas été débité. Réessayez dans une minute.',
    'problem.refused': 'Une erreur s’est produite de notre côté',
    'problem.offline': 'Vous êtes hors ligne. Rien n’a été envoyé.',

    'deadline.soon': 'Il reste moins de 5 minutes.',
    'deadline.soon.do': 'Payez avant {time} pour garder votre commande.',
    'deadline.announce.5': 'Il reste 5 minutes pour payer.',
    'deadline.announce.1': 'Il reste 1 minute pour payer.',

    'complete.title': 'Paiement reçu',
    'complete.thanks': 'Merci, {name}. {store} a reçu votre commande.',
    'complete.order': 'Numéro de commande',
    'complete.copy': 'Copier',
    'complete.copied': 'Copié',
    'complete.place': 'Livraison',
    'complete.fee': 'Frais de livraison',
    'complete.phone': 'Téléphone',
    'complete.paidAt': 'Payé le',
    'complete.return': 'Retourner à {store}',
    'complete.returning': 'Vous retournez à {store} dans 20 secondes.',
    'complete.stay': 'Rester ici',
    'complete.close': 'Vous pouvez fermer cette page.',
    'complete.print': 'Imprimer le reçu',

    'expired.title': 'Ce lien de paiement a expiré',
    'expired.text': 'Vous n’avez pas été débité. Retournez à {store} pour recommencer.',

    'again.start': 'Recommencer',
    'again.price': 'Le prix a changé : il était de {before}, il est maintenant de {now}.',

    'unavailable.soldOut': 'Épuisé',
    'unavailable.soldOut.text': 'Cet article n’est plus en stock. Vous n’avez pas été débité.',
    'unavailable.tries.text':
      'Ce lien n’accepte plus d’autre carte. Vous n’avez pas été débité. Retournez à {store} pour recommencer.',
    'unavailable.left': 'Plus que {left} en stock',
    'unavailable.few': 'Stock insuffisant',
    'unavailable.left.text':
      'Vous en avez demandé {quantity}. Choisissez à nouveau dans la boutique. Vous n’avez pas été débité.',

    'error.title': 'Une erreur s’est produite de notre côté',
    'error.text': 'Vous n’avez pas été débité. Réessayez dans un instant.',
    'error.network': 'La page de paiement est inaccessible',
    'error.network.text': 'Vérifiez votre connexion, puis réessayez. Vous n’avez pas été débité.',
    'error.notFound': 'Page introuvable',
    'error.notFound.text': 'Vérifiez le lien ou retournez à la boutique pour recommencer.',
    'error.origin': 'Le paiement ne peut pas s’afficher ici',
    'error.origin.text': 'La boutique n’a pas autorisé ce site à encaisser des paiements.',
    'error.again': 'Réessayer',
  },
  page: {
    languages: 'Langue',
    impossible:
      'Ici, le paiement par carte nécessite JavaScript, qui n’a pas été chargé. Activez-le et rechargez cette page, ou contactez {store}.',
    onward: 'Continuer vers les données de la carte',
    waiting: 'Votre paiement est en cours. Vous n’avez pas à payer de nouveau.',
    details: 'Modifier vos coordonnées',
  },
  card: {
    'number.missing': 'Saisissez votre numéro de carte',
    'number.wrong': 'Vérifiez le numéro de carte\u00a0: un chiffre semble incorrect',
    'number.test': 'Utilisez une carte de test, comme 4242 4242 4242 4242',
    'expiry.wrong': 'Saisissez la date d’expiration, par exemple 03/27',
    'expiry.past': 'Cette carte a expiré\u00a0: utilisez-en une autre',
    'code.back': '3 chiffres au dos',
    'code.front': '4 chiffres au recto',
    'missing.back': 'Saisissez les 3 chiffres au dos de votre carte',
    'missing.front': 'Saisissez les 4 chiffres au recto de votre carte',
  },
  cardLabels: {
    number: 'Numéro de carte',
    valid: 'Valide',
    expiry: 'Expiration (MM/AA)',
    code: 'Code de sécurité',
    test: 'Boutique de test',
  },
  stripe: {
    'card.check': 'Vérifiez les données de votre carte',
    'bank.title': 'Confirmation de votre banque',
    'bank.asking': 'La question de votre banque apparaîtra ici dans un instant.',
    'bank.done': 'Merci. Vous pouvez fermer cette fenêtre.',
    'bank.unreachable':
      'La page de votre banque n’a pas pu être chargée. Vérifiez votre connexion, puis réessayez.',
    'bank.again': 'Réessayer',
  },
}
