import type { Language } from '../language.ts'

export const ar: Language = {
  name: 'العربية',
  form: {
    'page.back': 'العودة إلى {store}',
    'page.title': 'الدفع إلى {store}',
    'page.loading': 'جارٍ تحميل صفحة الدفع',

    'error.broken': 'توقفت هذه الصفحة عن العمل. أعد تحميلها لترى إن كنت قد دفعت.',

    'summary.title': 'ملخص الطلب',
    'summary.quantity': 'الكمية {quantity}',
    'summary.each': '{price} للقطعة',
    'summary.subtotal': 'المجموع الفرعي',
    'summary.delivery': 'التوصيل',
    'summary.collection': 'الاستلام',
    'summary.free': 'مجاني',
    'summary.total': 'الإجمالي',
    'summary.held': 'السعر محجوز لك حتى {time}',

    'contact.title': 'بيانات التواصل',
    'contact.name': 'الاسم الكامل',
    'contact.phone': 'الهاتف',
    'contact.phone.hint': 'للاستفسار عن التوصيل فقط',
    'contact.email': 'البريد الإلكتروني',

    'field.optional': '(اختياري)',

    'delivery.method': 'خيار التوصيل',
    'delivery.place': 'عنوان التوصيل',
    'delivery.place.hint': 'الشارع ورقم المبنى والرمز البريدي والمدينة',

    'card.title': 'البطاقة',
    'card.frame': 'بيانات البطاقة',
    'card.test': 'وضع الاختبار',
    'card.test.hint': 'لن يُخصم أي مبلغ. جرّب 4242 4242 4242 4242 مع أي تاريخ مستقبلي وأي رمز.',
    'card.private': 'لا يرى رقم بطاقتك سوى مزوّد خدمة الدفع، ولا يراه {store} أبدًا.',
    'card.unreachable.do': 'تحقق من اتصالك ثم أعد المحاولة. لم يُخصم منك أي مبلغ.',

    'agree.label': 'أوافق على [شروط البيع]',

    'payment.title': 'الدفع',
    'payment.pay': 'ادفع {amount}',

    'problem.offline': 'أنت غير متصل بالإنترنت. لم يُرسل أي شيء.',
  },
  outcome: {
    'page.secure': 'دفع آمن',
    'page.title.error': 'خطأ: {title}',
    'page.title.paid': 'تم الدفع – {store}',
    'page.title.expired': 'انتهت صلاحية الرابط – {store}',
    'page.title.unavailable': 'غير متاح – {store}',

    'contact.name.missing': 'أدخل اسمك الكامل',
    'contact.phone.missing': 'أدخل رقم هاتفك',
    'contact.phone.wrong': 'أدخل رقم هاتف من 7 إلى 15 رقمًا',
    'contact.email.wrong': 'أدخل بريدًا إلكترونيًا مثل name@example.com',

    'field.long': 'اختصر النص إلى {maximum} {maximum|few:أحرف|many:حرفًا|other:حرف}',

    'delivery.place.missing': 'أدخل عنوان توصيل طلبك',
    'delivery.country': 'البلد',
    'delivery.street': 'الشارع ورقم المبنى',
    'delivery.postalCode': 'الرمز البريدي',
    'delivery.city': 'المدينة',
    'delivery.region': 'الولاية أو المحافظة',
    'delivery.postalCode.missing': 'أدخل الرمز البريدي',
    'delivery.city.missing': 'أدخل المدينة',
    'delivery.region.missing': 'أدخل الولاية أو المحافظة',

    'card.unreachable': 'تعذّر تحميل حقول البطاقة.',
    'card.page': 'الدفع في صفحة الدفع بدلًا من ذلك',

    'payment.paying': 'جارٍ الدفع…',
    'payment.status': 'جارٍ دفع {amount}. أبقِ هذه الصفحة مفتوحة.',
    'payment.slow': 'ما زلنا بانتظار البنك. أبقِ هذه الصفحة مفتوحة.',
    'payment.unknown': 'لا نعلم بعد إن كانت عملية الدفع قد تمت. لا تدفع مرة أخرى.',
    'payment.unknown.do': 'نحن نتحقق. أبقِ هذه الصفحة مفتوحة.',
    'payment.stuck.do': 'تحقق مجددًا بعد قليل، أو اسأل {store} بهذا المرجع: {reference}',
    'payment.check': 'تحقق مجددًا',
    'payment.leave': 'تؤكد عملية الدفع هذه في صفحة أخرى.',
    'payment.leave.open': 'المتابعة إلى الدفع',
    'payment.other': 'الدفع بطريقة أخرى',
    'payment.bank': 'يطلب منك البنك تأكيد عملية الدفع هذه.',
    'payment.bank.open': 'المتابعة إلى البنك',
    'payment.bank.frame': 'تأكيد البنك',
    'payment.bank.close': 'إغلاق',

    'problem.title': 'توجد مشكلة',
    'problem.declined': 'لم تتم عملية الدفع',
    'problem.card': 'تغيير بيانات البطاقة',
    'problem.notCharged': 'لم تكتمل عملية الدفع',
    'problem.notCharged.do': 'لم يُخصم منك أي مبلغ. يمكنك إعادة المحاولة.',
    'problem.limited': 'محاولات كثيرة في وقت قصير',
    'problem.unavailable': 'الدفع غير متاح حاليًا',
    'problem.later.do': 'لم يُخصم منك أي مبلغ. أعد المحاولة بعد دقيقة.',
    'problem.refused': 'حدث خطأ من جانبنا',

    'declined.card': 'لم يُخصم أي مبلغ من البطاقة المنتهية بـ {last4}',
    'declined.funds': 'رصيد بطاقتك غير كافٍ. لم يُخصم أي مبلغ؛ جرّب بطاقة أخرى.',
    'declined.bank':
      'لم يتمكن البنك من تأكيد هويتك. لم يُخصم أي مبلغ؛ أعد المحاولة أو استخدم بطاقة أخرى.',
    'declined.late': 'لم تكتمل عملية الدفع في الوقت المحدد. لم يُخصم أي مبلغ؛ يمكنك إعادة المحاولة.',
    'declined.returned': 'وصل المبلغ متأخرًا جدًا. سيُعاد إليك كاملًا.',
    'declined.other': 'رُفضت بطاقتك. لم يُخصم أي مبلغ؛ جرّب بطاقة أخرى أو اسأل البنك.',

    'deadline.soon': 'بقي أقل من {minutes|one:دقيقة واحدة|two:دقيقتين|few:# دقائق|other:# دقيقة}.',
    'deadline.soon.do':
      'ادفع قبل {time}. بعد ذلك تنتهي صلاحية هذا الرابط: لن يُخصم منك أي مبلغ، ويمكنك البدء من جديد.',
    'deadline.soon.store':
      'ادفع قبل {time}. بعد ذلك تنتهي صلاحية هذا الرابط: لن يُخصم منك أي مبلغ، ويمكنك العودة إلى {store} للبدء من جديد.',

    'agree.missing': 'وافق على شروط البيع لإتمام الدفع',

    'seller.by': 'البائع: {seller}',
    'seller.terms': 'شروط البيع',
    'seller.privacy': 'سياسة الخصوصية',
    'seller.returns': 'العدول عن الشراء والإرجاع',
    'seller.tab': 'يُفتح في علامة تبويب جديدة',
  },
  result: {
    'complete.title': 'تم استلام المبلغ',
    'complete.thanks': 'شكرًا {name}. وصل طلبك إلى {store}.',
    'complete.order': 'رقم الطلب',
    'complete.copy': 'نسخ',
    'complete.copied': 'تم النسخ',
    'complete.place': 'التوصيل',
    'complete.collect': 'مكان الاستلام',
    'complete.fee': 'رسوم التوصيل',
    'complete.phone': 'الهاتف',
    'complete.paidAt': 'وقت الدفع',
    'complete.return': 'العودة إلى {store}',
    'complete.returning': 'ستعود إلى {store} خلال 20 ثانية.',
    'complete.stay': 'البقاء هنا',
    'complete.close': 'يمكنك إغلاق هذه الصفحة.',
    'complete.print': 'طباعة الإيصال',

    'expired.title': 'انتهت صلاحية رابط الدفع هذا',
    'expired.text': 'لم يُخصم منك أي مبلغ. عُد إلى {store} للبدء من جديد.',

    'again.start': 'البدء من جديد',
    'again.total': 'تغيّر الإجمالي: كان {before}، وأصبح الآن {now}.',

    'unavailable.soldOut': 'نفدت الكمية',
    'unavailable.soldOut.text': 'لم يعد المنتج متوفرًا. لم يُخصم منك أي مبلغ.',
    'unavailable.tries.text':
      'لا يقبل هذا الرابط بطاقات أخرى. لم يُخصم منك أي مبلغ. عُد إلى {store} للبدء من جديد.',
    'unavailable.left':
      '{left|one:لم تبقَ سوى قطعة واحدة|two:لم تبقَ سوى قطعتين|few:لم تبقَ سوى # قطع|other:لم تبقَ سوى # قطعة}',
    'unavailable.few': 'الكمية المتبقية غير كافية',
    'unavailable.left.text':
      'الكمية التي طلبتها: {quantity}. اختر من جديد في المتجر. لم يُخصم منك أي مبلغ.',

    'error.title': 'حدث خطأ من جانبنا',
    'error.text': 'لم يُخصم منك أي مبلغ. أعد المحاولة بعد قليل.',
    'error.network': 'تعذّر الوصول إلى صفحة الدفع',
    'error.network.text': 'تحقق من اتصالك ثم أعد المحاولة لترى إن كنت قد دفعت.',
    'error.notFound': 'الصفحة غير موجودة',
    'error.notFound.text': 'تحقق من الرابط، أو عُد إلى المتجر وابدأ من جديد.',
    'error.origin': 'لا يمكن عرض الدفع هنا',
    'error.origin.text': 'لم يسمح المتجر لهذا الموقع بتلقي المدفوعات.',
    'error.again': 'إعادة المحاولة',
  },
  page: {
    languages: 'اللغة',
    back: 'رجوع',
    impossible:
      'يتطلب الدفع بالبطاقة هنا JavaScript ولم يتم تحميله. فعّله وأعد تحميل هذه الصفحة، أو اسأل {store}.',
    onward: 'المتابعة إلى بيانات البطاقة',
    waiting: 'جارٍ تنفيذ عملية الدفع. لا داعي للدفع مرة أخرى.',
    details: 'تغيير بياناتك',
    work: 'للدفع الآن، فعّل JavaScript وارجع إلى بياناتك.',
    country: 'لا يوصل المتجر إلى هذا البلد: {country}. أدخل عنوانًا آخر.',
    address: 'تحقق من العنوان في هذا البلد: {country}',
  },
  card: {
    'number.wrong': 'أدخل رقم بطاقة صحيحًا',
    'number.test': 'استخدم بطاقة اختبار',
    'expiry.wrong': 'أدخل تاريخ الانتهاء',
    'expiry.past': 'انتهت صلاحية هذه البطاقة: استخدم بطاقة أخرى',
    'code.back': '3 أرقام على ظهر البطاقة',
    'code.front': '4 أرقام على وجه البطاقة',
    'code.missing': 'أدخل رمز الأمان',
  },
  cardLabels: {
    number: 'رقم البطاقة',
    expiry: 'الانتهاء (شهر/سنة)',
    code: 'رمز الأمان',
    test: 'متجر تجريبي',
  },
  stripe: {
    'card.or': 'أو ادفع بالبطاقة',
    'card.check': 'تحقق من بيانات بطاقتك',
    'method.title': 'طريقة الدفع',
    'method.card': 'بطاقة',
    'method.leave': 'بعد الضغط على «ادفع» تؤكد في صفحة أخرى ثم تعود إلى هنا.',
    'method.blik': 'رمز BLIK',
    'method.blik.hint': '6 أرقام من تطبيق البنك. أكّد فيه بعد الضغط على «ادفع».',
    'method.blik.missing': 'أدخل أرقام رمز BLIK الستة',
    'bank.title': 'تأكيد البنك',
    'bank.asking': 'سيظهر طلب التأكيد من البنك هنا بعد لحظة.',
    'bank.done': 'شكرًا لك. يمكنك إغلاق هذه النافذة.',
    'bank.unreachable': 'تعذّر تحميل صفحة البنك. تحقق من اتصالك ثم أعد المحاولة.',
    'bank.again': 'إعادة المحاولة',
  },
}
