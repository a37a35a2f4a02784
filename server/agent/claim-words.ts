// Ways of saying that something was done, by language: a subject and a past or perfect of a verb that
// changes something, or a state that only a change can have brought.

const ADVERBS = String.raw`(?:(?:now|just|also|already|then|gone ahead and|went ahead and|\p{L}+ly)\s+)*`;
const ENGLISH =
  "(?:added|inserted|appended|created|removed|deleted|dropped|renamed|retitled|reworded|rewr(?:ote|itten)|changed|updated|edited|modified|adjusted|fixed|corrected|marked|moved|shifted|swapped|switched|exchanged|merged|combined|joined|split|divided|reordered|rearranged|restored|reverted|und(?:id|one)|rolled back|brought back|replaced|applied|connected|linked|unlinked|disconnected|rewired|enabled|disabled|cleared|reset|set|put)";
const ENGLISH_OF_ONESELF = String.raw`(?:${ENGLISH}|made(?!\s+an?\s+(?:mistake|error|assumption|guess|suggestion))|took\s[^.]*\bout\b|took\s+the\s+liberty|taken\s[^.]*\bout\b|got(?:ten)?\s+rid\s+of|taken care of|took care of|handled|sorted|dealt with|drawn up|drafted|set up|built|done\s+(?:it|that|so|this|what)\b|did\s+(?:it|that|so|what)\b|turned\s+(?:on|off))`;
const GERMAN =
  "(?:entfernt|gelöscht|gestrichen|hinzugefügt|ergänzt|eingefügt|eingebaut|angelegt|erstellt|umbenannt|geändert|angepasst|aktualisiert|verschoben|(?:ver|aus)?getauscht|vertauscht|zusammengefasst|zusammengelegt|aufgeteilt|rückgängig gemacht|wiederhergestellt|zurückgesetzt|ersetzt|gesetzt|umgestellt|(?:her)?ausgenommen|rausgenommen|eingerichtet|erledigt|übernommen)";
const SPANISH =
  "(?:eliminad|quitad|borrad|añadid|agregad|cambiad|movid|renombrad|actualizad|modificad|insertad|cread|dividid|unid|combinad|intercambiad|deshech|restaurad|reemplazad|hech)[oa]s?";
const FRENCH = String.raw`(?:(?:supprim|retir|ajout|insér|cré|renomm|modifi|chang|déplac|échang|fusionn|divis|annul|restaur|remplac)ée?s?|enlevée?s?|rétablie?s?|mise?s?(?:\s+à\s+jour)?)`;
const ITALIAN =
  "(?:rimoss|eliminat|cancellat|aggiunt|inserit|creat|rinominat|modificat|cambiat|spostat|scambiat|unit|divis|annullat|ripristinat|aggiornat|fatt)[oaie]";
const PORTUGUESE =
  "(?:removid|excluíd|apagad|adicionad|inserid|criad|renomead|alterad|mudad|movid|trocad|unid|dividid|desfeit|restaurad|atualizad|feit)[oa]s?";
/** A state that a thing is said to have reached, and not where, when or by whom. */
const SETTLED = String.raw`(?=\s*(?:[.,;:!–—]|$)|\s+(?:and|now|for\s+you)\s)`;
/** Of what is done or made: that it is, and not when, how or from what, which is what a step does. */
const DONE = String.raw`(?=\s*(?:[.;:!–—]|,(?!\s*(?:then|and\s+then|so|before|after|next)(?!\p{L}))|$)|\s+(?:and(?!\s+then)|now|for\s+you)\s)`;
/** Behind "is removed" these tell what a step does again and again. */
const HABIT = String.raw`(?!\s+(?:first|last|next|when(?:ever)?|once|every|each|daily|weekly|monthly|hourly|twice|again\s+and|only|while|automatically|together|in\s+parallel|at\s+the\s+same\s+time|as\s+soon|so\s+that)(?!\p{L}))`;
const UNCONDITIONAL = String.raw`(?![^.;]*\b(?:if|when|once|unless|until|without)\b)`;
const COUNT = String.raw`(?:\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a\s+single)`;
const RUSSIAN =
  "(?:удал[её]н|добавлен|измен[её]н|переименован|перемещ[её]н|перенес[её]н|обновл[её]н|убран|восстановлен|замен[её]н|объедин[её]н|раздел[её]н|отмен[её]н|исправлен|сдвинут|снят)[аоы]?";
