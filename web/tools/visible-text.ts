// Characters that show nothing can carry words to a model that no person sees.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
// The last one only asks for the coloured form of an emoji.
const INNOCENT = new Set(["\n", "\t", "\uFE0F"]);

/** The text with every character that shows nothing written out: `⟨U+200B⟩`. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, (character) => {
    if (INNOCENT.has(character)) return character;
    const code = character.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
}
