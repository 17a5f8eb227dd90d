import type { Language } from '../language.ts'

export const mn: Language = {
  name: 'Монгол',
  form: {
    'page.back': '{store} дэлгүүрт буцах',
    'page.title': 'Төлбөр – {store}',
    'page.loading': 'Төлбөрийн хуудсыг ачаалж байна',

    'error.broken': 'Энэ хуудас ажиллахаа больсон. Дахин ачаалбал төлсөн эсэхийг харуулна.',

    'summary.title': 'Захиалгын мэдээлэл',
    'summary.quantity': 'Тоо ширхэг: {quantity}',
    'summary.each': 'нэг нь {price}',
    'summary.subtotal': 'Барааны дүн',
    'summary.delivery': 'Хүргэлт',
    'summary.collection': 'Очиж авах',
    'summary.free': 'Үнэгүй',
    'summary.total': 'Нийт дүн',
    'summary.held': 'Үнэ {time} хүртэл хэвээр байна',

    'contact.title': 'Холбоо барих',
    'contact.name': 'Овог нэр',
    'contact.phone': 'Утас',
    'contact.phone.hint': 'Зөвхөн хүргэлтийн асуудлаар',
    'contact.email': 'Имэйл',

    'field.optional': '(заавал биш)',

    'delivery.method': 'Хүргэлтийн сонголт',
    'delivery.place': 'Хүргэлтийн хаяг',
    'delivery.place.hint': 'Хот, дүүрэг, хороо, гудамж, байр, тоот',

    'card.title': 'Карт',
    'card.frame': 'Картын мэдээлэл',
    'card.test': 'Туршилтын горим',
    'card.test.hint':
      'Мөнгө шилжихгүй. 4242 4242 4242 4242 дугаар, ирээдүйн дурын огноо, дурын код оруулна уу.',
    'card.private': 'Картын дугаарыг зөвхөн төлбөрийн үйлчилгээ харна, {store} харахгүй.',
    'card.unreachable.do': 'Холболтоо шалгаад дахин оролдоно уу. Мөнгө татаагүй.',

    'agree.label': 'Би [худалдааны нөхцөлийг] зөвшөөрч байна',

    'payment.title': 'Төлбөр',
    'payment.pay': '{amount} төлөх',

    'problem.offline': 'Интернэт холболт алга. Юу ч илгээгдээгүй.',
  },
  outcome: {
    'page.secure': 'Аюулгүй төлбөр',
    'page.title.error': 'Алдаа: {title}',
    'page.title.paid': 'Төлсөн – {store}',
    'page.title.expired': 'Хугацаа дууссан – {store}',
    'page.title.unavailable': 'Боломжгүй – {store}',

    'contact.name.missing': 'Овог нэрээ оруулна уу',
    'contact.phone.missing': 'Утасны дугаараа оруулна уу',
    'contact.phone.wrong': '7–15 оронтой утасны дугаар оруулна уу',
    'contact.email.wrong': 'name@example.com хэлбэрийн имэйл хаяг оруулна уу',

    'field.long': '{maximum} тэмдэгт болтол богиносгоно уу',

    'delivery.place.missing': 'Захиалгыг хүргэх хаягаа оруулна уу',
    'delivery.country': 'Улс',
    'delivery.street': 'Дүүрэг, хороо, гудамж, байр, тоот',
    'delivery.postalCode': 'Шуудангийн код',
    'delivery.city': 'Хот, суурин',
    'delivery.region': 'Муж, аймаг',
    'delivery.postalCode.missing': 'Шуудангийн кодоо оруулна уу',
    'delivery.city.missing': 'Хот, суурингаа оруулна уу',
    'delivery.region.missing': 'Муж, аймгаа оруулна уу',

    'card.unreachable': 'Картын талбаруудыг ачаалж чадсангүй.',
    'card.page': 'Төлбөрийн хуудсан дээр төлөх',

    'payment.paying': 'Төлж байна…',
    'payment.status': '{amount} төлж байна. Энэ хуудсыг битгий хаагаарай.',
    'payment.slow': 'Банкны хариуг хүлээсээр байна. Энэ хуудсыг битгий хаагаарай.',
    'payment.unknown': 'Төлбөр орсон эсэх одоогоор тодорхойгүй. Дахин битгий төлөөрэй.',
    'payment.unknown.do': 'Бид шалгаж байна. Энэ хуудсыг битгий хаагаарай.',
    'payment.stuck.do':
      'Түр хүлээгээд дахин шалгана уу, эсвэл {store} дэлгүүрээс энэ дугаараар лавлана уу: {reference}',
    'payment.check': 'Дахин шалгах',
    'payment.leave': 'Та энэ төлбөрийг өөр хуудсанд баталгаажуулна.',
    'payment.leave.open': 'Төлбөр лүү үргэлжлүүлэх',
    'payment.other': 'Өөр аргаар төлөх',
    'payment.bank': 'Таны банк энэ төлбөрийг баталгаажуулахыг хүсэж байна.',
    'payment.bank.open': 'Банк руу үргэлжлүүлэх',
    'payment.bank.frame': 'Банкны баталгаажуулалт',
    'payment.bank.close': 'Хаах',

    'problem.title': 'Алдаа байна',
    'problem.declined': 'Таны төлбөр амжилтгүй боллоо',
    'problem.card': 'Картын мэдээллийг өөрчлөх',
    'problem.notCharged': 'Төлбөр дуусаагүй',
    'problem.notCharged.do': 'Мөнгө татаагүй. Дахин оролдож болно.',
    'problem.limited': 'Богино хугацаанд хэт олон удаа оролдлоо',
    'problem.unavailable': 'Одоогоор төлбөр хийх боломжгүй',
    'problem.later.do': 'Мөнгө татаагүй. Нэг минутын дараа дахин оролдоно уу.',
    'problem.refused': 'Манай талд алдаа гарлаа',

    'declined.card': 'Мөнгө татаагүй: төгсгөл нь {last4} карт',
    'declined.funds': 'Картын үлдэгдэл хүрэлцэхгүй байна. Мөнгө татаагүй; өөр карт ашиглана уу.',
    'declined.bank':
      'Банк таныг мөн гэдгийг баталгаажуулж чадсангүй. Мөнгө татаагүй; дахин оролдох эсвэл өөр карт ашиглана уу.',
    'declined.late': 'Төлбөр хугацаандаа дууссангүй. Мөнгө татаагүй; дахин оролдож болно.',
    'declined.returned': 'Таны төлбөр хэтэрхий оройтож ирлээ. Бүх мөнгийг танд буцаана.',
    'declined.other':
      'Картын гүйлгээ амжилтгүй боллоо. Мөнгө татаагүй; өөр карт ашиглах эсвэл банкнаасаа лавлана уу.',

    'deadline.soon': '{minutes} минутаас бага хугацаа үлдлээ.',
    'deadline.soon.do':
      '{time} болохоос өмнө төлнө үү. Дараа нь энэ холбоосын хугацаа дуусна: мөнгө татахгүй, дахин эхэлж болно.',
    'deadline.soon.store':
      '{time} болохоос өмнө төлнө үү. Дараа нь энэ холбоосын хугацаа дуусна: мөнгө татахгүй, {store} дэлгүүрт буцаад дахин эхэлж болно.',

    'agree.missing': 'Төлөхийн тулд худалдааны нөхцөлийг зөвшөөрнө үү',

    'seller.by': 'Худалдагч: {seller}',
    'seller.terms': 'Худалдааны нөхцөл',
    'seller.privacy': 'Нууцлалын бодлого',
    'seller.returns': 'Цуцлах, буцаах журам',
    'seller.tab': 'Шинэ табд нээгдэнэ',
  },
  result: {
    'complete.title': 'Төлбөрийг хүлээн авлаа',
    'complete.thanks': 'Баярлалаа, {name}. {store} таны захиалгыг хүлээн авлаа.',
    'complete.order': 'Захиалгын дугаар',
    'complete.copy': 'Хуулах',
    'complete.copied': 'Хуулсан',
    'complete.place': 'Хүргэлт',
    'complete.collect': 'Очиж авах газар',
    'complete.fee': 'Хүргэлтийн төлбөр',
    'complete.phone': 'Утас',
    'complete.paidAt': 'Төлсөн',
    'complete.return': '{store} дэлгүүрт буцах',
    'complete.returning': '20 секундын дараа {store} дэлгүүрт буцна.',
    'complete.stay': 'Энд үлдэх',
    'complete.close': 'Энэ хуудсыг хааж болно.',
    'complete.print': 'Баримт хэвлэх',

    'expired.title': 'Төлбөрийн холбоосын хугацаа дууссан',
    'expired.text': 'Мөнгө татаагүй. {store} дэлгүүрт буцаад дахин эхлүүлнэ үү.',

    'again.start': 'Дахин эхлэх',
    'again.total': 'Нийт дүн өөрчлөгдсөн: өмнө нь {before}, одоо {now}.',

    'unavailable.soldOut': 'Дууссан',
    'unavailable.soldOut.text': 'Энэ бараа дууссан байна. Мөнгө татаагүй.',
    'unavailable.tries.text':
      'Энэ холбоосоор өөр картаар төлөх боломжгүй. Мөнгө татаагүй. {store} дэлгүүрт буцаад дахин эхлүүлнэ үү.',
    'unavailable.left': 'Ердөө {left} ширхэг үлдсэн',
    'unavailable.few': 'Үлдэгдэл хүрэлцэхгүй',
    'unavailable.left.text':
      'Та {quantity} ширхэг сонгосон. Дэлгүүрээс дахин сонгоно уу. Мөнгө татаагүй.',

    'error.title': 'Манай талд алдаа гарлаа',
    'error.text': 'Мөнгө татаагүй. Түр хүлээгээд дахин оролдоно уу.',
    'error.network': 'Төлбөрийн хуудастай холбогдож чадсангүй',
    'error.network.text': 'Холболтоо шалгаад дахин оролдоно уу: төлсөн эсэхийг харуулна.',
    'error.notFound': 'Хуудас олдсонгүй',
    'error.notFound.text': 'Холбоосоо шалгах эсвэл дэлгүүр лүү буцаад дахин эхлүүлнэ үү.',
    'error.origin': 'Төлбөрийг энд харуулах боломжгүй',
    'error.origin.text': 'Дэлгүүр энэ сайтад төлбөр авахыг зөвшөөрөөгүй.',
    'error.again': 'Дахин оролдох',
  },
  page: {
    languages: 'Хэл',
    back: 'Буцах',
    impossible:
      'Энд картаар төлөхөд JavaScript хэрэгтэй, гэвч ачаалагдсангүй. Асаагаад хуудсыг дахин ачаалах эсвэл {store} дэлгүүрээс лавлана уу.',
    onward: 'Картын мэдээлэл рүү үргэлжлүүлэх',
    waiting: 'Таны төлбөрийг боловсруулж байна. Дахин төлөх шаардлагагүй.',
    details: 'Мэдээллээ өөрчлөх',
    work: 'Одоо төлөхийн тулд JavaScript-ийг асааж, мэдээлэл рүүгээ буцна уу.',
    country: 'Дэлгүүр энэ улсад хүргэлт хийдэггүй: {country}. Өөр хаяг оруулна уу.',
    address: 'Энэ улсын хаягаа шалгана уу: {country}',
  },
  card: {
    'number.wrong': 'Картын зөв дугаар оруулна уу',
    'number.test': 'Туршилтын карт ашиглана уу',
    'expiry.wrong': 'Дуусах хугацааг оруулна уу',
    'expiry.past': 'Картын хугацаа дууссан: өөр карт ашиглана уу',
    'code.back': 'Ар талын 3 цифр',
    'code.front': 'Урд талын 4 цифр',
    'code.missing': 'Хамгаалалтын кодоо оруулна уу',
  },
  cardLabels: {
    number: 'Картын дугаар',
    expiry: 'Хугацаа (СС/ЖЖ)',
    code: 'Хамгаалалтын код',
    test: 'Туршилтын дэлгүүр',
  },
  stripe: {
    'card.or': 'Эсвэл картаар төлнө үү',
    'card.check': 'Картын мэдээллээ шалгана уу',
    'method.title': 'Төлбөрийн хэлбэр',
    'method.card': 'Карт',
    'method.leave': '«Төлөх» дарсны дараа өөр хуудсанд баталгаажуулаад энд буцаж ирнэ.',
    'method.blik': 'BLIK код',
    'method.blik.hint':
      'Банкныхаа аппаас авсан 6 орон. «Төлөх» дарсны дараа тэнд баталгаажуулна уу.',
    'method.blik.missing': 'BLIK кодын 6 орноо оруулна уу',
    'bank.title': 'Банкны баталгаажуулалт',
    'bank.asking': 'Банкны асуулт удахгүй энд гарч ирнэ.',
    'bank.done': 'Баярлалаа. Энэ цонхыг хааж болно.',
    'bank.unreachable': 'Банкны хуудсыг ачаалж чадсангүй. Холболтоо шалгаад дахин оролдоно уу.',
    'bank.again': 'Дахин оролдох',
  },
}
