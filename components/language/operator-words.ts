import type { Locale } from "#lib/core/locales.ts";

type OperatorWords = {
  /** With a place for the operator's name. */
  operatedBy: string;
  imprint: string;
};

/** The words about the operator below the buyer pages. */
export const operatorWords: Readonly<Record<Locale, OperatorWords>> = {
  en: { operatedBy: "Operated by {operator}", imprint: "Legal notice" },
  es: { operatedBy: "Servicio operado por {operator}", imprint: "Aviso legal" },
  de: { operatedBy: "Betrieben von {operator}", imprint: "Impressum" },
  fr: { operatedBy: "Service exploité par {operator}", imprint: "Mentions légales" },
  pt: { operatedBy: "Serviço operado por {operator}", imprint: "Aviso legal" },
  zh: { operatedBy: "由 {operator} 运营", imprint: "法律声明" },
  ar: { operatedBy: "الجهة المشغّلة: {operator}", imprint: "الإشعار القانوني" },
};