const DUTCH =
  "(?:verwijderd|toegevoegd|gewijzigd|veranderd|aangepast|hernoemd|verplaatst|bijgewerkt|samengevoegd|opgesplitst|teruggezet|hersteld|vervangen|verwisseld|omgewisseld|geregeld)";
const POLISH =
  "(?:usunię|dodan|zmienion|przeniesion|zaktualizowan|połączon|podzielon|przywrócon|zastąpion|cofnię|zamienion)(?:t?[aeoy]|ci|i)";
const STOP = String.raw`(?=\s*(?:[.,;:!–—-]|$)|\s+(?:und|y|et|e)\s)`;
const END = String.raw`(?!\p{L})`;

const STARTED_DEEDS = String.raw`(?:started|launched|triggered|scheduled|kicked\s+off)`;
const OBJECT = String.raw`(?:it|that|this|them|the|your|an?|all|both|steps?\s+\d)`;

export const CHANGED: readonly RegExp[] = [
  word(String.raw`(?:I|we)(?:['’]ve|\s+have)?\s+${ADVERBS}${ENGLISH_OF_ONESELF}`),
  word(
    String.raw`(?:has|have)\s+${ADVERBS}swapped\s+places|(?:has|have)\s+${ADVERBS}been\s+${ADVERBS}(?:${ENGLISH}|made|cut|taken\s+(?:out|care of)|done)`,
  ),
  word(String.raw`(?:was|were)\s+${ADVERBS}(?:${ENGLISH}|taken\s+out)`),
  word(
    String.raw`(?:is|are)\s+(?:gone|out(?=\s*[.,;!]|\s*$|\s+of\s+the\s+plan)|no\s+longer\s+\p{L}+|now\s+(?:called|named|removed|gone|out|waiting|after|before|behind|between|in|part|step|the|set|an?|first|last|at|off|on|optional|required))`,
  ),
  word(String.raw`(?:is|are)\s+${ADVERBS}(?:made|done)${DONE}`),
  word(
    String.raw`(?:is|are)\s+${ADVERBS}(?:added(?!\s+up)|inserted|renamed|moved|swapped|split|restored|reverted|undone)${HABIT}`,
  ),
  word(
    String.raw`(?:is|are)\s+${ADVERBS}(?:removed|deleted|updated|merged)${HABIT}(?!\s+(?:before|after|in\s+step)(?!\p{L}))`,
  ),
  word(
    String.raw`\p{L}+['’](?:s|re)\s+(?:now\s+)?(?:gone|history)(?=\s*(?:[.,;!]|$))|(?:is|are)\s+(?:now\s+)?history(?=\s*(?:[.,;!]|$))`,
  ),
  word(
    String.raw`(?<!(?:I|we|you)\s+)(?:won['’]t|will\s+not|doesn['’]t|does\s+not|don['’]t|do\s+not|isn['’]t|is\s+not|aren['’]t|are\s+not)\s+(?:[\p{L}\d]+\s+){0,8}?any\s?(?:more|longer)${UNCONDITIONAL}`,
  ),
  word(
    String.raw`you\s+(?:won['’]t|will\s+not)\s+(?:be|see|find|get)\s+(?:[\p{L}\d]+\s+){0,8}?any\s?(?:more|longer)${UNCONDITIONAL}`,
  ),
  word(
    String.raw`(?:(?:\p{L}+['’](?:s|re)|is|are)\s+(?:now\s+)?(?:only\s+)?(?:down|up|back)\s+to|(?:that|this)\s+leaves\s+(?:(?:you|us)\s+with\s+)?(?:only\s+|just\s+)?|(?:\p{L}+['’](?:s|re)|is|are)\s+now\s+(?:only\s+|just\s+)?)\s*${COUNT}\s+(?:\p{L}+\s+)?steps?`,
  ),
  word(String.raw`no\s+longer\s+(?:exists?|appears?|contains?|includes?)`),
  word(
    String.raw`(?:changes?|edits?|fix(?:es)?|updates?|requests?|corrections?|modifications?|adjustments?)\s+(?:is|are)\s+${ADVERBS}(?:all\s+)?(?:in\s+(?:place|effect|the\s+plan)|live|through|complete)`,
  ),
  word(String.raw`(?:is|are)\s+now\s+(?:live|in\s+(?:place|effect))`),
  word(
    String.raw`(?:it|that|this|everything|all(?:\s+of\s+(?:it|that|them))?|both)(?:\s+is|\s+are|['’]s)\s+${ADVERBS}(?:all\s+)?(?:taken\s+care\s+of|handled|sorted(?:\s+out)?|dealt\s+with|settled|fixed|arranged|in\s+place)${SETTLED}`,
  ),
  word(
    String.raw`(?:revision|r)\s?\d{1,6}\s+(?:is(?!\s+(?:not|the\s+next|what))|has(?!\s+not)|holds|contains|includes|brings)`,
  ),
  /(?:→|->|=>|⇒)\s*(?:removed|added|deleted|renamed|updated|moved|changed|swapped|merged|split|restored|undone|done)\s*[.!]?$/iu,
  also(ENGLISH),
  word(
    String.raw`(?:now|no\s+longer)\s+(?:also\s+)?(?:waits?|needs?|depends?|runs?|comes?|follows?|has|have|asks?|starts?|goes|go|reads?)`,
  ),
  /^(?:ok(?:ay)?|sure|yes|great|right|alright|perfect|certainly|of course)?[\s,.!–—-]*(?:all\s+)?(?:done|set|finished|sorted)(?=\s*(?:[.,;:!–—-]|$)|\s+and\s)/iu,
  word(
    String.raw`(?:consider\s+(?:it|that|this|them|both|all\s+of\s+it|(?:the\s+)?[^\s.,;]+(?:\s+\d+)?)\s+(?:done|gone|removed|deleted|added|changed|renamed|moved|fixed|handled|sorted|settled|out|history|taken\s+care\s+of)|that['’]s\s+(?:done|taken\s+care\s+of|sorted|fixed)|it['’]s\s+(?:done|gone|fixed|out)|there\s+you\s+go)`,
  ),
  word(
    String.raw`(?:here\s+(?:is|are)|here['’]s)\s+(?:the|your)\s+(?:updated|new|changed|revised)\s+(?:plan|steps|order|version)`,
  ),
  start(
    String.raw`(?!set|put)${ENGLISH}(?!\s+(?:by|in|into|with|from|steps?\s+(?:are|is|can|will|stay|remain)))`,
  ),
  word(
    String.raw`(?:waits?|runs?|depends?|comes?|needs?|starts?|goes|has|have)\s[^,;.]{0,60}\snow(?=\s*[.!]?$)`,
  ),
  /^(?!.*\b(?:have|has|had|be|is|are|was|were|get|gets|can|could|want|need)\b)\p{Lu}[\p{L}\d ]{2,40}\s(?:added|removed|applied|updated|renamed|deleted|swapped|merged|restored|reverted|undone)(?:\s(?:to|from)\s[^.,]{1,30})?\s*[.!]?$/u,
  word(String.raw`(?:habe?|haben|wurden?|ist|sind)\s(?:[^,;]*\s)?${GERMAN}`),
  start(String.raw`(?:ok(?:ay)?|ja|gut)?[\s,.!]*(?:alles\s+)?(?:erledigt|fertig|gemacht|${GERMAN})${STOP}`),
  word(String.raw`(?:habe?|haben)\s(?![^,;]*(?:Fehler|Vorschlag|Annahme))(?:[^,;]*\s)?gemacht`),
  word(
    String.raw`(?:ist|sind)\s+(?:jetzt|nun)\s+(?:der|die|das|ein|eine|vor|nach|hinter|in|im|Teil|Schritt)`,
  ),
  word(String.raw`(?:ist|sind)\s+(?:(?:jetzt|nun|damit)\s+)?(?:weg|raus|draußen)`),
  word(String.raw`(?:gibt\s+es|existier(?:t|en))\s+nicht\s+mehr`),
  word(
    String.raw`(?:die|deine|Ihre|eure|alle)\s+Änderung(?:en)?\s+(?:ist|sind)\s+(?:(?:jetzt|nun|damit)\s+)?(?:drin|aktiv|wirksam|vorgenommen|gemacht|umgesetzt)`,
  ),
  word(
    String.raw`(?:wartet|warten|läuft|laufen|kommt|kommen|heißt|heißen|hängt|hängen|braucht|brauchen|hat|haben)\s+(?:jetzt|nun|nicht\s+mehr)`,
  ),
  word(
    String.raw`(?:he|hemos|(?:ha|han)\s+sido|se\s+ha|se\s+han|fue|fueron|queda|quedan|quedó|está|están)\s+(?:ya\s+)?${SPANISH}`,
  ),
  word("(?:eliminé|quité|borré|añadí|agregué|cambié|moví|renombré|actualicé|modifiqué|puse|hice|deshice)"),
  word(String.raw`(?:ahora|ya\s+no)\s+(?:existen?|espera|depende|va|está|se\s+llama|necesita)`),
  word(String.raw`n['’]existe(?:nt)?\s+plus|non\s+esist(?:e|ono)\s+più`),
  word(
    String.raw`(?:modifications?|changements?)\s+(?:est|sont)\s+(?:maintenant\s+|désormais\s+)?en\s+place`,
  ),
  start(String.raw`(?:listo|lista|hecho|ya\s+está)${STOP}`),
  word(
    String.raw`(?:j['’]ai|nous\s+avons|on\s+a|a\s+été|ont\s+été|est|sont)\s+(?:bien\s+|maintenant\s+|désormais\s+)?${FRENCH}`,
  ),
  word(String.raw`(?:attend|attendent|dépend|dépendent|vient|s['’]appelle)\s+(?:maintenant|désormais)`),
  word(String.raw`(?:c['’]est\s+fait|voilà\s+qui\s+est\s+fait)`),
  word(String.raw`(?:ho|abbiamo|(?:è|sono)\s+stat[oaie])\s+(?:già\s+)?${ITALIAN}`),
  start(String.raw`(?:ecco\s+)?fatto${STOP}`),
  word(String.raw`(?:foi|foram|está|estão)\s+${PORTUGUESE}`),
  word("(?:removi|adicionei|excluí|apaguei|renomeei|alterei|mudei|movi|troquei|atualizei|desfiz)"),
  start(`(?:pronto|feito)${STOP}`),
  /(?:削除|追加|変更|移動|更新|統合|分割|修正|復元|設定|反映|完了)(?:を)?(?:しました|済み|いたしました|されました|しておきました)|(?:消|外|戻|入れ替え|取り除|付け)(?:しま|きま|ま)した/u,
  /(?:已|已经)[^，。能会可要]{0,12}?(?:删除|删掉|移除|去掉|添加|加上|修改|更改|改为|改成|移动|移到|更新|重命名|合并|拆分|撤销|恢复|完成|设置|交换|替换|调整|更正|处理|搞定|办好|弄好)(?![了过好完]?的)|(?:删除|删掉|移除|去掉|添加|修改|移动|更新|改好|弄好|合并|撤销|替换|处理)了(?!的|吗)/u,
  /^(?:好了|好啦|搞定了?|完成了|办好了|弄好了|处理好了)(?=[，,。！!～~\s]|$)/u,
  /(?:삭제|추가|변경|수정|이동|제거|교체|병합|복원|취소|반영|적용)(?:을|를)?\s?(?:했습니다|하였습니다|했어요|되었습니다|됐습니다|됐어요|완료)/u,
  word(RUSSIAN),
  word(
    String.raw`я\s+(?:\p{L}+\s+)?(?:удалил|добавил|изменил|переименовал|переместил|перен[её]с|убрал|обновил|заменил|сделал|поменял|объединил|разделил|отменил|вернул|исправил)а?`,
  ),
  word(String.raw`(?:теперь|больше\s+не)\s+(?:жд[её]т|зависит|выполняется|называется|ид[её]т|стоит|требует)`),
  word(String.raw`больше\s+нет`),
  start(`(?:готово|сделано|выполнено|удалено|добавлено|исправлено)${STOP}`),
  word(String.raw`(?:is|zijn|heb|hebben|werd|werden)\s(?:[^,;]*\s)?${DUTCH}`),
  start(`(?:klaar|gedaan|geregeld)${STOP}`),
  word(String.raw`(?:został[aoy]?|zostały|jest|są)\s+(?:\p{L}+\s+)?${POLISH}`),
  word(
    `(?:usun|doda|zmieni|przenios|przenies|zaktualizowa|połączy|podzieli|przywróci|zastąpi|cofn|zamieni)(?:ą|ę|)[łl][ae]?m`,
  ),
  start(`(?:gotowe|zrobione)${STOP}`),
];

