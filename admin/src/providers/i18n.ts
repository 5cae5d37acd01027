import polyglotI18nProvider from "ra-i18n-polyglot";
import english from "ra-language-english";

/** Where react-admin's own words say neither what happened nor what to do. */
const words = {
  ...english,
  ra: {
    ...english.ra,
    page: {
      ...english.ra.page,
      access_denied: "Your role does not include this",
      authentication_error: "Who you are could not be checked",
      not_found: "There is no page here",
    },
    message: {
      ...english.ra.message,
      access_denied: "“Roles” in the menu says what each role may do. Ask an admin if you need this.",
      authentication_error: "The server did not answer. Reload the page to try again.",
      invalid_form: "Not sent. Correct the fields marked in red.",
      not_found: "The address may be mistyped, or what it showed is gone. Go back, or choose from the menu.",
    },
    notification: {
      ...english.ra.notification,
      http_error: "The server could not answer. Try again in a moment.",
      item_doesnt_exist: "This record does not exist any more.",
      logged_out: "Your session has ended. Sign in again.",
      not_authorized: "Your role does not include this. Ask an admin if you need it.",
    },
  },
};

/** English only; missing names (labels that are plain text) are said as they are. */
export const i18nProvider = polyglotI18nProvider(() => words, "en", [{ locale: "en", name: "English" }], {
  allowMissing: true,
});
