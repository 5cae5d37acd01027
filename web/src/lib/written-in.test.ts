import { describe, expect, it } from "vitest";

import { writtenIn } from "./written-in";

describe("the language a description is written in", () => {
  it.each([
    ["We make oak furniture to order for small homes.", "en"],
    ["Wir bauen Möbel aus Eiche für kleine Wohnungen und liefern sie.", "de"],
    ["Nous fabriquons des meubles en chêne pour les petits logements.", "fr"],
    ["Hacemos muebles de roble para los pisos pequeños, con entrega.", "es"],
    ["Clínica dental en Vigo y en Pontevedra", "es"],
    ["Restauriamo mobili per le case della città, con cura e passione.", "it"],
    ["Wij maken meubels van eiken voor het kleine huis.", "nl"],
    ["Fazemos móveis de carvalho para casas pequenas, com entrega em Lisboa.", "pt"],
    ["Robimy meble dębowe dla małych mieszkań i dowozimy na miejsce.", "pl"],
    ["徳島の藍染工房です。藍染めのシャツ。", "ja"],
    ["نصنع أثاثا من خشب البلوط للبيوت الصغيرة", "ar"],
  ])("%s is %s", (text, language) => {
    expect(writtenIn(text)).toBe(language);
  });

  it("is not guessed from a name or two", () => {
    expect(writtenIn("Loomly")).toBeNull();
    expect(writtenIn("Oak furniture, Leeds")).toBeNull();
  });
});
