/** Languages questions are written in that a script of their own gives away. */
const SCRIPTS: [RegExp, string][] = [
  [/[\u3040-\u30ff]/g, "ja"],
  [/[\u0600-\u06ff]/g, "ar"],
];

/** Short words that each language has to itself, or nearly so. */
const WORDS: Record<string, string> = {
  en: "the and of for with we our your is are to that from",
  de: "und für wir die der das mit ist sind ein eine unsere auf zum von",
  fr: "et les des de la en nous pour avec est une dans votre nos du aux sur",
  es: "y los las el para con en de la nuestra nuestro una del somos es por su",
  it: "e il gli per con una della delle nostro nostra siamo di che nel",
  nl: "en het een voor met wij onze de van zijn bij uw",
  pt: "e os as de para com uma nosso nossa do da em somos são não",
  pl: "i w na dla z się oraz nasze nasza jest są do od",
};

const LEAST = 2;

/** The language a description is written in; null where its words do not say. */
export function writtenIn(text: string): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  for (const [script, language] of SCRIPTS) {
    if ((text.match(script)?.length ?? 0) * 5 > letters) return language;
  }
  const said = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = Object.entries(WORDS).map(([language, words]) => {
    const own = new Set(words.split(" "));
    return { language, count: said.filter((word) => own.has(word)).length };
  });
  counts.sort((a, b) => b.count - a.count);
  const [first, second] = counts;
  return first && first.count >= LEAST && first.count > (second?.count ?? 0) ? first.language : null;
}
