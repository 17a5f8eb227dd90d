import type { Language } from '../language.ts'

export const ja: Language = {
  name: '日本語',
  form: {
    'page.back': '{store} に戻る',
    'page.title': 'お支払い – {store}',
    'page.loading': 'お支払いページを読み込んでいます',

    'error.broken':
      'このページは動作しなくなりました。再読み込みすると、支払い済みかどうかが表示されます。',

    'summary.title': 'ご注文内容',
    'summary.quantity': '数量 {quantity}',
    'summary.each': '単価 {price}',
    'summary.subtotal': '小計',
    'summary.delivery': '配送',
    'summary.collection': '店頭受け取り',
    'summary.free': '無料',
    'summary.total': '合計',
    'summary.tax': '税込',
    'summary.held': 'この価格は {time} まで有効です',

    'contact.title': 'ご連絡先',
    'contact.name': '氏名',
    'contact.phone': '電話番号',
    'contact.phone.hint': 'ご注文に関するご連絡にのみ使用します',
    'contact.phone.example': 'ご注文に関するご連絡にのみ使用します。例：{number}',
    'contact.email': 'メールアドレス',
    'contact.email.hint': '注文の確認メールをお送りします',

    'field.optional': '（任意）',

    'delivery.method': '配送方法',
    'delivery.place': 'お届け先住所',
    'delivery.place.hint': '郵便番号、都道府県、市区町村、番地、建物名',

    'card.title': 'カード',
    'card.frame': 'カード情報',
    'card.test': 'テストモード',
    'card.test.hint':
      '実際の請求はありません。4242 4242 4242 4242 と、将来の有効期限、任意のセキュリティコードをお使いください。',
    'card.private':
      '決済は {provider} が処理します。カード番号は {provider} だけが確認でき、{store} には渡りません。',
    'card.private.test':
      'テスト決済はこのページ自身が処理します。カード番号は {store} には渡りません。',
    'card.unreachable.do': '接続を確認して、もう一度お試しください。請求はされていません。',

    'agree.label': '[販売条件]に同意します',

    'payment.title': 'お支払い',
    'payment.pay': '{amount} を支払う',

    'problem.offline': 'オフラインです。何も送信されていません。',
  },
  outcome: {
    'page.secure': '安全なお支払い',
    'page.title.error': 'エラー：{title}',
    'page.title.paid': '支払い済み – {store}',
    'page.title.expired': 'リンクの期限切れ – {store}',
    'page.title.unavailable': '購入できません – {store}',

    'list.separator': '、',

    'express.title': 'エクスプレス決済',

    'contact.name.missing': '氏名を入力してください',
    'contact.phone.missing': '電話番号を入力してください',
    'contact.phone.wrong': '電話番号は 7〜15 桁で入力してください',
    'contact.email.meant': '{email} ではありませんか？',
    'contact.email.wrong': 'name@example.com のように入力してください',

    'field.long': '{maximum} 文字以内で入力してください',

    'delivery.place.missing': 'お届け先住所を入力してください',
    'delivery.country': '国または地域',
    'delivery.street': '住所（番地・建物名まで）',
    'delivery.street.missing': '住所を番地・建物名まで入力してください',
    'delivery.postalCode': '郵便番号',
    'delivery.city': '市区町村',
    'delivery.region.state': '州',
    'delivery.region.province': '州・県',
    'delivery.region.prefecture': '都道府県',
    'delivery.region.county': '県・市',
    'delivery.region.department': '県',
    'delivery.region.emirate': '首長国',
    'delivery.region.region': '地域',
    'delivery.postalCode.missing': '郵便番号を入力してください',
    'delivery.city.missing': '市区町村を入力してください',
    'delivery.region.missing': '「{name}」を入力してください',

    'card.unreachable': 'カード入力欄を読み込めませんでした。',
    'card.page': 'お支払いページで支払う',

    'payment.paying': '支払い処理中…',
    'payment.status': '{amount} の支払い処理中です。このページを開いたままにしてください。',
    'payment.slow': '決済の結果を待っています。このページを開いたままにしてください。',
    'payment.unknown':
      'お支払いが完了したかどうか、まだ確認できていません。再度のお支払いはしないでください。',
    'payment.unknown.do': '確認しています。このページを開いたままにしてください。',
    'payment.stuck.do':
      'しばらくしてから再度確認するか、{store} にこの番号をお伝えください：{reference}',
    'payment.check': '再度確認する',
    'payment.leave': '別のページでお支払いを承認していただく必要があります。',
    'payment.leave.open': 'お支払いへ進む',
    'payment.other': '別の方法で支払う',
    'payment.bank': 'カード会社による本人認証が必要です。',
    'payment.bank.open': '本人認証に進む',
    'payment.bank.frame': 'カード会社による本人認証',
    'payment.bank.close': '閉じる',

    'problem.title': '入力内容をご確認ください',
    'problem.many': '修正が必要な項目：{count}',
    'problem.declined': 'お支払いが完了しませんでした',
    'problem.notCharged': 'お支払いは完了していません',
    'problem.notCharged.do': '請求はされていません。もう一度お試しいただけます。',
    'problem.limited': '短時間での試行回数が上限に達しました',
    'problem.unavailable': '現在お支払いいただけません',
    'problem.later.do': '請求はされていません。1 分後にもう一度お試しください。',
    'problem.refused': 'システムに問題が発生しました',

    'declined.card': '末尾 {last4} のカード：',
    'declined.funds':
      'カードの残高または利用可能額が不足しています。請求はされていません。別のカードをお試しください。',
    'declined.bank':
      'カード会社による本人認証が完了しませんでした。請求はされていません。もう一度お試しいただくか、別のカードをお使いください。',
    'declined.late':
      'お支払いが時間内に完了しませんでした。請求はされていません。もう一度お試しいただけます。',
    'declined.returned': 'お支払いが期限に間に合いませんでした。全額が返金されます。',
    'declined.other':
      'カードが承認されませんでした。請求はされていません。別のカードをお試しいただくか、カード会社にお問い合わせください。',

    'deadline.soon': '残り {minutes} 分未満です。',
    'deadline.soon.do':
      '{time} までにお支払いください。それを過ぎるとこのリンクは期限切れになります。請求はされず、最初からやり直せます。',
    'deadline.soon.store':
      '{time} までにお支払いください。それを過ぎるとこのリンクは期限切れになります。請求はされません。{store} に戻って、最初からやり直せます。',

    'agree.missing': 'お支払いの前に販売条件に同意してください',

    'seller.by': '販売者：{seller}',
    'seller.terms': '販売条件',
    'seller.privacy': 'プライバシーポリシー',
    'seller.returns': 'キャンセル・返品',
    'seller.days': '{text}（{days}間）',
    'seller.accessibility': 'アクセシビリティ方針',
    'seller.withdraw': '契約を撤回する（{days}間）',
    'seller.final': '法律上の撤回権はありません。',
    'seller.tab': '新しいタブで開きます',
  },
  result: {
    'complete.title': 'お支払いが完了しました',
    'complete.thanks': '{name} 様、ありがとうございます。{store} がご注文を承りました。',
    'complete.order': '注文番号',
    'complete.copy': 'コピー',
    'complete.copied': 'コピーしました',
    'complete.place': 'お届け先',
    'complete.collect': '受け取り場所',
    'complete.tracking': '配送状況',
    'complete.fee': '配送料',
    'complete.phone': '電話番号',
    'complete.statement': 'ご利用明細の表示：{text}',
    'complete.email': '確認メールの宛先',
    'complete.email.none': '入力がないため、確認メールは送信されません。',
    'complete.email.refused': 'メールを届けられませんでした。',
    'complete.email.correct': 'メールアドレスを訂正',
    'complete.paidAt': 'お支払い日',
    'complete.return': '{store} に戻る',
    'complete.returning': '20 秒後に {store} に戻ります。',
    'complete.stay': 'このページに留まる',
    'complete.close': 'このページは閉じていただけます。',
    'complete.print': '控えを印刷',

    'expired.title': 'この支払いリンクは期限切れです',
    'expired.text': '請求はされていません。{store} に戻って、最初からやり直してください。',

    'again.start': '最初からやり直す',
    'again.total': '合計金額が {before} から {now} に変わりました。',

    'unavailable.soldOut': '売り切れ',
    'unavailable.soldOut.text':
      '在庫がなくなりました。請求はされていません。{store} に戻って、ほかの商品をお選びください。',
    'unavailable.tries.text':
      '試行回数が多すぎるため、このリンクではカードを使えなくなりました。請求はされていません。{store} に戻って、最初からやり直してください。',
    'unavailable.left': '残り {left} 点のみ',
    'unavailable.few': '在庫が不足しています',
    'unavailable.left.text':
      'ご希望は {quantity} 点でした。ストアで選び直してください。請求はされていません。',

    'error.title': 'システムに問題が発生しました',
    'error.text': '請求はされていません。しばらくしてからもう一度お試しください。',
    'error.network': 'お支払いページに接続できません',
    'error.network.text':
      '接続を確認して、もう一度お試しください。支払い済みかどうかが表示されます。',
    'error.notFound': 'ページが見つかりません',
    'error.unknown': 'お支払いページが見つかりません',
    'error.notFound.text': 'リンクを確認するか、ストアに戻って最初からやり直してください。',
    'error.origin': 'ここではお支払いページを表示できません',
    'error.origin.text': 'このサイトでの決済はストアによって許可されていません。',
    'error.again': 'もう一度試す',
  },
  page: {
    labelled: '{label}：{value}',
    languages: '言語',
    back: '戻る',
    docs: 'ドキュメント',
    storeApp: 'ストア管理画面',
    email: '確認メールを送信',
    impossible:
      'ここでのカード払いには JavaScript が必要ですが、読み込めませんでした。有効にしてページを再読み込みするか、{store} にお問い合わせください。',
    onward: 'カード情報の入力に進む',
    waiting: 'お支払いを処理しています。もう一度支払う必要はありません。',
    details: '入力内容を変更する',
    work: '今すぐ支払うには、JavaScript を有効にして入力内容に戻ってください。',
    country: '{country} には配送していません。別の住所を入力してください。',
    address: '{country} の住所を確認してください。',
    buy: '今すぐ購入',
    change: '変更する',
    from: '{price} から',
    scan: 'スキャンして購入',
    size: 'サイズ',
    color: '色',
    quantity: '数量',
    less: '1 つ減らす',
    more: '1 つ増やす',
    'quantity.range': '1 から {most} までの数量を選んでください。',
    choose: 'いずれかを選択してください',
    safety: '製品の安全性',
    'safety.manufacturer': '製造元',
    'safety.responsiblePerson': 'EU 域内の責任者',
    'safety.identification': '製品の識別情報',
    'safety.warnings': '警告',
    'returns.title': 'このリンクは使用できません',
    returns: 'このリンクの戻り先は、ストアが許可していないアドレスです。',
  },
  mail: {
    'store.test': '{name}（テスト）',
    'confirmation.subject': '{store} でのご注文 {order}',
    'order.view': 'ご注文を見る',
    'refund.subject': '{store} でのご注文 {order} の返金',
    'refund.text':
      '{store} がご注文 {order} について {amount} を返金しました。ご利用明細への反映には数日かかることがあります。',
    'refund.amount': '返金額',
    'refundFailed.subject': '{store} でのご注文 {order} の返金が完了しませんでした',
    'refundFailed.text':
      'ご注文 {order} の返金 {amount} がお客様に届きませんでした。{store} はこのことを把握しています。受け取り方法をお問い合わせください。',
    'fulfilment.subject': '{store} でのご注文 {order} の処理が完了しました',
    'fulfilment.text': '{store} にて、ご注文 {order} の処理が完了しました。',
    'contact.reply':
      'ご不明な点は、このメールに返信するか、{store} にお問い合わせください：{contact}',
    'contact.ask': 'ご不明な点は {store} にお問い合わせください：{contact}',
  },
  withdrawal: {
    title: '契約の撤回',
    intro: 'こちらでご購入の契約を撤回できます。理由を伝える必要はありません。',
    contact: 'メールアドレスまたは電話番号',
    'contact.hint': 'ご注文時に入力されたもの',
    unknown:
      'この注文番号と、このメールアドレスまたは電話番号に一致するご注文が見つかりません。両方をご確認いただくか、ご購入のストアにお問い合わせください。',
    statement: '{seller} との次のご注文の契約を撤回します。よろしければ確定してください。',
    spent:
      'このご注文への試行回数が上限に達しました。ご注文時に入力されたメールアドレスにリンクを送信できます。',
    continue: '次へ進む',
    'link.send': 'リンクを送信',
    'link.sent':
      'このご注文があり、メールアドレスが入力されている場合は、そのアドレスにリンクを送信しました。リンクは 1 時間有効です。届かない場合は、ご購入のストアにお問い合わせください。',
    'link.over':
      'このリンクは有効期限が切れました。ご注文時に入力されたメールアドレスに新しいリンクを送信できます。',
    'link.subject': '{store} でのご注文 {order} の契約を撤回するためのリンク',
    'link.text':
      'このリンクから {store} とのご注文 {order} の契約を撤回できます。リンクは 1 時間有効です。お心当たりがない場合は、何もする必要はありません。',
    item: '商品',
    paid: 'お支払い日',
    until: '撤回できる最終日',
    refund: '返金',
    'refund.by': '{day}まで、または商品の返送後',
    begin: '契約を撤回する',
    'confirm.title': '撤回内容の確認',
    confirm: '撤回を確定する',
    done: '契約を撤回しました',
    received: '撤回受付日時',
    keep: 'このページを印刷または保存してください。ご注文時にメールアドレスを入力された場合は、この確認をメールでもお送りします。',
    next: '商品の返送方法と返金方法は {store} にお問い合わせください。',
    late: '撤回できる期間を過ぎています。撤回を受け入れるかどうかは {store} が判断します。',
    'late.done': '撤回の申し出を受け付けました',
    refunded: 'このご注文の代金は全額返金済み、または返金手続き中です。',
    off: '{store} はこのページで撤回を受け付けていません。',
    'mail.subject': '{store} でのご注文 {order} の契約撤回を受け付けました',
    'mail.text': '{store} とのご注文 {order} の契約を撤回しました。受付日時：{time}。',
  },
  card: {
    'number.missing': 'カード番号を入力してください',
    'number.wrong': '有効なカード番号を入力してください',
    'number.test': 'テストカードをお使いください',
    'expiry.wrong': '有効期限を入力してください',
    'expiry.past': 'このカードは期限切れです。別のカードをお使いください',
    'code.back': '裏面の 3 桁の数字',
    'code.front': '表面の 4 桁の数字',
    'code.missing': 'セキュリティコードを入力してください',
  },
  cardLabels: {
    number: 'カード番号',
    expiry: '有効期限（月/年）',
    code: 'セキュリティコード',
    test: 'テストストア',
  },
  stripe: {
    'card.or': 'またはカードで支払う',
    'card.check': 'カード情報をご確認ください',
    'method.title': 'お支払い方法',
    'method.card': 'カード',
    'method.leave': '「支払う」を押すと別のページでお支払いを承認し、ここに戻ります。',
    'method.blik': 'BLIK コード',
    'method.blik.hint':
      '銀行アプリに表示される 6 桁です。「支払う」を押した後、アプリで承認してください。',
    'method.blik.missing': 'BLIK コードの 6 桁を入力してください',
    'bank.title': 'カード会社による本人認証',
    'bank.asking': 'まもなくここに本人認証の画面が表示されます。',
    'bank.done': 'ありがとうございます。このウィンドウは閉じていただけます。',
    'bank.unreachable':
      '本人認証の画面を読み込めませんでした。接続を確認して、もう一度お試しください。',
    'bank.again': 'もう一度試す',
  },
}
