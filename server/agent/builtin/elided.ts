const ELIDED =
  /^(.+?) (?:(?:has|have|needs?|ought|is|are)(?<no1> not)? to|(?:should|must|does|do|shall|will|may|can|need)(?<no2> not)?)(?: (?:though|however|instead|too|as well|also|of course))?$/i;
const PREDICATE =
  /\b(?:(waits?|waiting|depends?|depending|relies|rely|needs?|requires?) (for |on |upon )?(?!to\b)(.+))$/i;
const PLAIN: Record<string, string> = { waiting: "wait", depending: "depend", relies: "rely" };

// "3 waits for 4, and 4 for 2".
const GAPPED = /^(.+?) (for|on|upon) (.+)$/i;

/** "…, but shipping has to": with what the clause before it says of its own step; null for a clause that lacks nothing. */
export function withElided(clause: string, said: string | null): string | null {
  const found = ELIDED.exec(clause);
  const [, verb = "", preposition = "", rest = ""] = PREDICATE.exec(said ?? "") ?? [];
  if (verb === "") return null;
  const lower = verb.toLowerCase();
  const plain = PLAIN[lower] ?? lower.replace(/s$/, "");
  const [, gapped = "", sign = "", object = ""] = GAPPED.exec(clause) ?? [];
  if (!found)
    return sign !== "" && `${sign} ` === preposition.toLowerCase()
      ? `${gapped} should ${plain} ${sign} ${object}`
      : null;
  const not = found.groups?.["no1"] ?? found.groups?.["no2"] ?? "";
  return `${found[1]} should${not} ${plain} ${preposition}${rest.replace(/ (?:any ?more|any longer|too|as well)$/i, "")}`;
}
