import type { RefundMessages, WalletMessages } from "#components/refund/messages/refund-messages.ts";

export const ar: RefundMessages = {
  "refund.title": "استرداد {amount} من \u2068{merchant}\u2069",
  "refund.notFound": "لم يتم العثور على عملية الاسترداد",
  "refund.askForLink": "إذا استمرت المشكلة، فأنشئ رابطًا جديدًا من صفحة الدفعة في لوحة التحكم.",
  "refund.from": "استرداد من",
  "refund.to": "إلى المشتري",
  "refund.payer": "يُدفع من",
  "refund.reference": "مرجع الدفعة",
  "refund.copyAddress": "نسخ العنوان",
  "refund.again": "فشلت المعاملة الأخيرة ولم يُرسل أي مبلغ. وقّع مرة أخرى لإعادة المحاولة.",
  "refund.wrong.title": "اربط محفظة التاجر",
  "refund.wrong.text":
    "لا يمكن دفع هذا الاسترداد من \u2068{account}\u2069. انتقل إلى هذا الحساب في محفظتك، أو استخدم محفظة أخرى:",
  "refund.cannot.title": "لا يمكن الدفع من هذه المحفظة بعد",
  "refund.cannot.text": "لا يمكن دفع هذا الاسترداد من هذه المحفظة الآن. لم يُرسل أي مبلغ.",
  "refund.lowBalance": "رصيد هذه المحفظة على شبكة \u2068{network}\u2069 أقل من {amount}. أضف رصيدًا ثم تحقق مرة أخرى.",
};

export const arWallet: WalletMessages = {
  "summary.details": "تفاصيل الاسترداد",
  "summary.payBy": "التوقيع قبل",

  "status.requires_action.title": "وقّع الاسترداد",
  "status.requires_action.text": "اربط محفظة التاجر. لن يُخصم منها أي مبلغ حتى توقّع.",
  "status.processing.title": "تم إرسال الاسترداد",
  "status.processing.text": "جارٍ تأكيد الاسترداد. يستغرق ذلك عادةً بضع ثوانٍ. يمكنك إغلاق هذه الصفحة.",
  "status.succeeded.title": "تم الاسترداد",
  "status.succeeded.text": "استلم المشتري المبلغ المسترد من \u2068{merchant}\u2069.",
  "status.expired.title": "انتهت صلاحية الرابط",
  "status.expired.text":
    "انتهت المهلة المحددة للتوقيع. لم يُرسل أي مبلغ. لرد قيمة الدفعة، أنشئ رابطًا جديدًا في لوحة التحكم.",
  "status.cancelled.title": "أُلغي الاسترداد",
  "status.cancelled.text": "لم يُرسل أي مبلغ. إذا كنت لا تزال ترغب في رد قيمة الدفعة، فأنشئ رابطًا جديدًا في لوحة التحكم.",
  "status.failed.title": "فشل الاسترداد",
  "status.failed.text": "فشل التحويل على الشبكة. لم يُرسل أي مبلغ. للمحاولة مرة أخرى، أنشئ رابطًا جديدًا في لوحة التحكم.",

  "methods.scan": "التوقيع من هاتفك",
  "methods.qrLabel": "رمز QR لرابط الاسترداد",
  "methods.copyLink": "نسخ رابط الاسترداد",
  "methods.link": "رابط الاسترداد",
  "methods.noScript": "افتح هذا الرابط في تطبيق محفظة، أو فعّل JavaScript للتوقيع من هنا.",

  "options.loading": "جارٍ التحقق من الرصيد…",
  "options.pay": "رد {amount}",
  "options.gone": "رصيد المحفظة غير كافٍ. أضف رصيدًا ثم ابدأ من جديد.",

  "unavailable.text": "يتعذّر التحقق من الرصيد لأن الشبكة لا تستجيب. لم يُرسل أي مبلغ. أعد المحاولة بعد قليل.",

  "sign.pay.title": "رد {amount}",
  "sign.pay.text": "ستطلب محفظتك توقيعك لرد {amount} بالضبط إلى المشتري. التوقيع مجاني.",
  "sign.router.recipient":
    "ستعرض محفظتك موجّه الدفع التابع لـ Till (\u2068{router}\u2069) بصفته المستلم. وهو يحوّل المبلغ المسترد إلى المشتري في المعاملة نفسها.",
  "sign.router.spender":
    "ستعرض محفظتك موجّه الدفع التابع لـ Till (\u2068{router}\u2069) بصفته الجهة المخوّلة بالإنفاق (spender). وهو يحوّل المبلغ المسترد إلى المشتري في المعاملة نفسها.",
  "sign.sending": "جارٍ إرسال الاسترداد…",
  "sign.rejected": "لقد رفضت الطلب في محفظتك. لم يُرسل أي مبلغ.",
  "sign.wrongAccount": "تستخدم محفظتك الآن حسابًا آخر. عُد إلى \u2068{account}\u2069 ثم أعد المحاولة.",
  "sign.back": "رجوع",

  "confirm.quoteExpired": "انتهت صلاحية الطلب. وقّع الطلب الجديد للمتابعة.",
  "confirm.budgetUsedUp":
    "بلغت عمليات الاسترداد حدّ تكاليف الشبكة لهذا اليوم. لم يُرسل أي مبلغ. حاول مجددًا غدًا، أو أعد المبلغ بطريقة أخرى.",
  "confirm.refused": "تعذّر قبول الاسترداد. لم يُرسل أي مبلغ. أنشئ رابطًا جديدًا في لوحة التحكم أو استخدم محفظة أخرى.",
  "confirm.unavailable": "شبكة \u2068{network}\u2069 لا تستجيب. لم يُرسل أي مبلغ، وتم حفظ تقدمك. أعد المحاولة بعد قليل.",

  "paid.paid": "المبلغ المسترد",
  "paid.payment": "معرّف الاسترداد",
};
