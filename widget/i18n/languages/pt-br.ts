import type { Language } from '../language.ts'

export const ptBr: Language = {
  name: 'Português (Brasil)',
  form: {
    'page.back': 'Voltar para {store}',
    'page.title': 'Pagar {store}',
    'page.loading': 'Carregando o pagamento',

    'error.broken': 'Esta página parou de funcionar. Recarregue: ela mostra se você pagou.',

    'summary.title': 'Resumo do pedido',
    'summary.quantity': 'Qtd. {quantity}',
    'summary.each': '{price} cada',
    'summary.subtotal': 'Subtotal',
    'summary.delivery': 'Entrega',
    'summary.collection': 'Retirada',
    'summary.free': 'Grátis',
    'summary.total': 'Total',
    'summary.held': 'Preço reservado para você até {time}',

    'contact.title': 'Contato',
    'contact.name': 'Nome completo',
    'contact.phone': 'Telefone',
    'contact.phone.hint': 'Somente para dúvidas sobre a entrega',
    'contact.phone.example': 'Somente para dúvidas sobre a entrega. Exemplo: {number}',
    'contact.email': 'E-mail',

    'field.optional': '(opcional)',

    'delivery.method': 'Opção de entrega',
    'delivery.place': 'Endereço de entrega',
    'delivery.place.hint': 'Rua, número, CEP e cidade',

    'card.title': 'Cartão',
    'card.frame': 'Dados do cartão',
    'card.test': 'Modo de teste',
    'card.test.hint':
      'Nenhum valor é cobrado. Use 4242 4242 4242 4242 com qualquer data futura e qualquer código.',
    'card.private':
      'Os pagamentos são processados por {provider}. Só {provider} vê o número do seu cartão, nunca {store}.',
    'card.private.test':
      'Os pagamentos de teste são processados por esta própria página. {store} nunca vê o número do seu cartão.',
    'card.unreachable.do': 'Verifique sua conexão e tente de novo. Nada foi cobrado.',

    'agree.label': 'Aceito os [termos de venda]',

    'payment.title': 'Pagamento',
    'payment.pay': 'Pagar {amount}',

    'problem.offline': 'Você está sem conexão. Nada foi enviado.',
  },
  outcome: {
    'page.secure': 'Pagamento seguro',
    'page.title.error': 'Erro: {title}',
    'page.title.paid': 'Pago – {store}',
    'page.title.expired': 'Link expirado – {store}',
    'page.title.unavailable': 'Indisponível – {store}',

    'express.title': 'Pagamento expresso',

    'contact.name.missing': 'Informe seu nome completo',
    'contact.phone.missing': 'Informe seu número de telefone',
    'contact.phone.wrong': 'Informe um telefone com 7 a 15 dígitos',
    'contact.email.meant': 'Você quis dizer {email}?',
    'contact.email.wrong': 'Informe um e-mail como nome@example.com',

    'field.long': 'Reduza este texto para {maximum} caracteres',

    'delivery.place.missing': 'Informe onde entregar seu pedido',
    'delivery.country': 'País',
    'delivery.street': 'Rua e número',
    'delivery.postalCode': 'CEP ou código postal',
    'delivery.city': 'Cidade',
    'delivery.region': 'Estado ou província',
    'delivery.postalCode.missing': 'Informe o CEP ou código postal',
    'delivery.city.missing': 'Informe a cidade',
    'delivery.region.missing': 'Informe o estado ou a província',

    'card.unreachable': 'Não foi possível carregar os campos do cartão.',
    'card.page': 'Pagar na página de pagamento',

    'payment.paying': 'Pagando…',
    'payment.status': 'Pagando {amount}. Mantenha esta página aberta.',
    'payment.slow': 'Ainda aguardando o banco. Mantenha esta página aberta.',
    'payment.unknown': 'Ainda não sabemos se o pagamento foi concluído. Não pague de novo.',
    'payment.unknown.do': 'Estamos verificando. Mantenha esta página aberta.',
    'payment.stuck.do':
      'Verifique de novo em instantes ou pergunte a {store} informando a referência: {reference}',
    'payment.check': 'Verificar de novo',
    'payment.leave': 'Você confirma este pagamento em outra página.',
    'payment.leave.open': 'Continuar para o pagamento',
    'payment.other': 'Pagar de outra forma',
    'payment.bank': 'Seu banco pede que você confirme este pagamento.',
    'payment.bank.open': 'Continuar para o seu banco',
    'payment.bank.frame': 'Confirmação do seu banco',
    'payment.bank.later': 'Confirmar mais tarde',

    'problem.title': 'Há um problema',
    'problem.declined': 'Seu pagamento não foi concluído',
    'problem.card': 'Alterar os dados do cartão',
    'problem.notCharged': 'O pagamento não foi concluído',
    'problem.notCharged.do': 'Nada foi cobrado. Você pode tentar de novo.',
    'problem.limited': 'Muitas tentativas em pouco tempo',
    'problem.unavailable': 'Não é possível pagar agora',
    'problem.later.do': 'Nada foi cobrado. Tente de novo em um minuto.',
    'problem.refused': 'Algo deu errado do nosso lado',

    'declined.card': 'Cartão com final {last4}:',
    'declined.funds': 'Seu cartão não tem saldo suficiente. Nada foi cobrado; tente outro cartão.',
    'declined.bank':
      'Seu banco não conseguiu confirmar que é você. Nada foi cobrado; tente de novo ou use outro cartão.',
    'declined.late':
      'O pagamento não foi concluído a tempo. Nada foi cobrado; você pode tentar de novo.',
    'declined.returned': 'Seu pagamento chegou tarde demais. Todo o valor será devolvido a você.',
    'declined.other':
      'Seu cartão foi recusado. Nada foi cobrado; tente outro cartão ou fale com seu banco.',

    'deadline.soon': '{minutes|one:Falta menos de # minuto|other:Faltam menos de # minutos}.',
    'deadline.soon.do':
      'Pague antes de {time}. Depois disso, este link expira: nada é cobrado e você pode começar de novo.',
    'deadline.soon.store':
      'Pague antes de {time}. Depois disso, este link expira: nada é cobrado e você pode voltar para {store} e começar de novo.',

    'agree.missing': 'Aceite os termos de venda para pagar',

    'seller.by': 'Vendido por {seller}',
    'seller.terms': 'Termos de venda',
    'seller.privacy': 'Política de privacidade',
    'seller.returns': 'Direito de arrependimento e devoluções',
    'seller.withdraw': 'Desistir do contrato ({days})',
    'seller.final': 'Por lei, sem direito de arrependimento.',
    'seller.tab': 'Abre em uma nova aba',
  },
  result: {
    'complete.title': 'Pagamento recebido',
    'complete.thanks': 'Obrigado, {name}. {store} recebeu seu pedido.',
    'complete.order': 'Número do pedido',
    'complete.copy': 'Copiar',
    'complete.copied': 'Copiado',
    'complete.place': 'Entrega',
    'complete.collect': 'Local de retirada',
    'complete.fee': 'Taxa de entrega',
    'complete.phone': 'Telefone',
    'complete.statement': 'Na sua fatura: {text}',
    'complete.email': 'Confirmação para',
    'complete.email.refused': 'Não foi possível entregar.',
    'complete.email.correct': 'Corrigir o endereço',
    'complete.paidAt': 'Pago em',
    'complete.return': 'Voltar para {store}',
    'complete.returning': 'Você voltará para {store} em 20 segundos.',
    'complete.stay': 'Ficar aqui',
    'complete.close': 'Você pode fechar esta página.',
    'complete.print': 'Imprimir recibo',

    'expired.title': 'Este link de pagamento expirou',
    'expired.text': 'Nada foi cobrado. Volte para {store} para começar de novo.',

    'again.start': 'Começar de novo',
    'again.total': 'O total mudou: era {before}, agora é {now}.',

    'unavailable.soldOut': 'Esgotado',
    'unavailable.soldOut.text':
      'Não há mais em estoque. Nada foi cobrado. Volte para {store} para escolher outra coisa.',
    'unavailable.tries.text':
      'Este link não aceita mais cartões. Nada foi cobrado. Volte para {store} para começar de novo.',
    'unavailable.left': '{left|one:Resta apenas #|other:Restam apenas #}',
    'unavailable.few': 'Estoque insuficiente',
    'unavailable.left.text': 'Você pediu {quantity}. Escolha de novo na loja. Nada foi cobrado.',

    'error.title': 'Algo deu errado do nosso lado',
    'error.text': 'Nada foi cobrado. Tente de novo em instantes.',
    'error.network': 'Não foi possível abrir a página de pagamento',
    'error.network.text': 'Verifique sua conexão e tente de novo: você verá se pagou.',
    'error.notFound': 'Página não encontrada',
    'error.notFound.text': 'Verifique o link ou volte à loja e comece de novo.',
    'error.origin': 'O pagamento não pode ser exibido aqui',
    'error.origin.text': 'A loja não autorizou este site a receber pagamentos.',
    'error.again': 'Tentar de novo',
  },
  page: {
    languages: 'Idioma',
    back: 'Voltar',
    docs: 'Documentação',
    storeApp: 'Aplicativo da loja',
    email: 'Enviar para lá',
    impossible:
      'Aqui, pagar com cartão requer JavaScript, que não foi carregado. Ative-o e recarregue esta página, ou fale com {store}.',
    onward: 'Continuar para os dados do cartão',
    waiting: 'Seu pagamento está sendo processado. Você não precisa pagar de novo.',
    details: 'Alterar seus dados',
    work: 'Para pagar agora, ative o JavaScript e volte aos seus dados.',
    country: 'A loja não entrega neste país: {country}. Informe outro endereço.',
    address: 'Confira o endereço para este país: {country}',
    buy: 'Comprar agora',
    change: 'Alterar',
    from: 'a partir de {price}',
    scan: 'Escaneie para comprar',
    size: 'Tamanho',
    color: 'Cor',
    quantity: 'Quantidade',
    less: 'Um a menos',
    more: 'Um a mais',
    'quantity.range': 'Escolha uma quantidade de 1 a {most}.',
    choose: 'Escolha uma opção',
    returns: 'Este link leva de volta a um endereço que a loja não permite.',
  },
  mail: {
    'confirmation.subject': 'Seu pedido {order} em {store}',
    'refund.subject': 'Reembolso do seu pedido {order} em {store}',
    'refund.text':
      '{store} reembolsou {amount} do seu pedido {order}. Seu banco pode levar alguns dias para mostrar o valor.',
    'refundFailed.subject': 'O reembolso do seu pedido {order} em {store} falhou',
    'refundFailed.text':
      'O reembolso de {amount} do seu pedido {order} não chegou até você. {store} já sabe. Pergunte lá como você receberá o dinheiro.',
    'fulfilment.subject': 'Seu pedido {order} em {store} foi concluído',
    'fulfilment.text': '{store} marcou seu pedido {order} como concluído.',
    'contact.reply': 'Dúvidas? Responda a este e-mail ou fale com {store} aqui: {contact}',
    'contact.ask': 'Dúvidas? Fale com {store} aqui: {contact}',
  },
  withdrawal: {
    intro: 'Aqui você desiste de uma compra. Não é preciso dar um motivo.',
    contact: 'E-mail ou telefone',
    'contact.hint': 'Como você informou no pedido',
    unknown:
      'Nenhum pedido tem este número com este e-mail ou telefone. Confira os dois ou pergunte à loja em que você comprou.',
    statement: 'Você desiste do contrato com {store} sobre este pedido:',
    spent:
      'Houve tentativas demais para este pedido. Podemos enviar um link para o e-mail informado no pedido.',
    'link.send': 'Enviar link',
    'link.sent':
      'Se este pedido existir e tiver um e-mail, um link está a caminho. Ele vale por uma hora. Se nada chegar, fale com a loja em que você comprou.',
    'link.over': 'Este link expirou. Podemos enviar outro para o e-mail informado no pedido.',
    'link.subject': 'Link para desistir do pedido {order} em {store}',
    'link.text':
      'Com este link você pode desistir do contrato com {store} sobre o pedido {order}. Ele vale por uma hora. Se você não o pediu, não precisa fazer nada.',
    item: 'Item',
    until: 'Último dia para desistir',
    begin: 'Desistir do contrato',
    confirm: 'Confirmar desistência',
    done: 'Você desistiu do contrato',
    received: 'Recebido',
    keep: 'Imprima ou salve esta página. Se o pedido tiver um e-mail, isto também chega por e-mail.',
    next: 'Pergunte a {store} como devolver o item e como receber seu dinheiro.',
    late: 'O último dia para desistir já passou. {store} decide se aceita sua desistência.',
    'late.done': 'Sua desistência foi recebida',
    refunded: 'Todo o dinheiro deste pedido foi devolvido ou está a caminho.',
    off: '{store} não recebe desistências aqui.',
    'mail.subject': 'Sua desistência do pedido {order} em {store}',
    'mail.text':
      'Você desistiu do contrato com {store} sobre o pedido {order}. Sua desistência foi recebida em {time}.',
  },
  card: {
    'number.missing': 'Informe o número do cartão',
    'number.wrong': 'Informe um número de cartão válido',
    'number.test': 'Use um cartão de teste',
    'expiry.wrong': 'Informe a validade',
    'expiry.past': 'Este cartão está vencido: use outro',
    'code.back': '3 dígitos no verso',
    'code.front': '4 dígitos na frente',
    'code.missing': 'Informe o código de segurança',
  },
  cardLabels: {
    number: 'Número do cartão',
    expiry: 'Validade (MM/AA)',
    code: 'Código de segurança',
    test: 'Loja de teste',
  },
  stripe: {
    'card.or': 'Ou pague com cartão',
    'card.check': 'Confira os dados do cartão',
    'method.title': 'Forma de pagamento',
    'method.card': 'Cartão',
    'method.leave': 'Depois de tocar em “Pagar”, você confirma em outra página e volta para cá.',
    'method.blik': 'Código BLIK',
    'method.blik.hint':
      '6 dígitos do aplicativo do seu banco. Confirme nele depois de tocar em “Pagar”.',
    'method.blik.missing': 'Informe os 6 dígitos do seu código BLIK',
    'bank.title': 'Confirmação do seu banco',
    'bank.asking': 'A pergunta do seu banco aparecerá aqui em instantes.',
    'bank.done': 'Obrigado. Você pode fechar esta janela.',
    'bank.unreachable':
      'Não foi possível carregar a página do seu banco. Verifique sua conexão e tente de novo.',
    'bank.again': 'Tentar de novo',
  },
}
