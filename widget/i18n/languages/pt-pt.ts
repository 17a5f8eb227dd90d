import type { Language } from '../language.ts'

export const ptPt: Language = {
  name: 'Português (Portugal)',
  form: {
    'page.back': 'Voltar a {store}',
    'page.title': 'Pagamento – {store}',
    'page.loading': 'A carregar a página de pagamento',

    'error.broken':
      'Esta página deixou de funcionar. Recarregue-a para ver se o pagamento foi feito.',

    'summary.title': 'Resumo da encomenda',
    'summary.quantity': 'Qtd. {quantity}',
    'summary.each': '{price} por unidade',
    'summary.subtotal': 'Subtotal',
    'summary.delivery': 'Entrega',
    'summary.collection': 'Levantamento',
    'summary.free': 'Grátis',
    'summary.total': 'Total',
    'summary.tax': 'IVA incluído',
    'summary.held': 'Preço reservado até às {time}',

    'contact.title': 'Contacto',
    'contact.name': 'Nome completo',
    'contact.phone': 'Telefone',
    'contact.phone.hint': 'Apenas para questões sobre a encomenda',
    'contact.phone.example': 'Apenas para questões sobre a encomenda. Exemplo: {number}',
    'contact.email': 'E-mail',
    'contact.email.hint': 'Para a confirmação da encomenda',

    'field.optional': '(opcional)',

    'delivery.method': 'Opção de entrega',
    'delivery.place': 'Morada de entrega',
    'delivery.place.hint': 'Rua, número, código postal e localidade',

    'card.title': 'Cartão',
    'card.frame': 'Dados do cartão',
    'card.test': 'Modo de teste',
    'card.test.hint':
      'Não é cobrado dinheiro real. Utilize 4242 4242 4242 4242 com qualquer data futura e qualquer código.',
    'card.private':
      'Os pagamentos são processados por {provider}. Só {provider} vê o número do seu cartão, nunca a loja {store}.',
    'card.private.test':
      'Os pagamentos de teste são processados por esta página. A loja {store} nunca vê o número do seu cartão.',
    'card.unreachable.do': 'Verifique a ligação e tente novamente. Nada foi cobrado.',

    'agree.label': 'Aceito as [condições de venda]',

    'payment.title': 'Pagamento',
    'payment.pay': 'Pagar {amount}',

    'problem.offline': 'Não há ligação à Internet. Nada foi enviado.',
  },
  outcome: {
    'page.secure': 'Pagamento seguro',
    'page.title.error': 'Erro: {title}',
    'page.title.paid': 'Pago – {store}',
    'page.title.expired': 'Link expirado – {store}',
    'page.title.unavailable': 'Indisponível – {store}',

    'list.separator': ', ',

    'express.title': 'Pagamento rápido',

    'contact.name.missing': 'Introduza o seu nome completo',
    'contact.phone.missing': 'Introduza o seu número de telefone',
    'contact.phone.wrong': 'Introduza um número de telefone com 7 a 15 dígitos',
    'contact.email.meant': 'Queria dizer {email}?',
    'contact.email.wrong': 'Introduza um e-mail como nome@example.com',

    'field.long': 'Reduza este texto a {maximum} carateres, no máximo',

    'delivery.place.missing': 'Introduza a morada de entrega',
    'delivery.country': 'País',
    'delivery.street': 'Rua e número',
    'delivery.street.missing': 'Introduza a rua e o número',
    'delivery.postalCode': 'Código postal',
    'delivery.city': 'Localidade',
    'delivery.region.state': 'Estado',
    'delivery.region.province': 'Província',
    'delivery.region.prefecture': 'Prefeitura',
    'delivery.region.county': 'Condado',
    'delivery.region.department': 'Departamento',
    'delivery.region.emirate': 'Emirado',
    'delivery.region.region': 'Região',
    'delivery.postalCode.missing': 'Introduza o código postal',
    'delivery.city.missing': 'Introduza a localidade',
    'delivery.region.missing': 'Preencha o campo «{name}»',

    'card.unreachable': 'Não foi possível carregar os campos do cartão.',
    'card.page': 'Pagar na página de pagamento',

    'payment.paying': 'A processar…',
    'payment.status': 'A processar o pagamento de {amount}. Mantenha esta página aberta.',
    'payment.slow': 'Ainda à espera do seu banco. Mantenha esta página aberta.',
    'payment.unknown': 'Ainda não sabemos se o pagamento foi concluído. Não pague outra vez.',
    'payment.unknown.do': 'Estamos a verificar. Mantenha esta página aberta.',
    'payment.stuck.do':
      'Verifique novamente dentro de momentos ou contacte a loja {store} e indique esta referência: {reference}',
    'payment.check': 'Verificar novamente',
    'payment.leave': 'É necessário confirmar este pagamento noutra página.',
    'payment.leave.open': 'Continuar',
    'payment.other': 'Escolher outro método de pagamento',
    'payment.bank': 'O seu banco pede que confirme este pagamento.',
    'payment.bank.open': 'Continuar para o seu banco',
    'payment.bank.frame': 'Confirmação do seu banco',
    'payment.bank.close': 'Fechar',

    'problem.title': 'Ocorreu um problema',
    'problem.many': 'Campos a corrigir: {count}',
    'problem.declined': 'O pagamento não foi efetuado',
    'problem.notCharged': 'O pagamento não foi concluído',
    'problem.notCharged.do': 'Nada foi cobrado. Pode tentar novamente.',
    'problem.limited': 'Demasiadas tentativas em pouco tempo',
    'problem.unavailable': 'De momento não é possível pagar',
    'problem.later.do': 'Nada foi cobrado. Tente novamente dentro de um minuto.',
    'problem.refused': 'Ocorreu um erro do nosso lado',

    'declined.card': 'Cartão terminado em {last4}:',
    'declined.funds':
      'O seu cartão não tem saldo suficiente. Nada foi cobrado; tente com outro cartão.',
    'declined.bank':
      'O seu banco não conseguiu confirmar a sua identidade. Nada foi cobrado; tente novamente ou utilize outro cartão.',
    'declined.late':
      'O pagamento não foi concluído a tempo. Nada foi cobrado; pode tentar novamente.',
    'declined.returned': 'O seu pagamento chegou demasiado tarde. Será reembolsado na totalidade.',
    'declined.other':
      'O seu cartão foi recusado. Nada foi cobrado; tente com outro cartão ou contacte o seu banco.',

    'deadline.soon':
      '{minutes|one:Falta menos de # minuto|many:Faltam menos de # minutos|other:Faltam menos de # minutos}.',
    'deadline.soon.do':
      'Pague até às {time}. Depois, este link expira: nada será cobrado e poderá recomeçar.',
    'deadline.soon.store':
      'Pague até às {time}. Depois, este link expira: nada será cobrado e poderá voltar à loja {store} para recomeçar.',

    'agree.missing': 'Aceite as condições de venda para pagar',

    'seller.by': 'Vendido por {seller}',
    'seller.terms': 'Condições de venda',
    'seller.privacy': 'Política de privacidade',
    'seller.returns': 'Retratação e devoluções',
    'seller.days': '{text} ({days})',
    'seller.accessibility': 'Declaração de acessibilidade',
    'seller.withdraw': 'Retratar-se do contrato aqui ({days})',
    'seller.final': 'Por lei, esta compra não confere direito de retratação.',
    'seller.tab': 'Abre num separador novo',
  },
  result: {
    'complete.title': 'Pagamento recebido',
    'complete.thanks': 'Obrigado, {name}. A loja {store} recebeu a sua encomenda.',
    'complete.order': 'N.º de encomenda',
    'complete.copy': 'Copiar',
    'complete.copied': 'Copiado',
    'complete.place': 'Entrega',
    'complete.collect': 'Local de levantamento',
    'complete.tracking': 'Seguimento do envio',
    'complete.fee': 'Custos de entrega',
    'complete.phone': 'Telefone',
    'complete.statement': 'No seu extrato: {text}',
    'complete.email': 'E-mail de confirmação',
    'complete.email.none': 'Não foi indicado nenhum, pelo que não é enviada confirmação.',
    'complete.email.refused': 'Não foi possível entregá-lo.',
    'complete.email.correct': 'Corrigir o e-mail',
    'complete.paidAt': 'Pago em',
    'complete.return': 'Voltar a {store}',
    'complete.returning': 'Dentro de 20 segundos voltará a {store}.',
    'complete.stay': 'Ficar aqui',
    'complete.close': 'Pode fechar esta página.',
    'complete.print': 'Imprimir comprovativo',

    'expired.title': 'Este link de pagamento expirou',
    'expired.text': 'Nada foi cobrado. Volte à loja {store} para recomeçar.',

    'again.start': 'Recomeçar',
    'again.total': 'O total mudou de {before} para {now}.',

    'unavailable.soldOut': 'Esgotado',
    'unavailable.soldOut.text':
      'Este artigo já não está disponível. Nada foi cobrado. Volte à loja {store} para escolher outro.',
    'unavailable.tries.text':
      'Houve demasiadas tentativas e este link já não aceita cartões. Nada foi cobrado. Volte à loja {store} para recomeçar.',
    'unavailable.left': '{left|one:Só resta #|many:Só restam #|other:Só restam #}',
    'unavailable.few': 'Stock insuficiente',
    'unavailable.left.text': 'Pediu {quantity}. Escolha novamente na loja. Nada foi cobrado.',

    'error.title': 'Ocorreu um erro do nosso lado',
    'error.text': 'Nada foi cobrado. Tente novamente dentro de momentos.',
    'error.network': 'Não é possível abrir a página de pagamento',
    'error.network.text':
      'Verifique a ligação e tente novamente. Verá então se o pagamento foi feito.',
    'error.notFound': 'Página não encontrada',
    'error.unknown': 'Página de pagamento não encontrada',
    'error.notFound.text': 'Verifique o link ou volte à loja e recomece.',
    'error.origin': 'Não é possível mostrar aqui o pagamento',
    'error.origin.text': 'A loja não autorizou este site a receber pagamentos.',
    'error.again': 'Tentar novamente',
  },
  page: {
    labelled: '{label}: {value}',
    languages: 'Idioma',
    back: 'Voltar',
    docs: 'Documentação',
    storeApp: 'Gestão da loja',
    email: 'Enviar confirmação',
    impossible:
      'Para pagar aqui com cartão é preciso JavaScript, que não foi carregado. Ative-o e recarregue esta página, ou contacte a loja {store}.',
    onward: 'Continuar para os dados do cartão',
    waiting: 'O seu pagamento está a ser processado. Não é preciso pagar outra vez.',
    details: 'Alterar os seus dados',
    work: 'Para pagar agora, ative o JavaScript e volte aos seus dados.',
    country: 'A loja não entrega neste país: {country}. Introduza outra morada.',
    address: 'Verifique a morada para este país: {country}',
    buy: 'Comprar agora',
    change: 'Alterar',
    from: 'desde {price}',
    scan: 'Digitalize para comprar',
    size: 'Tamanho',
    color: 'Cor',
    quantity: 'Quantidade',
    less: 'Menos um',
    more: 'Mais um',
    'quantity.range': 'Escolha uma quantidade de 1 a {most}.',
    choose: 'Escolha uma opção',
    safety: 'Segurança do produto',
    'safety.manufacturer': 'Fabricante',
    'safety.responsiblePerson': 'Pessoa responsável na UE',
    'safety.identification': 'Identificação do produto',
    'safety.warnings': 'Advertências',
    'returns.title': 'Não é possível utilizar este link',
    returns: 'Este link conduz a um endereço que a loja não permite.',
  },
  mail: {
    'store.test': '{name} (teste)',
    'confirmation.subject': 'A sua encomenda {order} na loja {store}',
    'order.view': 'Ver a encomenda',
    'refund.subject': 'Reembolso da sua encomenda {order} na loja {store}',
    'refund.text':
      'A loja {store} reembolsou {amount} da sua encomenda {order}. O valor pode demorar alguns dias a aparecer no seu extrato.',
    'refund.amount': 'Reembolso',
    'refundFailed.subject': 'O reembolso da sua encomenda {order} na loja {store} falhou',
    'refundFailed.text':
      'O reembolso de {amount} da sua encomenda {order} não chegou até si. A loja {store} já tem conhecimento. Pergunte-lhe como receberá o dinheiro.',
    'fulfilment.subject': 'A sua encomenda {order} na loja {store} está concluída',
    'fulfilment.text': 'A loja {store} marcou a sua encomenda {order} como concluída.',
    'contact.reply': 'Dúvidas? Responda a este e-mail ou contacte a loja {store}: {contact}',
    'contact.ask': 'Dúvidas? Contacte a loja {store}: {contact}',
  },
  withdrawal: {
    title: 'Retratação do contrato',
    intro:
      'Aqui pode retratar-se de uma compra (direito de livre resolução). Não é preciso indicar o motivo.',
    contact: 'E-mail ou telefone',
    'contact.hint': 'O que indicou na encomenda',
    unknown:
      'Não encontrámos uma encomenda com este número e este e-mail ou telefone. Verifique os dados ou pergunte à loja onde comprou.',
    statement: 'Confirme que se retrata do contrato com {seller} relativo a esta encomenda:',
    spent:
      'Houve demasiadas tentativas para esta encomenda. Podemos enviar um link para o e-mail indicado na encomenda.',
    continue: 'Continuar',
    'link.send': 'Enviar link',
    'link.sent':
      'Se esta encomenda existir e tiver um e-mail, o link já vai a caminho. É válido durante uma hora. Se nada chegar, pergunte à loja onde comprou.',
    'link.over': 'Este link expirou. Podemos enviar outro para o e-mail indicado na encomenda.',
    'link.subject': 'Link para a retratação da encomenda {order} na loja {store}',
    'link.text':
      'Com este link pode retratar-se do contrato com a loja {store} relativo à encomenda {order}. É válido durante uma hora. Se não o pediu, não precisa de fazer nada.',
    item: 'Artigo',
    paid: 'Pago em',
    until: 'Último dia para a retratação',
    refund: 'Reembolso',
    'refund.by': 'até {day}, ou quando o artigo for devolvido',
    begin: 'Retratar-se do contrato aqui',
    'confirm.title': 'Verifique a retratação',
    confirm: 'Confirmar a retratação',
    done: 'Exerceu o direito de retratação',
    received: 'Retratação recebida',
    keep: 'Imprima ou guarde esta página. Se indicou um e-mail na encomenda, receberá também esta confirmação por e-mail.',
    next: 'Pergunte à loja {store} como devolver o artigo e receber o seu dinheiro.',
    late: 'O último dia para a retratação já passou. A loja {store} decide se a aceita.',
    'late.done': 'A sua retratação foi recebida',
    refunded: 'Esta encomenda já foi totalmente reembolsada, ou o reembolso está a caminho.',
    off: 'A loja {store} não recebe retratações nesta página.',
    'mail.subject': 'Retratação recebida: encomenda {order} na loja {store}',
    'mail.text':
      'Exerceu o direito de retratação do contrato com a loja {store} relativo à encomenda {order}. A sua retratação foi recebida em {time}.',
  },
  card: {
    'number.missing': 'Introduza o número do cartão',
    'number.wrong': 'Introduza um número de cartão válido',
    'number.test': 'Utilize um cartão de teste',
    'expiry.wrong': 'Introduza a validade',
    'expiry.past': 'Este cartão expirou: utilize outro',
    'code.back': '3 dígitos no verso',
    'code.front': '4 dígitos na frente',
    'code.missing': 'Introduza o código de segurança',
  },
  cardLabels: {
    number: 'Número do cartão',
    expiry: 'Validade (MM/AA)',
    code: 'Código de segurança',
    test: 'Loja de teste',
  },
  stripe: {
    'card.or': 'Ou pague com cartão',
    'card.check': 'Verifique os dados do cartão',
    'method.title': 'Método de pagamento',
    'method.card': 'Cartão',
    'method.leave':
      'Depois de premir «Pagar», confirmará o pagamento noutra página e voltará aqui.',
    'method.blik': 'Código BLIK',
    'method.blik.hint':
      '6 dígitos da aplicação do seu banco. Confirme o pagamento na aplicação depois de premir «Pagar».',
    'method.blik.missing': 'Introduza os 6 dígitos do seu código BLIK',
    'bank.title': 'Confirmação do seu banco',
    'bank.asking': 'A confirmação do seu banco aparecerá aqui dentro de momentos.',
    'bank.done': 'Obrigado. Pode fechar esta janela.',
    'bank.unreachable':
      'Não foi possível carregar a página do seu banco. Verifique a ligação e tente novamente.',
    'bank.again': 'Tentar novamente',
  },
}
