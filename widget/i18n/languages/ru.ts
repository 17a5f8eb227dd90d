import type { Language } from '../language.ts'

export const ru: Language = {
  name: 'Русский',
  form: {
    'page.back': 'Вернуться в магазин {store}',
    'page.title': 'Оплата — {store}',
    'page.loading': 'Загружается страница оплаты',

    'error.broken': 'Страница перестала работать. Обновите её: она покажет, прошла ли оплата.',

    'summary.title': 'Ваш заказ',
    'summary.quantity': '{quantity} шт.',
    'summary.each': '{price} за\u00a0шт.',
    'summary.subtotal': 'Товары',
    'summary.delivery': 'Доставка',
    'summary.collection': 'Самовывоз',
    'summary.free': 'Бесплатно',
    'summary.total': 'Итого',
    'summary.tax': 'включая НДС',
    'summary.held': 'Цена закреплена за вами до {time}',

    'contact.title': 'Контакты',
    'contact.name': 'Имя и фамилия',
    'contact.phone': 'Телефон',
    'contact.phone.hint': 'Только для вопросов о заказе',
    'contact.phone.example': 'Только для вопросов о заказе. Пример: {number}',
    'contact.email': 'Эл. почта',
    'contact.email.hint': 'Для подтверждения заказа',

    'field.optional': '(необязательно)',

    'delivery.method': 'Способ доставки',
    'delivery.place': 'Адрес доставки',
    'delivery.place.hint': 'Улица, дом, индекс и город',

    'card.title': 'Карта',
    'card.frame': 'Данные карты',
    'card.test': 'Тестовый режим',
    'card.test.hint':
      'Деньги не списываются. Введите 4242 4242 4242 4242, любую будущую дату и любой код.',
    'card.private':
      'Платежи обрабатывает {provider}. Номер карты видит только {provider}, но не магазин {store}.',
    'card.private.test':
      'Тестовые платежи обрабатывает сама эта страница. Магазин {store} не видит номер карты.',
    'card.unreachable.do': 'Проверьте соединение и попробуйте ещё раз. Деньги не списаны.',

    'agree.label': 'Я принимаю [условия продажи]',

    'payment.title': 'Оплата',
    'payment.pay': 'Оплатить {amount}',

    'problem.offline': 'Нет соединения. Ничего не отправлено.',
  },
  outcome: {
    'page.secure': 'Безопасная оплата',
    'page.title.error': 'Ошибка: {title}',
    'page.title.paid': 'Оплачено — {store}',
    'page.title.expired': 'Срок ссылки истёк — {store}',
    'page.title.unavailable': 'Недоступно — {store}',

    'express.title': 'Быстрая оплата',

    'contact.name.missing': 'Введите имя и фамилию',
    'contact.phone.missing': 'Введите номер телефона',
    'contact.phone.wrong': 'Введите номер телефона: от 7 до 15 цифр',
    'contact.email.meant': 'Вы имели в виду {email}?',
    'contact.email.wrong': 'Введите адрес вида name@example.com',

    'field.long': 'Сократите до {maximum} {maximum|one:символа|other:символов}',

    'delivery.place.missing': 'Введите адрес доставки',
    'delivery.country': 'Страна',
    'delivery.street': 'Улица и дом',
    'delivery.street.missing': 'Введите улицу и дом',
    'delivery.postalCode': 'Почтовый индекс',
    'delivery.city': 'Город или населённый пункт',
    'delivery.region.state': 'Штат',
    'delivery.region.province': 'Провинция',
    'delivery.region.prefecture': 'Префектура',
    'delivery.region.county': 'Графство',
    'delivery.region.department': 'Департамент',
    'delivery.region.emirate': 'Эмират',
    'delivery.region.region': 'Регион',
    'delivery.postalCode.missing': 'Введите почтовый индекс',
    'delivery.city.missing': 'Введите город или населённый пункт',
    'delivery.region.missing': 'Заполните поле «{name}»',

    'card.unreachable': 'Не удалось загрузить поля карты.',
    'card.page': 'Оплатить на странице оплаты',

    'payment.paying': 'Оплата…',
    'payment.status': 'Оплата {amount}. Не закрывайте страницу.',
    'payment.slow': 'Всё ещё ждём ответа банка. Не закрывайте страницу.',
    'payment.unknown': 'Пока неизвестно, прошёл ли платёж. Не платите ещё раз.',
    'payment.unknown.do': 'Мы проверяем. Не закрывайте страницу.',
    'payment.stuck.do':
      'Проверьте ещё раз позже или обратитесь в магазин {store} и назовите номер: {reference}',
    'payment.check': 'Проверить ещё раз',
    'payment.leave': 'Этот платёж подтверждается на другой странице.',
    'payment.leave.open': 'Перейти к оплате',
    'payment.other': 'Оплатить иначе',
    'payment.bank': 'Банк просит подтвердить этот платёж.',
    'payment.bank.open': 'Перейти к банку',
    'payment.bank.frame': 'Подтверждение банка',
    'payment.bank.close': 'Закрыть',

    'problem.title': 'Возникла проблема',
    'problem.many': 'Полей нужно исправить: {count}',
    'problem.declined': 'Платёж не прошёл',
    'problem.notCharged': 'Платёж не завершён',
    'problem.notCharged.do': 'Деньги не списаны. Можно попробовать ещё раз.',
    'problem.limited': 'Слишком много попыток подряд',
    'problem.unavailable': 'Сейчас оплата недоступна',
    'problem.later.do': 'Деньги не списаны. Попробуйте через минуту.',
    'problem.refused': 'На нашей стороне произошла ошибка',

    'declined.card': 'Карта, оканчивающаяся на {last4}:',
    'declined.funds': 'На карте недостаточно средств. Деньги не списаны; попробуйте другую карту.',
    'declined.bank':
      'Банк не смог подтвердить, что это вы. Деньги не списаны; попробуйте ещё раз или возьмите другую карту.',
    'declined.late': 'Платёж не завершён вовремя. Деньги не списаны; можно попробовать ещё раз.',
    'declined.returned': 'Платёж пришёл слишком поздно. Вся сумма возвращается вам.',
    'declined.other':
      'Карта отклонена. Деньги не списаны; попробуйте другую карту или обратитесь в банк.',

    'deadline.soon': 'Осталось меньше {minutes|one:# минуты|other:# минут}.',
    'deadline.soon.do':
      'Оплатите до {time}. Затем срок действия ссылки истечёт: деньги не спишутся, и можно будет начать снова.',
    'deadline.soon.store':
      'Оплатите до {time}. Затем срок действия ссылки истечёт: деньги не спишутся, и можно будет вернуться в магазин {store} и начать снова.',

    'agree.missing': 'Примите условия продажи, чтобы оплатить',

    'seller.by': 'Продавец: {seller}',
    'seller.terms': 'Условия продажи',
    'seller.privacy': 'Политика конфиденциальности',
    'seller.returns': 'Отказ от покупки и возврат',
    'seller.accessibility': 'Заявление о доступности',
    'seller.withdraw': 'Отказаться от договора ({days})',
    'seller.final': 'По закону права на отказ нет.',
    'seller.tab': 'Откроется в новой вкладке',
  },
  result: {
    'complete.title': 'Оплата получена',
    'complete.thanks': 'Спасибо, {name}. Магазин {store} получил ваш заказ.',
    'complete.order': 'Номер заказа',
    'complete.copy': 'Копировать',
    'complete.copied': 'Скопировано',
    'complete.place': 'Доставка',
    'complete.collect': 'Пункт самовывоза',
    'complete.tracking': 'Отслеживание',
    'complete.fee': 'Стоимость доставки',
    'complete.phone': 'Телефон',
    'complete.statement': 'В выписке: {text}',
    'complete.email': 'Подтверждение на',
    'complete.email.none': 'Не указана: подтверждение не отправляется.',
    'complete.email.refused': 'Его не удалось доставить.',
    'complete.email.correct': 'Исправить адрес',
    'complete.paidAt': 'Оплачено',
    'complete.return': 'Вернуться в магазин {store}',
    'complete.returning': 'Вы вернётесь в магазин {store} через 20 секунд.',
    'complete.stay': 'Остаться здесь',
    'complete.close': 'Эту страницу можно закрыть.',
    'complete.print': 'Распечатать квитанцию',

    'expired.title': 'Срок действия ссылки на оплату истёк',
    'expired.text': 'Деньги не списаны. Вернитесь в магазин {store} и начните снова.',

    'again.start': 'Начать снова',
    'again.total': 'Итоговая сумма изменилась: была {before}, теперь {now}.',

    'unavailable.soldOut': 'Распродано',
    'unavailable.soldOut.text':
      'Товара больше нет в наличии. Деньги не списаны. Вернитесь в магазин {store} и выберите что-нибудь другое.',
    'unavailable.tries.text':
      'По этой ссылке больше нельзя платить картой. Деньги не списаны. Вернитесь в магазин {store} и начните снова.',
    'unavailable.left':
      '{left|one:Осталась только # штука|few:Осталось только # штуки|other:Осталось только # штук}',
    'unavailable.few': 'Недостаточно товара',
    'unavailable.left.text':
      'Вы выбрали {quantity} шт. Выберите снова в магазине. Деньги не списаны.',

    'error.title': 'На нашей стороне произошла ошибка',
    'error.text': 'Деньги не списаны. Попробуйте немного позже.',
    'error.network': 'Нет связи со страницей оплаты',
    'error.network.text':
      'Проверьте соединение и попробуйте ещё раз: станет видно, прошла ли оплата.',
    'error.notFound': 'Страница не найдена',
    'error.notFound.text': 'Проверьте ссылку или вернитесь в магазин и начните снова.',
    'error.origin': 'Здесь нельзя открыть страницу оплаты',
    'error.origin.text': 'Магазин не разрешил этому сайту принимать платежи.',
    'error.again': 'Попробовать ещё раз',
  },
  page: {
    languages: 'Язык',
    back: 'Назад',
    docs: 'Документация',
    storeApp: 'Кабинет магазина',
    email: 'Отправить туда',
    impossible:
      'Для оплаты картой здесь нужен JavaScript, который не загрузился. Включите его и обновите страницу или обратитесь в магазин {store}.',
    onward: 'Перейти к данным карты',
    waiting: 'Платёж обрабатывается. Платить ещё раз не нужно.',
    details: 'Изменить ваши данные',
    work: 'Чтобы оплатить сейчас, включите JavaScript и вернитесь к вашим данным.',
    country: 'Магазин не доставляет в эту страну: {country}. Введите другой адрес.',
    address: 'Проверьте адрес для этой страны: {country}',
    buy: 'Купить сейчас',
    change: 'Изменить',
    from: 'от {price}',
    scan: 'Сканируйте, чтобы купить',
    size: 'Размер',
    color: 'Цвет',
    quantity: 'Количество',
    less: 'На один меньше',
    more: 'На один больше',
    'quantity.range': 'Выберите количество от 1 до {most}.',
    choose: 'Выберите один из вариантов',
    safety: 'Безопасность товара',
    'safety.manufacturer': 'Изготовитель',
    'safety.responsiblePerson': 'Ответственное лицо в ЕС',
    'safety.identification': 'Идентификация товара',
    'safety.warnings': 'Предупреждения',
    returns: 'Эта ссылка ведёт обратно на адрес, который магазин не разрешил.',
  },
  mail: {
    'confirmation.subject': 'Ваш заказ {order} в {store}',
    'refund.subject': 'Возврат по вашему заказу {order} в {store}',
    'refund.text':
      '{store} возвращает {amount} по вашему заказу {order}. Банк может показать деньги через несколько дней.',
    'refundFailed.subject': 'Возврат по вашему заказу {order} в {store} не прошёл',
    'refundFailed.text':
      'Возврат {amount} по вашему заказу {order} до вас не дошёл. {store} об этом знает. Спросите там, как вы получите деньги.',
    'fulfilment.subject': 'Ваш заказ {order} в {store} выполнен',
    'fulfilment.text': '{store} отмечает, что ваш заказ {order} выполнен.',
    'contact.reply': 'Есть вопросы? Ответьте на это письмо или свяжитесь с {store}: {contact}',
    'contact.ask': 'Есть вопросы? Свяжитесь с {store}: {contact}',
  },
  withdrawal: {
    intro: 'Здесь вы отказываетесь от покупки. Причину называть не нужно.',
    contact: 'Эл. почта или телефон',
    'contact.hint': 'Как вы указали в заказе',
    unknown:
      'Нет заказа с этим номером и этой почтой или телефоном. Проверьте то и другое или спросите в магазине, где вы купили.',
    statement: 'Вы отказываетесь от договора с {store} по этому заказу:',
    spent:
      'Слишком много попыток для этого заказа. Мы можем отправить ссылку на адрес эл. почты, указанный в заказе.',
    'link.send': 'Отправить ссылку',
    'link.sent':
      'Если такой заказ есть и в нём указана эл. почта, ссылка уже отправлена на этот адрес. Она действует один час. Если письмо не придёт, обратитесь в магазин, где вы купили.',
    'link.over':
      'Срок действия этой ссылки истёк. Мы можем отправить новую на адрес эл. почты, указанный в заказе.',
    'link.subject': 'Ссылка для отказа от заказа {order} в {store}',
    'link.text':
      'По этой ссылке вы можете отказаться от договора с {store} по заказу {order}. Она действует один час. Если вы её не запрашивали, ничего делать не нужно.',
    item: 'Товар',
    until: 'Последний день для отказа',
    refund: 'Возврат денег',
    'refund.by': 'до {day} или после возврата товара',
    begin: 'Отказаться от договора',
    confirm: 'Подтвердить отказ',
    done: 'Вы отказались от договора',
    received: 'Получено',
    keep: 'Распечатайте или сохраните эту страницу. Если в заказе есть эл. почта, это придёт и письмом.',
    next: 'Спросите у {store}, как вернуть товар и получить деньги.',
    late: 'Последний день для отказа прошёл. Принять ли ваш отказ, решает {store}.',
    'late.done': 'Ваш отказ получен',
    refunded: 'Все деньги за этот заказ возвращены или уже в пути.',
    off: '{store} не принимает отказы здесь.',
    'mail.subject': 'Ваш отказ от заказа {order} в {store}',
    'mail.text': 'Вы отказались от договора с {store} по заказу {order}. Отказ получен: {time}.',
  },
  card: {
    'number.missing': 'Введите номер карты',
    'number.wrong': 'Введите корректный номер карты',
    'number.test': 'Введите тестовую карту',
    'expiry.wrong': 'Введите срок действия',
    'expiry.past': 'Срок действия карты истёк: возьмите другую',
    'code.back': '3 цифры на обороте',
    'code.front': '4 цифры на лицевой стороне',
    'code.missing': 'Введите код безопасности',
  },
  cardLabels: {
    number: 'Номер карты',
    expiry: 'Срок (ММ/ГГ)',
    code: 'Код безопасности',
    test: 'Тестовый магазин',
  },
  stripe: {
    'card.or': 'Или оплатите картой',
    'card.check': 'Проверьте данные карты',
    'method.title': 'Способ оплаты',
    'method.card': 'Карта',
    'method.leave':
      'После нажатия «Оплатить» вы подтвердите платёж на другой странице и вернётесь сюда.',
    'method.blik': 'Код BLIK',
    'method.blik.hint':
      '6 цифр из приложения вашего банка. После нажатия «Оплатить» подтвердите платёж в нём.',
    'method.blik.missing': 'Введите 6 цифр кода BLIK',
    'bank.title': 'Подтверждение банка',
    'bank.asking': 'Сейчас здесь появится запрос вашего банка.',
    'bank.done': 'Спасибо. Это окно можно закрыть.',
    'bank.unreachable':
      'Не удалось загрузить страницу банка. Проверьте соединение и попробуйте ещё раз.',
    'bank.again': 'Попробовать ещё раз',
  },
}
