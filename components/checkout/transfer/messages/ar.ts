import type { TransferMessages } from "#components/checkout/transfer/messages/transfer-messages.ts";

// A placeholder may be filled with left-to-right text: U+2068 … U+2069 isolate it from the text around it.
export const ar: TransferMessages = {
  "ways.wallet": "المحفظة",
  "ways.transfer": "تحويل",

  "choose.text": "ادفع من منصة تداول، أو من أي تطبيق يمكنه إرسال العملات المستقرة.",
  "choose.question": "ما العملة التي ترسلها منصتك، وعلى أي شبكة؟",
  "choose.loading": "جارٍ البحث عن العملات والشبكات…",
  "choose.none": "لا يمكن إتمام هذا الدفع بالتحويل الآن. ادفع بمحفظة.",
  "choose.unavailable": "إحدى شبكات الدفع لا تستجيب. أعد المحاولة بعد قليل.",
  "choose.refused": "لا يمكن إرسال \u2068{coin}\u2069 على شبكة \u2068{network}\u2069 الآن. اختر عملة أو شبكة أخرى.",
  "choose.limited": "الطلبات كثيرة. أعد المحاولة بعد دقيقة، أو ادفع بمحفظة.",
  "choose.offline": "لا يوجد اتصال. تحقق من اتصالك بالإنترنت ثم أعد المحاولة.",
  "choose.loadFailed": "تعذّر تحميل هذه الخطوة. تحقق من اتصالك بالإنترنت ثم أعد المحاولة.",

  "send.title": "أرسل {amount}",
  "send.rest": "أرسل المبلغ الناقص {amount}",
  "send.network": "الشبكة",
  "send.only": "أرسل \u2068{coin}\u2069 فقط، وعلى هذه الشبكة فقط. أي تحويل آخر لا يُعدّ دفعًا وقد يضيع.",
  "send.address": "العنوان",
  "send.copyAddress": "نسخ العنوان",
  "send.amount": "المبلغ الذي يجب أن يصل",
  "send.copyAmount": "نسخ المبلغ",
  "send.fee": "تخصم المنصات رسومها: تأكد من وصول {amount}.",
  "send.until": "يجب أن يصل قبل الساعة \u2068{time}\u2069.",
  "send.return": "يمكنك إغلاق هذه الصفحة والعودة إليها.",
  "send.code": "رمز QR",
  "send.codeAddress": "العنوان فقط",
  "send.codeRequest": "العنوان والمبلغ",
  "send.codeHint": "إذا تعذّر على تطبيقك قراءة الرمز الذي يتضمن المبلغ، فاستخدم العنوان فقط.",
  "send.copyRequest": "نسخ الرمز كرابط",
  "send.renew": "الحصول على عنوان جديد",
  "send.other": "الدفع بطريقة أخرى",

  "step.waiting": "انتظار",
  "step.seen": "تم الرصد",
  "step.confirming": "تأكيد",
  "step.paid": "تم الدفع",

  "progress.label": "التقدم",
  "progress.waiting": "في انتظار تحويلك. تتحدث هذه الصفحة تلقائيًا.",
  "progress.partly":
    "وصل \u2068{arrived}\u2069 من {amount}، وينقص \u2068{missing}\u2069. أرسل الباقي إلى العنوان نفسه.",
  "progress.confirming": "وصل {amount}. تؤكد الشبكة التحويل الآن. قد يستغرق ذلك بضع دقائق، ويمكنك إغلاق هذه الصفحة.",
  "progress.priceExpired": "لم يعد السعر صالحًا. لا ترسل أي مبلغ آخر إلى هذا العنوان.",
  "progress.over": "انتهت مهلة الدفع. لا ترسل أي مبلغ آخر. نتحقق الآن مما وصل في الوقت المحدد.",

  "left.money":
    "وصل {amount} إلى عنوان الدفعة، لكن الدفع لم يكتمل. أُبلغ \u2068{merchant}\u2069 بذلك وسيقرر ما سيحدث للمبلغ.",
  "left.tooMuch": "وصل مبلغ يزيد على المطلوب بمقدار {amount}. أُبلغ \u2068{merchant}\u2069 بذلك.",

  "refund.title": "إلى أين يُرسل المبلغ المسترد؟",
  "refund.text":
    "أدخل عنوانك الخاص لعملة \u2068{coin}\u2069 على شبكة \u2068{network}\u2069: عنوان محفظتك، أو العنوان الذي تعرضه منصتك للإيداع. لا يعود المبلغ المسترد إلى مصدر التحويل.",
  "refund.label": "عنوانك لاسترداد المبلغ",
  "refund.once": "تحقق منه جيدًا. لا يمكن تغييره هنا لاحقًا.",
  "refund.save": "حفظ العنوان",
  "refund.invalid": "هذا العنوان غير صالح. انسخه من محفظتك أو منصتك: يبدأ بـ 0x ويتكون من 42 حرفًا.",
  "refund.unusable": "لا يمكن استخدام هذا العنوان. أدخل عنوانًا آخر يخصك.",
  "refund.known": "حُفظ عنوان آخر من قبل. اطلب من \u2068{merchant}\u2069 تغييره.",
  "refund.saved": "سيُرسل المبلغ المسترد إلى هذا العنوان على شبكة \u2068{network}\u2069:",
  "refund.elsewhere":
    "لإدخال عنوان لاسترداد المبلغ، افتح هذه الصفحة في المتصفح الذي استخدمته للتحويل، أو تواصل مع \u2068{merchant}\u2069.",
};