export const SAVED_BY_PLANNER: readonly RegExp[] = [
  word(String.raw`(?:I|we)(?:['’]ve|\s+have)?\s+${ADVERBS}(?:saved|published|stored)`),
  start(String.raw`(?:all\s+)?saved`),
  also("(?:saved|published|stored)"),
  word(String.raw`(?:habe?|haben)\s(?:[^,;]*\s)?gespeichert`),
  start("gespeichert"),
  word(String.raw`(?:he|hemos)\s+guardad[oa]|guardé`),
  word(String.raw`(?:j['’]ai|nous\s+avons)\s+(?:bien\s+)?(?:enregistr|sauvegard)ée?`),
  word(String.raw`ho\s+salvat[oa]|salvei`),
];

export const SAVED: readonly RegExp[] = [
  word(String.raw`(?:has\s+been|have\s+been|is|are|was|were)\s+${ADVERBS}(?:saved|published)`),
  word(String.raw`(?:wurde|ist)\s(?:[^,;]*\s)?gespeichert`),
  word(String.raw`(?:ha\s+sido|se\s+ha|está|queda)\s+guardad[oa]`),
  word(String.raw`(?:a\s+été|est)\s+(?:bien\s+)?(?:enregistr|sauvegard)ée?`),
  word(String.raw`è\s+stat[oa]\s+salvat[oa]|foi\s+salv[oa]`),
  /保存(?:を)?(?:しました|済み|されました)|已(?:经)?保存|保存(?:好)?了/u,
];

