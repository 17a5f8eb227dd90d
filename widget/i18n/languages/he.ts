import type { Language } from '../language.ts'

export const he: Language = {
  name: 'עברית',
  form: {
    'page.back': 'חזרה אל {store}',
    'page.title': 'תשלום – {store}',
    'page.loading': 'דף התשלום נטען',

    'error.broken': 'הדף הפסיק לפעול. טעינה מחדש תראה אם התשלום בוצע.',

    'summary.title': 'סיכום ההזמנה',
    'summary.quantity': 'כמות {quantity}',
    'summary.each': '{price} ליחידה',
    'summary.subtotal': 'סכום ביניים',
    'summary.delivery': 'משלוח',
    'summary.collection': 'איסוף',
    'summary.free': 'חינם',
    'summary.total': 'סך הכול',
    'summary.held': 'המחיר שמור לך עד {time}',

    'contact.title': 'פרטי קשר',
    'contact.name': 'שם מלא',
    'contact.phone': 'טלפון',
    'contact.phone.hint': 'לשאלות על המשלוח בלבד',
    'contact.email': 'דוא״ל',

    'field.optional': '(לא חובה)',

    'delivery.method': 'אפשרות משלוח',
    'delivery.place': 'כתובת למשלוח',
    'delivery.place.hint': 'רחוב, מספר, מיקוד ויישוב',

    'card.title': 'כרטיס',
    'card.frame': 'פרטי הכרטיס',
    'card.test': 'מצב בדיקה',
    'card.test.hint':
      'לא יחויב סכום כלשהו. אפשר לנסות 4242 4242 4242 4242 עם כל תאריך עתידי וכל קוד.',
    'card.private': 'רק ספק התשלומים רואה את מספר הכרטיס, אף פעם לא {store}.',
    'card.unreachable.do': 'יש לבדוק את החיבור ולנסות שוב. לא בוצע חיוב.',

    'agree.label': 'קראתי ואישרתי את [תנאי המכירה]',

    'payment.title': 'תשלום',
    'payment.pay': 'תשלום {amount}',

    'problem.offline': 'אין חיבור לאינטרנט. שום דבר לא נשלח.',
  },
  outcome: {
    'page.secure': 'תשלום מאובטח',
    'page.title.error': 'שגיאה: {title}',
    'page.title.paid': 'שולם – {store}',
    'page.title.expired': 'פג תוקף הקישור – {store}',
    'page.title.unavailable': 'לא זמין – {store}',

    'contact.name.missing': 'יש להזין שם מלא',
    'contact.phone.missing': 'יש להזין מספר טלפון',
    'contact.phone.wrong': 'יש להזין מספר טלפון בן 7 עד 15 ספרות',
    'contact.email.wrong': 'יש להזין כתובת כמו name@example.com',

    'field.long': 'יש לקצר ל‑{maximum} תווים',

    'delivery.place.missing': 'יש להזין לאן לשלוח את ההזמנה',
    'delivery.country': 'מדינה',
    'delivery.street': 'רחוב ומספר',
    'delivery.postalCode': 'מיקוד',
    'delivery.city': 'יישוב',
    'delivery.region': 'מחוז',
    'delivery.postalCode.missing': 'יש להזין מיקוד',
    'delivery.city.missing': 'יש להזין יישוב',
    'delivery.region.missing': 'יש להזין מחוז',

    'card.unreachable': 'לא ניתן היה לטעון את שדות הכרטיס.',
    'card.page': 'תשלום בדף התשלום במקום זאת',

    'payment.paying': 'התשלום מתבצע…',
    'payment.status': 'מתבצע תשלום של {amount}. יש להשאיר את הדף פתוח.',
    'payment.slow': 'עדיין ממתינים לבנק. יש להשאיר את הדף פתוח.',
    'payment.unknown': 'עדיין לא ידוע אם התשלום עבר. אין לשלם שוב.',
    'payment.unknown.do': 'אנחנו בודקים. יש להשאיר את הדף פתוח.',
    'payment.stuck.do': 'אפשר לבדוק שוב בעוד רגע או לפנות אל {store} עם מספר זה: {reference}',
    'payment.check': 'בדיקה נוספת',
    'payment.leave': 'את התשלום מאשרים בדף אחר.',
    'payment.leave.open': 'המשך לתשלום',
    'payment.other': 'תשלום בדרך אחרת',
    'payment.bank': 'הבנק מבקש לאשר את התשלום הזה.',
    'payment.bank.open': 'המשך לבנק',
    'payment.bank.frame': 'אישור הבנק',
    'payment.bank.close': 'סגירה',

    'problem.title': 'יש בעיה',
    'problem.declined': 'התשלום לא עבר',
    'problem.card': 'שינוי פרטי הכרטיס',
    'problem.notCharged': 'התשלום לא הושלם',
    'problem.notCharged.do': 'לא בוצע חיוב. אפשר לנסות שוב.',
    'problem.limited': 'יותר מדי ניסיונות בזמן קצר',
    'problem.unavailable': 'לא ניתן לשלם כרגע',
    'problem.later.do': 'לא בוצע חיוב. אפשר לנסות שוב בעוד דקה.',
    'problem.refused': 'משהו השתבש אצלנו',

    'declined.card': 'לא בוצע חיוב: כרטיס המסתיים ב‑{last4}',
    'declined.funds': 'אין בכרטיס יתרה מספקת. לא בוצע חיוב; אפשר לנסות כרטיס אחר.',
    'declined.bank':
      'הבנק לא הצליח לאמת את זהותך. לא בוצע חיוב; אפשר לנסות שוב או להשתמש בכרטיס אחר.',
    'declined.late': 'התשלום לא הושלם בזמן. לא בוצע חיוב; אפשר לנסות שוב.',
    'declined.returned': 'התשלום הגיע מאוחר מדי. כל הסכום מוחזר אליך.',
    'declined.other': 'הכרטיס נדחה. לא בוצע חיוב; אפשר לנסות כרטיס אחר או לפנות לבנק.',

    'deadline.soon':
      '{minutes|one:נותרה פחות מדקה אחת|two:נותרו פחות משתי דקות|other:נותרו פחות מ‑# דקות}.',
    'deadline.soon.do':
      'יש לשלם לפני {time}. לאחר מכן יפוג תוקפו של קישור התשלום: לא יבוצע חיוב, ואפשר להתחיל מחדש.',
    'deadline.soon.store':
      'יש לשלם לפני {time}. לאחר מכן יפוג תוקפו של קישור התשלום: לא יבוצע חיוב, ואפשר לחזור אל {store} ולהתחיל מחדש.',

    'agree.missing': 'יש לאשר את תנאי המכירה כדי לשלם',

    'seller.by': 'נמכר על ידי {seller}',
    'seller.terms': 'תנאי המכירה',
    'seller.privacy': 'מדיניות הפרטיות',
    'seller.returns': 'ביטול עסקה והחזרות',
    'seller.tab': 'נפתח בכרטיסייה חדשה',
  },
  result: {
    'complete.title': 'התשלום התקבל',
    'complete.thanks': 'תודה, {name}. ההזמנה התקבלה אצל {store}.',
    'complete.order': 'מספר הזמנה',
    'complete.copy': 'העתקה',
    'complete.copied': 'הועתק',
    'complete.place': 'משלוח',
    'complete.collect': 'מקום האיסוף',
    'complete.fee': 'דמי משלוח',
    'complete.phone': 'טלפון',
    'complete.paidAt': 'שולם',
    'complete.return': 'חזרה אל {store}',
    'complete.returning': 'חוזרים אל {store} בעוד 20 שניות.',
    'complete.stay': 'להישאר כאן',
    'complete.close': 'אפשר לסגור את הדף.',
    'complete.print': 'הדפסת הקבלה',

    'expired.title': 'פג תוקפו של קישור התשלום',
    'expired.text': 'לא בוצע חיוב. אפשר לחזור אל {store} ולהתחיל מחדש.',

    'again.start': 'התחלה מחדש',
    'again.total': 'הסך הכול השתנה: היה {before}, עכשיו {now}.',

    'unavailable.soldOut': 'אזל מהמלאי',
    'unavailable.soldOut.text': 'הפריט כבר אינו במלאי. לא בוצע חיוב.',
    'unavailable.tries.text':
      'הקישור הזה אינו מקבל כרטיס נוסף. לא בוצע חיוב. אפשר לחזור אל {store} ולהתחיל מחדש.',
    'unavailable.left':
      '{left|one:נותרה יחידה אחת בלבד|two:נותרו שתי יחידות בלבד|other:נותרו # יחידות בלבד}',
    'unavailable.few': 'לא נותרו מספיק',
    'unavailable.left.text': 'הכמות שביקשת: {quantity}. יש לבחור מחדש בחנות. לא בוצע חיוב.',

    'error.title': 'משהו השתבש אצלנו',
    'error.text': 'לא בוצע חיוב. אפשר לנסות שוב בעוד רגע.',
    'error.network': 'לא ניתן להתחבר לדף התשלום',
    'error.network.text': 'יש לבדוק את החיבור ולנסות שוב: כך יתברר אם התשלום בוצע.',
    'error.notFound': 'הדף לא נמצא',
    'error.notFound.text': 'יש לבדוק את הקישור, או לחזור לחנות ולהתחיל מחדש.',
    'error.origin': 'לא ניתן להציג כאן את התשלום',
    'error.origin.text': 'החנות לא אישרה לאתר הזה לקבל תשלומים.',
    'error.again': 'ניסיון נוסף',
  },
  page: {
    languages: 'שפה',
    back: 'חזרה',
    impossible:
      'לתשלום בכרטיס נדרש כאן JavaScript, והוא לא נטען. יש להפעיל אותו ולטעון את הדף מחדש, או לפנות אל {store}.',
    onward: 'המשך לפרטי הכרטיס',
    waiting: 'התשלום בטיפול. אין צורך לשלם שוב.',
    details: 'שינוי הפרטים שלך',
    work: 'כדי לשלם עכשיו, יש להפעיל JavaScript ולחזור לפרטים שלך.',
    country: 'החנות לא שולחת למדינה הזאת: {country}. יש להזין כתובת אחרת.',
    address: 'יש לבדוק את הכתובת במדינה הזאת: {country}',
  },
  card: {
    'number.wrong': 'יש להזין מספר כרטיס תקין',
    'number.test': 'יש להשתמש בכרטיס בדיקה',
    'expiry.wrong': 'יש להזין את תאריך התפוגה',
    'expiry.past': 'תוקף הכרטיס פג: יש להשתמש בכרטיס אחר',
    'code.back': '3 ספרות בגב הכרטיס',
    'code.front': '4 ספרות בחזית הכרטיס',
    'code.missing': 'יש להזין את קוד האבטחה',
  },
  cardLabels: {
    number: 'מספר כרטיס',
    expiry: 'תוקף (MM/YY)',
    code: 'קוד אבטחה',
    test: 'חנות בדיקה',
  },
  stripe: {
    'card.or': 'או תשלום בכרטיס',
    'card.check': 'יש לבדוק את פרטי הכרטיס',
    'method.title': 'אמצעי תשלום',
    'method.card': 'כרטיס',
    'method.leave': 'אחרי לחיצה על ״תשלום״ מאשרים בדף אחר וחוזרים לכאן.',
    'method.blik': 'קוד BLIK',
    'method.blik.hint': '6 ספרות מהאפליקציה של הבנק. מאשרים בה אחרי לחיצה על ״תשלום״.',
    'method.blik.missing': 'יש להזין את 6 הספרות של קוד BLIK',
    'bank.title': 'אישור הבנק',
    'bank.asking': 'שאלת הבנק תופיע כאן בעוד רגע.',
    'bank.done': 'תודה. אפשר לסגור את החלון.',
    'bank.unreachable': 'לא ניתן היה לטעון את דף הבנק. יש לבדוק את החיבור ולנסות שוב.',
    'bank.again': 'ניסיון נוסף',
  },
}
