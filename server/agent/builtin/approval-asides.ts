const WORD =
  "(?:approval|approve|ok(?:ay)?|sign[- ]?off|confirmation|confirm|permission|consent|go[- ]?ahead|freigabe|genehmigung|zustimmung|bestätigung|aprobación|autorización|confirmación|visto bueno|validation|approbation|accord|autorisation)";
const APPROVAL = new RegExp(
  `^(?:(?:needs?|requires?|with|after|only with|manual|human|my|your|mit|nach|nur mit|benötigt|braucht|con|requiere|necesita|avec|après|nécessite|à)\\s+)*${WORD}(?:\\s+(?:needed|required|first|please|by me|from me|step|gate|nötig|erforderlich|notwendig|requerida|necesaria|requise|nécessaire|by hand))*[!?]*$`,
  "i",
);
const ASKS = [
  /^(?:please |bitte |por favor )*(?:ask(?: me)?(?: first| before(?:hand)?)?|check with me(?: first)?|confirm(?: with me)?(?: first)?|(?:wait )?for my (?:ok|okay|go))[!?]*$/i,
  /^(?:aber |bitte |nur )*(?:(?:vorher|erst|zuerst|zuvor|davor)(?: bitte| noch)* (?:mich |bei mir |noch )*(?:fragen|nachfragen|rückfragen|anfragen|absprechen|freigeben(?: lassen)?)|(?:mich |bei mir )?(?:vorher |zuerst )?(?:fragen|nachfragen|rückfragen)|frag(?:e|t)? (?:mich )?(?:bitte )?(?:vorher|zuerst|erst|davor|zuvor)|(?:nach|mit) (?:rücksprache|rückfrage)(?: mit mir)?)$/i,
  /^(?:pero |por favor )*(?:(?:preg[uú]nt|cons[uú]lt)\p{L}+(?: antes| primero)?|(?:antes|primero) (?:preg[uú]nt|cons[uú]lt)\p{L}+|(?:pedir|pide|pídeme) (?:permiso|confirmación|aprobación)(?: antes| primero)?|a confirmar)$/iu,
  /^(?:mais )?(?:(?:me |m')?demande[rz]?(?:-moi)?(?: avant| d'abord)|(?:d'abord |avant )(?:me )?demande[rz]?(?:-moi)?|à (?:valider|confirmer|approuver)(?: (?:par moi|d'abord|avant))?)$/i,
  /^(?:要|需要?|必须|请|先|須|要)*(?:先)?(?:问我|我?(?:确认|批准|同意|审批)|確認|承認|許可)(?:必要|してから|が必要|后)?$/u,
];

/** Whether words that stand beside a task say no more than that the person is asked first. */
export function asksFirst(aside: string): boolean {
  const words = aside.trim().replace(/[.。]+$/, "");
  return APPROVAL.test(words) || ASKS.some((pattern) => pattern.test(words));
}

/** "Bericht senden, vorher fragen": the task without such words at its end; null where there are none. */
export function withoutAskingFirst(text: string): string | null {
  const found = /^(.{3,}?)\s*(?:[,;–—-]|，)\s*(?:aber |pero |mais |but )?([^,;–—，]+)$/isu.exec(text.trim());
  const isWord = /^\S+$/.test(found?.[2] ?? "");
  return found && asksFirst(found[2] ?? "") && !(isWord && /^(?:confirm|approve)$/i.test(found[2] ?? ""))
    ? (found[1] ?? null)
    : null;
}