export const STARTED_BY_PLANNER: readonly RegExp[] = [
  word(String.raw`(?:I|we)(?:['’]ve|\s+have)?\s+${ADVERBS}(?:${STARTED_DEEDS}|begun|run|ran)(?!\s+into)`),
  start(String.raw`${STARTED_DEEDS}\s+${OBJECT}`),
  also(STARTED_DEEDS),
  word(String.raw`(?:ich|wir)?\s*(?:habe?|haben)\s(?:[^,;]*\s)?(?:gestartet|eingeplant|ausgeführt|geplant)`),
  word(String.raw`(?:he|hemos)\s+(?:iniciad|lanzad|programad|ejecutad)[oa]`),
  word(String.raw`(?:j['’]ai|nous\s+avons)\s+(?:lancé|démarré|planifié|exécuté|programmé)e?`),
  word(String.raw`ho\s+(?:avviat|lanciat|programmat|eseguit)[oa]`),
];

export const STARTED: readonly RegExp[] = [
  word(
    String.raw`(?:run|plan|it|workflow|execution|agent)\s+(?:has|have)\s+${ADVERBS}(?:started|begun|launched|kicked\s+off)`,
  ),
  word(
    String.raw`(?:has|have)\s+${ADVERBS}swapped\s+places|(?:has|have)\s+${ADVERBS}been\s+${ADVERBS}(?:started|launched|scheduled|kicked\s+off)`,
  ),
  word(
    String.raw`(?:runs?|plan|it|workflow|agent)\s+(?:is\s+now|is|was|are)\s+(?:now\s+)?(?:started|scheduled|running|queued|under\s+way|in\s+progress|on\s+its\s+way)`,
  ),
  word(String.raw`(?:wurde|ist)\s(?:[^,;]*\s)?(?:gestartet|eingeplant)`),
  word(String.raw`se\s+ha\s+(?:iniciad|lanzad|programad)[oa]`),
  word(String.raw`a\s+été\s+(?:lancée?|démarrée?|planifiée?|programmée?)`),
  /(?:開始|実行|予約)(?:を)?(?:しました|されました)|已(?:经)?(?:开始|启动|安排|运行)|(?:启动|开始运行)了/u,
];

