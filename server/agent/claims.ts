// Ways of saying that something was done, by language. A reply is only ever measured against what
// happened, so a wrong guess costs a true sentence too many, never a wrong one.
const CHANGED = [
  /\b(?:I|we)(?:['’]ve| have)?\s+(?:now |just |also |already )*(?:added|removed|deleted|renamed|changed|updated|moved|swapped|merged|split|created|inserted|undone|undid|restored|reverted|put|set|made|marked|reordered)\b/i,
  /\b(?:has|have)\s+(?:now |just |also )?been\s+(?:added|removed|deleted|renamed|changed|updated|moved|swapped|merged|split|created|inserted|undone|restored|reverted)\b/i,
  /\b(?:is|are)\s+now\s+(?:called|removed|gone|waiting|after|before|in|part|step|the|set|a)\b/i,
  /\bnow\s+(?:also\s+)?(?:waits?|needs?|depends?|runs?)\b/i,
  /^\s*(?:done|all done|all set)\b/i,
  /\b(?:habe|wurden?|ist jetzt|sind jetzt)\b.*\b(?:entfernt|gelöscht|hinzugefügt|umbenannt|geändert|verschoben|ergänzt|eingefügt|getauscht|zusammengefasst|aufgeteilt)\b/i,
  /^\s*(?:erledigt|fertig)\b/i,
  /\b(?:he|hemos|se ha|se han)\s+(?:eliminado|quitado|borrado|añadido|agregado|cambiado|movido|renombrado|actualizado)\b/i,
  /^\s*(?:listo|hecho)\b/i,
  /(?:\bj['’]ai|\bnous avons|\ba été|\bont été)\s+(?:supprimée?s?|retirée?s?|ajoutée?s?|renommée?s?|modifiée?s?|déplacée?s?|changée?s?)(?!\p{L})/iu,
  /^\s*c['’]est fait\b/i,
  /(?:削除|追加|変更|移動|更新)しました/,
  /(?:已|已经)(?:删除|添加|修改|移动|更新|重命名)/,
];

const SAVED = [
  /\b(?:I|we)(?:['’]ve| have)?\s+(?:now |just |also )*saved\b/i,
  /\b(?:has been|have been|is now|was)\s+saved\b/i,
  /^\s*saved\b/i,
  /\b(?:habe|wurde)\b.*\bgespeichert\b/i,
  /\b(?:he|ha sido|se ha)\s+guardado\b/i,
  /(?:\bj['’]ai|\ba été)\s+enregistrée?(?!\p{L})/iu,
  /保存しました|已保存/,
];

const STARTED = [
  /\b(?:I|we)(?:['’]ve| have)?\s+(?:now |just |also |already )*(?:started|launched|triggered|scheduled)\b/i,
  /\b(?:run|plan|it)\s+(?:is now|is|has been|was)\s+(?:now\s+)?(?:started|scheduled|running)\b/i,
  /\b(?:habe|wurde)\b.*\b(?:gestartet|eingeplant)\b/i,
  /\b(?:he|se ha)\s+(?:iniciado|programado)\b/i,
  /(?:\bj['’]ai|\ba été)\s+(?:lancée?|démarrée?|planifiée?)(?!\p{L})/iu,
  /(?:開始|実行)しました|已(?:开始|启动|安排)/,
];

const UNCHANGED = [
  /\bnothing (?:was|has been|is) changed\b/i,
  /\b(?:I|we) (?:did not|didn['’]t|have not|haven['’]t) change\b/i,
  /\bplan (?:is|stays|remains) (?:as it was|unchanged)\b/i,
  /\b(?:nichts|keine Änderung)\b.*\b(?:geändert|vorgenommen)\b/i,
  /\bno (?:he|se ha) cambiado\b/i,
  /\brien n['’]a (?:changé|été modifié)(?!\p{L})/iu,
];

const NOT_A_CLAIM =
  /[?？]\s*$|\b(?:not|n['’]t|never|nothing|cannot|no change|would|could|if|unless|before|nicht|nichts|kein\w*|würde|könnte|wenn|no se|no he|si|pas|rien)\b|没有|ません/i;

export function claimsChange(text: string): boolean {
  return sentencesOf(text).some((sentence) => !NOT_A_CLAIM.test(sentence) && matches(CHANGED, sentence));
}

export function claimsSaving(text: string): boolean {
  return sentencesOf(text).some((sentence) => !NOT_A_CLAIM.test(sentence) && matches(SAVED, sentence));
}

export function claimsStart(text: string): boolean {
  return sentencesOf(text).some((sentence) => !NOT_A_CLAIM.test(sentence) && matches(STARTED, sentence));
}

export function deniesChange(text: string): boolean {
  return matches(UNCHANGED, text);
}

function matches(patterns: readonly RegExp[], text: string): boolean {
  return patterns.some((pattern) => pattern.test(text));
}

/** Sentences without what stands in quotes: titles are not claims. */
function sentencesOf(text: string): string[] {
  return text
    .replace(/"[^"\n]*"|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»|`[^`\n]*`/g, "…")
    .split(/(?<=[.!?。！？])\s*|\n+/)
    .filter((sentence) => sentence.trim() !== "");
}
