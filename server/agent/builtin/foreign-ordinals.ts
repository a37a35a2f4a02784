import type { foreignWords } from "./foreign-words.ts";

type European = keyof typeof foreignWords;

// From the second on: the first and the last step are told apart by their places.
const PLACES: Record<European, string[]> = {
  de: ["zweite", "dritte", "vierte", "fünfte", "sechste", "siebte", "achte", "neunte", "zehnte"],
  es: ["segundo", "tercero?", "cuarto", "quinto", "sexto", "séptimo", "octavo", "noveno", "décimo"],
  fr: [
    "(?:deuxième|seconde)",
    "troisième",
    "quatrième",
    "cinquième",
    "sixième",
    "septième",
    "huitième",
    "neuvième",
    "dixième",
  ],
};
const COUNTS: Record<European, string[]> = {
  de: ["eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"],
  es: ["uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"],
  fr: ["un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"],
};
const STEP: Record<European, string> = { de: "schritt", es: "paso", fr: "étape" };
const ENDING: Record<European, string> = { de: "[nrsm]?", es: "", fr: "" };

/** "Den fünften Schritt", "paso cinco": the step with its number in digits. */
export function withDigitsForSteps(text: string, language: European): string {
  const [step, ending] = [STEP[language], ENDING[language]];
  const placed = PLACES[language].reduce(
    (said, place, index) =>
      said.replace(
        new RegExp(`(?<!\\p{L})${place}${ending} ${step}e?s?(?!\\p{L})`, "giu"),
        `${step} ${index + 2}`,
      ),
    text,
  );
  return COUNTS[language].reduce(
    (said, count, index) =>
      said.replace(new RegExp(`(?<!\\p{L})${step} ${count}(?![\\p{L}])`, "giu"), `${step} ${index + 1}`),
    placed,
  );
}
