import type { Language } from '../language.ts'

export const es: Language = {
  name: 'Español',
  form: {
    'page.back': 'Volver a {store}',
    'page.title': 'Pago – {store}',
    'page.loading': 'Cargando la página de pago',

    'error.broken': 'Esta página ha dejado de funcionar. Vuelve a cargarla para ver si has pagado.',

    'summary.title': 'Resumen del pedido',
    'summary.quantity': 'Cant. {quantity}',
    'summary.each': '{price} por unidad',
    'summary.subtotal': 'Subtotal',
    'summary.delivery': 'Entrega',
    'summary.collection': 'Recogida',
    'summary.free': 'Gratis',
    'summary.total': 'Total',
    'summary.tax': 'IVA incluido',
    'summary.held': 'Precio reservado hasta: {time}',

    'contact.title': 'Contacto',
    'contact.name': 'Nombre completo',
    'contact.phone': 'Teléfono',
    'contact.phone.hint': 'Solo para dudas sobre tu pedido',
    'contact.phone.example': 'Solo para dudas sobre tu pedido. Ejemplo: {number}',
    'contact.email': 'Correo electrónico',
    'contact.email.hint': 'Para la confirmación de tu pedido',

    'field.optional': '(opcional)',

    'delivery.method': 'Opción de entrega',
    'delivery.place': 'Dirección de entrega',
    'delivery.place.hint': 'Calle, número, código postal y localidad',

    'card.title': 'Tarjeta',
    'card.frame': 'Datos de la tarjeta',
    'card.test': 'Modo de prueba',
    'card.test.hint':
      'No se cobra dinero real. Prueba 4242 4242 4242 4242 con cualquier fecha futura y cualquier código.',
    'card.private':
      'Los pagos los procesa {provider}. Solo {provider} ve el número de tu tarjeta, nunca {store}.',
    'card.private.test':
      'Los pagos de prueba los procesa esta misma página. {store} nunca ve el número de tu tarjeta.',
    'card.unreachable.do': 'Comprueba tu conexión e inténtalo de nuevo. No se te ha cobrado nada.',

    'agree.label': 'Acepto las [condiciones de venta]',

    'payment.title': 'Pago',
    'payment.pay': 'Pagar {amount}',

    'problem.offline': 'No tienes conexión. No se ha enviado nada.',
  },
  outcome: {
    'page.secure': 'Pago seguro',
    'page.title.error': 'Error: {title}',
    'page.title.paid': 'Pagado – {store}',
    'page.title.expired': 'Enlace caducado – {store}',
    'page.title.unavailable': 'No disponible – {store}',

    'list.separator': ', ',

    'express.title': 'Pago exprés',

    'contact.name.missing': 'Introduce tu nombre completo',
    'contact.phone.missing': 'Introduce tu número de teléfono',
    'contact.phone.wrong': 'Introduce un teléfono de 7 a 15 dígitos',
    'contact.email.meant': '¿Querías decir {email}?',
    'contact.email.wrong': 'Introduce un correo como nombre@example.com',

    'field.long': 'Acorta este texto a {maximum} caracteres',

    'delivery.place.missing': 'Introduce la dirección de entrega',
    'delivery.country': 'País',
    'delivery.street': 'Calle y número',
    'delivery.street.missing': 'Introduce la calle y el número',
    'delivery.postalCode': 'Código postal',
    'delivery.city': 'Localidad',
    'delivery.region.state': 'Estado',
    'delivery.region.province': 'Provincia',
    'delivery.region.prefecture': 'Prefectura',
    'delivery.region.county': 'Condado',
    'delivery.region.department': 'Departamento',
    'delivery.region.emirate': 'Emirato',
    'delivery.region.region': 'Región',
    'delivery.postalCode.missing': 'Introduce tu código postal',
    'delivery.city.missing': 'Introduce tu localidad',
    'delivery.region.missing': 'Rellena el campo «{name}»',

    'card.unreachable': 'No se han podido cargar los campos de la tarjeta.',
    'card.page': 'Pagar en la página de pago',

    'payment.paying': 'Procesando el pago…',
    'payment.status': 'Procesando tu pago de {amount}. No cierres esta página.',
    'payment.slow': 'Seguimos esperando a tu banco. No cierres esta página.',
    'payment.unknown': 'Aún no sabemos si el pago se ha realizado. No vuelvas a pagar.',
    'payment.unknown.do': 'Lo estamos comprobando. No cierres esta página.',
    'payment.stuck.do':
      'Compruébalo de nuevo en un momento o contacta con {store} e indica esta referencia: {reference}',
    'payment.check': 'Comprobar de nuevo',
    'payment.leave': 'Tienes que confirmar este pago en otra página.',
    'payment.leave.open': 'Continuar con el pago',
    'payment.other': 'Pagar de otra forma',
    'payment.bank': 'Tu banco te pide que confirmes este pago.',
    'payment.bank.open': 'Ir a tu banco',
    'payment.bank.frame': 'Confirmación de tu banco',
    'payment.bank.close': 'Cerrar',

    'problem.title': 'Hay un problema',
    'problem.many': 'Campos por corregir: {count}',
    'problem.declined': 'Tu pago no se ha realizado',
    'problem.notCharged': 'El pago no se ha completado',
    'problem.notCharged.do': 'No se te ha cobrado nada. Puedes intentarlo de nuevo.',
    'problem.limited': 'Demasiados intentos en poco tiempo',
    'problem.unavailable': 'Ahora mismo no se puede pagar',
    'problem.later.do': 'No se te ha cobrado nada. Inténtalo de nuevo en un minuto.',
    'problem.refused': 'Algo ha fallado por nuestra parte',

    'declined.card': 'Tarjeta terminada en {last4}:',
    'declined.funds':
      'Tu tarjeta no tiene fondos suficientes. No se ha cobrado nada; prueba con otra tarjeta.',
    'declined.bank':
      'Tu banco no ha podido confirmar que eres tú. No se ha cobrado nada; inténtalo de nuevo o usa otra tarjeta.',
    'declined.late':
      'El pago no se completó a tiempo. No se ha cobrado nada; puedes intentarlo de nuevo.',
    'declined.returned': 'Tu pago llegó demasiado tarde. Se te reembolsará el importe íntegro.',
    'declined.other':
      'Tu tarjeta ha sido rechazada. No se ha cobrado nada; prueba con otra tarjeta o pregunta a tu banco.',

    'deadline.soon': '{minutes|one:Queda menos de # minuto|other:Quedan menos de # minutos}.',
    'deadline.soon.do':
      'Hora límite para pagar: {time}. Después, este enlace caducará: no se te cobrará nada y podrás empezar de nuevo.',
    'deadline.soon.store':
      'Hora límite para pagar: {time}. Después, este enlace caducará: no se te cobrará nada y podrás volver a {store} para empezar de nuevo.',

    'agree.missing': 'Acepta las condiciones de venta para pagar',

    'seller.by': 'Vendido por {seller}',
    'seller.terms': 'Condiciones de venta',
    'seller.privacy': 'Política de privacidad',
    'seller.returns': 'Desistimiento y devoluciones',
    'seller.days': '{text} ({days})',
    'seller.accessibility': 'Declaración de accesibilidad',
    'seller.withdraw': 'Desistir del contrato aquí ({days})',
    'seller.final': 'Por ley, esta compra no tiene derecho de desistimiento.',
    'seller.tab': 'Se abre en una pestaña nueva',
  },
  result: {
    'complete.title': 'Pago recibido',
    'complete.thanks': 'Gracias, {name}. {store} ha recibido tu pedido.',
    'complete.order': 'Número de pedido',
    'complete.copy': 'Copiar',
    'complete.copied': 'Copiado',
    'complete.place': 'Entrega',
    'complete.collect': 'Lugar de recogida',
    'complete.tracking': 'Seguimiento',
    'complete.fee': 'Gastos de entrega',
    'complete.phone': 'Teléfono',
    'complete.statement': 'En tu extracto: {text}',
    'complete.email': 'Correo de confirmación',
    'complete.email.none': 'No indicaste ninguno: no se enviará confirmación.',
    'complete.email.refused': 'No se ha podido entregar.',
    'complete.email.correct': 'Corregir el correo electrónico',
    'complete.paidAt': 'Pagado',
    'complete.return': 'Volver a {store}',
    'complete.returning': 'Volverás a {store} en 20 segundos.',
    'complete.stay': 'Quedarme aquí',
    'complete.close': 'Puedes cerrar esta página.',
    'complete.print': 'Imprimir recibo',

    'expired.title': 'Este enlace de pago ha caducado',
    'expired.text': 'No se te ha cobrado nada. Vuelve a {store} para empezar de nuevo.',

    'again.start': 'Empezar de nuevo',
    'again.total': 'El total ha cambiado: antes era {before}, ahora es {now}.',

    'unavailable.soldOut': 'Agotado',
    'unavailable.soldOut.text':
      'Ya no quedan existencias. No se te ha cobrado nada. Vuelve a {store} para elegir otra cosa.',
    'unavailable.tries.text':
      'Ha habido demasiados intentos y este enlace ya no admite tarjetas. No se te ha cobrado nada. Vuelve a {store} para empezar de nuevo.',
    'unavailable.left': '{left|one:Solo queda #|other:Solo quedan #}',
    'unavailable.few': 'No quedan suficientes',
    'unavailable.left.text':
      'Pediste {quantity}. Elige de nuevo en la tienda. No se te ha cobrado nada.',

    'error.title': 'Algo ha fallado por nuestra parte',
    'error.text': 'No se te ha cobrado nada. Inténtalo de nuevo en un momento.',
    'error.network': 'No se puede abrir la página de pago',
    'error.network.text': 'Comprueba tu conexión e inténtalo de nuevo. Así verás si has pagado.',
    'error.notFound': 'Página no encontrada',
    'error.unknown': 'Página de pago no encontrada',
    'error.notFound.text': 'Comprueba el enlace o vuelve a la tienda y empieza de nuevo.',
    'error.origin': 'El pago no se puede mostrar aquí',
    'error.origin.text': 'La tienda no ha permitido que este sitio web acepte pagos.',
    'error.again': 'Intentar de nuevo',
  },
  page: {
    labelled: '{label}: {value}',
    languages: 'Idioma',
    back: 'Volver',
    docs: 'Documentación',
    storeApp: 'Aplicación de la tienda',
    email: 'Enviar confirmación',
    impossible:
      'Aquí, pagar con tarjeta requiere JavaScript, que no se ha cargado. Actívalo y vuelve a cargar esta página, o pregunta a {store}.',
    onward: 'Continuar con los datos de la tarjeta',
    waiting: 'Tu pago se está procesando. No hace falta que vuelvas a pagar.',
    details: 'Cambiar tus datos',
    work: 'Para pagar ahora, activa JavaScript y vuelve a tus datos.',
    country: 'La tienda no entrega en este país: {country}. Indica otra dirección.',
    address: 'Revisa la dirección para este país: {country}',
    buy: 'Comprar ahora',
    change: 'Cambiar',
    from: 'desde {price}',
    scan: 'Escanea para comprar',
    size: 'Talla o tamaño',
    color: 'Color',
    quantity: 'Cantidad',
    less: 'Uno menos',
    more: 'Uno más',
    'quantity.range': 'Elige una cantidad de 1 a {most}.',
    choose: 'Elige una opción',
    safety: 'Seguridad del producto',
    'safety.manufacturer': 'Fabricante',
    'safety.responsiblePerson': 'Persona responsable en la UE',
    'safety.identification': 'Identificación del producto',
    'safety.warnings': 'Advertencias',
    'returns.title': 'Este enlace no se puede usar',
    returns: 'Este enlace lleva de vuelta a una dirección que la tienda no permite.',
  },
  mail: {
    'store.test': '{name} (prueba)',
    'confirmation.subject': 'Tu pedido {order} en {store}',
    'order.view': 'Ver tu pedido',
    'refund.subject': 'Reembolso de tu pedido {order} en {store}',
    'refund.text':
      '{store} te ha reembolsado {amount} de tu pedido {order}. El importe puede tardar unos días en aparecer en tu extracto.',
    'refund.amount': 'Reembolso',
    'refundFailed.subject':
      'No se ha podido completar el reembolso de tu pedido {order} en {store}',
    'refundFailed.text':
      'El reembolso de {amount} de tu pedido {order} no te ha llegado. {store} ya lo sabe. Pregunta allí cómo recibirás tu dinero.',
    'fulfilment.subject': 'Tu pedido {order} en {store} se ha completado',
    'fulfilment.text': '{store} ha marcado tu pedido {order} como completado.',
    'contact.reply': '¿Tienes preguntas? Responde a este correo o contacta con {store}: {contact}',
    'contact.ask': '¿Tienes preguntas? Contacta con {store}: {contact}',
  },
  withdrawal: {
    title: 'Desistir del contrato',
    intro: 'Aquí puedes desistir de una compra. No tienes que dar ningún motivo.',
    contact: 'Correo electrónico o teléfono',
    'contact.hint': 'El que indicaste al hacer el pedido',
    unknown:
      'No hay ningún pedido con este número y este correo o teléfono. Comprueba los datos o pregunta a la tienda en la que compraste.',
    statement: 'Confirma que desistes del contrato con {seller} relativo a este pedido:',
    spent:
      'Demasiados intentos para este pedido. Podemos enviar un enlace al correo electrónico que se indicó en el pedido.',
    continue: 'Continuar',
    'link.send': 'Enviar enlace',
    'link.sent':
      'Si este pedido existe y se indicó un correo electrónico, se ha enviado un enlace a ese correo. Es válido durante una hora. Si no llega nada, pregunta a la tienda en la que compraste.',
    'link.over':
      'Este enlace ha caducado. Podemos enviar otro al correo electrónico que se indicó en el pedido.',
    'link.subject': 'Enlace para desistir del pedido {order} en {store}',
    'link.text':
      'Con este enlace puedes desistir del contrato con {store} relativo al pedido {order}. Es válido durante una hora. Si no lo has pedido, no tienes que hacer nada.',
    item: 'Artículo',
    paid: 'Pagado el',
    until: 'Último día para desistir',
    refund: 'Reembolso',
    'refund.by': 'a más tardar el {day} o cuando llegue el artículo devuelto',
    begin: 'Desistir del contrato aquí',
    'confirm.title': 'Revisa tu desistimiento',
    confirm: 'Confirmar desistimiento',
    done: 'Has desistido del contrato',
    received: 'Desistimiento recibido',
    keep: 'Imprime o guarda esta página. Si indicaste un correo electrónico al hacer el pedido, también recibirás esta confirmación por correo.',
    next: 'Pregunta a {store} cómo devolver el artículo y recuperar tu dinero.',
    late: 'El plazo para desistir ha terminado. {store} decide si acepta tu desistimiento.',
    'late.done': 'Se ha recibido tu desistimiento',
    refunded: 'Este pedido ya se ha reembolsado por completo o el reembolso está en camino.',
    off: '{store} no tramita desistimientos en esta página.',
    'mail.subject': 'Tu desistimiento del pedido {order} en {store}',
    'mail.text':
      'Has desistido del contrato con {store} relativo al pedido {order}. Tu desistimiento se recibió el {time}.',
  },
  card: {
    'number.missing': 'Introduce el número de tarjeta',
    'number.wrong': 'Introduce un número de tarjeta válido',
    'number.test': 'Usa una tarjeta de prueba',
    'expiry.wrong': 'Introduce la fecha de caducidad',
    'expiry.past': 'Esta tarjeta ha caducado: usa otra',
    'code.back': '3 dígitos del reverso',
    'code.front': '4 dígitos del anverso',
    'code.missing': 'Introduce el código de seguridad',
  },
  cardLabels: {
    number: 'Número de tarjeta',
    expiry: 'Caducidad (MM/AA)',
    code: 'Código de seguridad',
    test: 'Tienda de prueba',
  },
  stripe: {
    'card.or': 'O paga con tarjeta',
    'card.check': 'Comprueba los datos de tu tarjeta',
    'method.title': 'Método de pago',
    'method.card': 'Tarjeta',
    'method.leave':
      'Después de pulsar «Pagar», confirmarás el pago en otra página y volverás aquí.',
    'method.blik': 'Código BLIK',
    'method.blik.hint':
      '6 dígitos de la aplicación de tu banco. Confirma el pago en ella después de pulsar «Pagar».',
    'method.blik.missing': 'Introduce los 6 dígitos de tu código BLIK',
    'bank.title': 'Confirmación de tu banco',
    'bank.asking': 'La confirmación de tu banco aparecerá aquí en un momento.',
    'bank.done': 'Gracias. Puedes cerrar esta ventana.',
    'bank.unreachable':
      'No se ha podido cargar la página de tu banco. Comprueba tu conexión e inténtalo de nuevo.',
    'bank.again': 'Intentar de nuevo',
  },
}