const STEP_LIST = String.raw`(?<steps>\d+(?:(?:\s*[-–—]\s*|\s+(?:to|through|bis)\s+|\s*,\s*(?:and\s+|und\s+)?|\s+(?:and|und|&|y|et|e)\s+)\d+)*)`;
// Dependencies are removed as well: a list counts where the sentence ends, pauses, or names the plan.
const LIST_END = String.raw`(?!\s*\d)(?=\s*(?:[.,;:!]|$)|\s+(?:from\s+(?:the|your)\s+plan|as\s+(?:asked|requested|you)|and\s+\p{L}+ed)(?!\p{L}))`;

/** Steps that are said to be removed, by their numbers. */
export const REMOVED: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<!\p{L})(?:removed|deleted|dropped|took\s+out|taken\s+out)\s+(?:both\s+|all\s+)?(?:of\s+)?(?:the\s+)?steps?\s+${STEP_LIST}${LIST_END}`,
    "iu",
  ),
  new RegExp(
    String.raw`(?<!\p{L})steps?\s+${STEP_LIST}\s+(?:(?:has|have)\s+(?:now\s+|both\s+)?been|was|were|is|are)\s+(?:now\s+|both\s+|all\s+)?(?:removed|deleted|dropped|taken\s+out|gone)${LIST_END}`,
    "iu",
  ),
  new RegExp(
    String.raw`(?<!\p{L})(?:(?:die|den|der)\s+)?Schritte?n?\s+${STEP_LIST}\s+(?:(?:wurden?|sind|ist)\s+)?(?:jetzt\s+|beide\s+)?(?:entfernt|gelöscht|gestrichen|weg)${LIST_END}`,
    "iu",
  ),
];

export const DENIED: readonly RegExp[] = [
  word(String.raw`nothing\s+(?:was|has\s+been|is|got)\s+(?:changed|edited|modified)`),
  word(String.raw`nothing\s+(?:has\s+)?changed`),
  word(String.raw`no\s+changes?\s+(?:was|were|has\s+been|have\s+been)\s+(?:made|applied)`),
  word(
    String.raw`(?:I|we)\s+(?:did\s+not|didn['’]t|have\s+not|haven['’]t)\s+(?:change|make|edit|touch|modif)\p{L}*\s+(?:anything|any\s+changes?|the\s+plan|it)`,
  ),
  word(String.raw`plan\s+(?:is|stays|remains|was\s+left)\s+(?:as\s+it\s+was|unchanged|the\s+same)`),
  word(String.raw`plan\s+(?:has\s+not|hasn['’]t|did\s+not|didn['’]t)\s+changed?`),
  word(String.raw`(?:nichts|keine\s+Änderung\p{L}*)\s(?:[^,;]*\s)?(?:geändert|vorgenommen|gemacht)`),
  word(String.raw`plan\s+(?:ist|bleibt)\s+(?:unverändert|wie\s+er\s+war|gleich)`),
  word(
    String.raw`no\s+(?:he|hemos|se\s+ha|se\s+han)\s+(?:cambiad|modificad|hech)[oa]s?\s*(?:nada|el\s+plan|ningún)?`,
  ),
  word(
    String.raw`rien\s+n['’]a\s+(?:changé|été\s+(?:modifié|changé))|je\s+n['’]ai\s+rien\s+(?:changé|modifié)`,
  ),
  /何も変更(?:し|され)ていません|変更はありません|没有(?:做)?任何?(?:更改|修改|变化)/u,
];

/** A deed told behind another one: "saved the plan and scheduled it". */
function also(deed: string): RegExp {
  const doer = String.raw`(?:(?:I|we)(?:['’]ve|\s+have)?\s+${ADVERBS}|^)`;
  const other = String.raw`(?:\p{L}+ed|made|put|set|took|got)\s[^.;?]{0,150}?`;
  return new RegExp(
    String.raw`(?<!\p{L})${doer}${other}(?:\s|,\s)(?:and|then|plus)\s+(?:also\s+|then\s+)?${deed}\s+${OBJECT}${END}`,
    "iu",
  );
}

function word(pattern: string): RegExp {
  return new RegExp(String.raw`(?<!\p{L})(?:${pattern})${END}`, "iu");
}

function start(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})${END}`, "iu");
}
