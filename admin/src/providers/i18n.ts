import polyglotI18nProvider from "ra-i18n-polyglot";
import english from "ra-language-english";

/** English only; missing names (labels that are plain text) are said as they are. */
export const i18nProvider = polyglotI18nProvider(() => english, "en", [{ locale: "en", name: "English" }], { allowMissing: true });
