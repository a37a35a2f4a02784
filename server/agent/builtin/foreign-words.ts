/** The words by which a language says what an order about a plan is; each matches anywhere in a clause. */
export type LanguageWords = {
  asking: RegExp;
  not: RegExp;
  /** A denial wherever it stands. */
  denied: RegExp;
  /** What does not have to be, but may. */
  needNot: RegExp;
  condition: RegExp;
  me: RegExp;
  approval: RegExp;
  without: RegExp;
  noLonger: RegExp;
  fails: RegExp;
  goOn: RegExp;
  stop: RegExp;
  retry: RegExp;
  parallel: RegExp;
  swap: RegExp;
  rename: RegExp;
  add: RegExp;
  move: RegExp;
  remove: RegExp;
  wait: RegExp;
  after: RegExp;
  before: RegExp;
  atEnd: RegExp;
  atStart: RegExp;
  undo: RegExp;
  redo: RegExp;
  merge: RegExp;
};

const word = (pattern: string) => new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, "iu");
const stem = (pattern: string) => new RegExp(`(?<!\\p{L})(?:${pattern})`, "iu");

const de: LanguageWords = {
  asking: word(
    "^(?:was|wer|wie|wo|wann|warum|wieso|weshalb|welche[rsn]?|worauf|wovon|kann ich|gibt es|ist|sind)",
  ),
  not: word("nicht|kein(?:e[nmrs]?)?|nie|niemals|nichts"),
  denied: word("nicht(?! nur)|nie|niemals"),
  needNot: word("muss(?:t|en)?|müssen|brauch\\p{L}*|nötig|notwendig|unbedingt"),
  condition: word("wenn|falls|sofern|solange|sobald|außer"),
  me: word("ich|mir|mich|mein(?:e[nmrs]?)?|wir|uns|unsere?[nmrs]?"),
  approval: stem(
    "freig(?:abe|eben|egeben|ebe)|zustimm|zugestimmt|einverständnis|erlaubnis|genehmig|bestätig|segen|abgesegnet|absegnen|ok(?:ay)?(?!\\p{L})|gefragt|frag(?:e|t|en)?(?!\\p{L})|rückfrage|nachfrag|rücksprache|abnick|abnehmen|abnahme",
  ),
  without: word("ohne"),
  noLonger: word(
    "nicht mehr|nicht länger|kein(?:e[nmrs]?)?|nicht(?= (?:nötig|erforderlich|gefragt|fragen))|unnötig|muss(?:t|en)? .*nicht|brauch(?:e|t|st|en) .*(?:nicht|keine?)",
  ),
  fails: word(
    "fehlschlägt|schlägt fehl|scheitert|schief ?geht|geht schief|nicht klappt|klappt nicht|nicht funktioniert|fehler|abstürzt|misslingt|nicht geht",
  ),
  goOn: word(
    "weiter\\p{L}*|trotzdem|egal|ignorier\\p{L}*|macht nichts|nicht schlimm|fortfahren|überspringen",
  ),
  stop: word("abbrech\\p{L}*|brich .*ab|stopp\\p{L}*|anhalten|halte? .*an|aufhören|beenden?"),
  retry: word("wiederhol\\p{L}*|versuch\\p{L}*|probier\\p{L}*|versuche?"),
  parallel: word("gleichzeitig|parallel|zur (?:selben|gleichen) zeit|zeitgleich|nebeneinander"),
  swap: stem("tausch|vertausch|umgekehrt|andersherum|reihenfolge"),
  rename: word(
    "heißt|heißen|heisst|heissen|nenne?|umbenenn\\p{L}*|benenne?|umtaufen|taufe?|titel|name|bezeichne?",
  ),
  add: word(
    "füge?|hinzu|hinzufügen|einfügen|einbauen|ergänz\\p{L}*|einschieben|schiebe? .*ein|dazu|neue[rn]? schritt|noch einen schritt|brauchen wir noch|fehlt noch",
  ),
  move: word(
    "verschieb\\p{L}*|schieb(?:e|en)?|stelle?|setze?|rück(?:e|en)?|zieh(?:e|en)?|leg(?:e|en)?|hol(?:e|en)?|pack(?:e|en)?",
  ),
  remove: word(
    "weg|weglassen|wegfallen|fällt weg|raus|rausnehmen|rauswerfen|raus\\p{L}+|überflüssig|unnötig|entfällt|entfallen|lösch\\p{L}*|entfern\\p{L}*|streich\\p{L}*|nicht mehr (?:nötig|gebraucht|notwendig)|brauch(?:en|e) (?:wir|ich) nicht(?: mehr)?|wir brauchen .*nicht(?: mehr)?|spar(?:en|e) (?:wir|ich) uns|wird nicht (?:mehr )?gebraucht",
  ),
  wait: stem("wart|abhäng|häng|erst(?!e)|folg|voraus"),
  after: word("nach|nachdem|hinter|auf|von|wenn|sobald|bis"),
  before: word("vor|bevor|ehe"),
  atEnd: word("am ende|ans ende|zum schluss|zuletzt|als letzte[rsn]?|nach hinten|ganz hinten"),
  atStart: word("am anfang|an den anfang|als erste[rsn]?|zuerst|nach vorn\\p{L}*|ganz vorn\\p{L}*"),
  undo: word("rückgängig|mach das rückgängig|zurücknehmen|nimm das zurück"),
  redo: word("wiederherstellen|stell das wieder her|doch wieder"),
  merge: word(
    "zusammen(?:fassen|legen|führen)?|fasse? .*zusammen|leg(?:e)? .*zusammen|vereinig\\p{L}*|verein(?:e|en)|kombinier\\p{L}*",
  ),
};

const es: LanguageWords = {
  asking: word("^(?:qué|quién|cómo|cuándo|cuál(?:es)?|cuánt[oa]s?|dónde|por qué|de qué|hay|puedo|es)"),
  not: word("no|nunca|ni|nada|ningún|ninguna"),
  denied: word("no(?! (?:solo|sólo|solamente))|nunca"),
  needNot: word("tiene que|hace falta|necesit\\p{L}*|necesari\\p{L}*|obligatori\\p{L}*"),
  condition: word("si|cuando|salvo|excepto|siempre que"),
  me: word("me|mi|mis|yo|conmigo|nuestr[oa]s?|nos|quiero|queremos|necesito|pregúntame|pídeme|avísame"),
  approval: stem(
    "aprob|aprueb|autoriz|permiso|visto bueno|consentimiento|consult|confirm|pregúntame|pídeme|preguntar|pregunte",
  ),
  without: word("sin"),
  noLonger: word("ya no|no (?:hace falta|necesita|requiere|es necesari[oa]|tienes que|hay que)"),
  fails: word("falla|fallan|fallara|fracasa|sale mal|no funciona|error|da error"),
  goOn: word("contin\\p{L}+|sig(?:ue|a|amos)|seguir|ignor\\p{L}+|no importa|da igual|adelante|no pasa nada"),
  stop: word("para|detén\\p{L}*|detener|aborta\\p{L}*|cancela\\p{L}*|termina"),
  retry: word("reint\\p{L}+|repit\\p{L}+|repetir|inténtal[oa]|intenta\\p{L}*|prueba|veces"),
  parallel: word("a la vez|en paralelo|al mismo tiempo|simultáneamente|a la par"),
  swap: stem("intercambi|cambi\\p{L}* (?:el orden|de orden)|invierte|al revés|permut"),
  rename: word("renombra\\p{L}*|llama(?:rse|r)?|se llama(?:rá)?|nombre|título|titula\\p{L}*"),
  add: word(
    "añad\\p{L}+|agreg\\p{L}+|insert\\p{L}+|incluy\\p{L}+|pon un paso|mete un paso|nuevo paso|otro paso|falta un paso",
  ),
  move: word("mueve|mover|pon|poner|pasa|pasar|coloca\\p{L}*|lleva"),
  remove: word(
    "elimin\\p{L}+|borr\\p{L}+|quit\\p{L}+|suprim\\p{L}+|sobra|no hace falta|ya no (?:hace falta|es necesari[oa]|se necesita|lo necesitamos)|no (?:lo|la) necesitamos|fuera|descarta\\p{L}*|sáltate",
  ),
  wait: stem("esper|depend|después|tras|luego|una vez|hasta|detrás"),
  after: word("a|al|de|del|que|después|tras|hasta|cuando|una vez"),
  before: word("antes"),
  atEnd: word("al final|el último|en último lugar"),
  atStart: word("al principio|al inicio|al comienzo|el primero"),
  undo: word("deshaz\\p{L}*|deshacer|revierte|vuelve atrás"),
  redo: word("rehaz\\p{L}*|rehacer"),
  merge: word("fusion\\p{L}+|combin\\p{L}+|un(?:e|ir)|junt\\p{L}+"),
};

const fr: LanguageWords = {
  asking: word(
    "^(?:que|quoi|qui|comment|quand|pourquoi|quelles?|quels?|combien|où|est-ce|y a-t-il|de quoi|qu'est-ce)",
  ),
  not: word("ne|n'|pas|plus|jamais|rien|aucune?"),
  denied: word("ne|n'|pas(?! seulement)|jamais"),
  needNot: word("besoin|nécessaire|obligé\\p{L}*|obligatoire"),
  condition: word("si|quand|lorsque|sauf|tant que"),
  me: word("je|j'|me|m'|moi|mon|ma|mes|nous|notre|nos|demande[zr]?-moi|préviens-moi"),
  approval: stem(
    "accord|approb|approuv|autoris|permission|feu vert|valid|aval(?!\\p{L})|consult|confirm|demande[zr]?-moi|ok(?!\\p{L})",
  ),
  without: word("sans"),
  noLonger: word("(?:ne |n')?\\p{L}+ plus|plus besoin|pas besoin|inutile de"),
  fails: word("échoue|échouent|échec|rate|plante|ne marche pas|ne fonctionne pas|erreur|foire"),
  goOn: word("continu\\p{L}+|poursui\\p{L}+|ignor\\p{L}+|tant pis|pas grave|passe outre|quand même"),
  stop: word("arrêt\\p{L}+|stopp\\p{L}+|interromp\\p{L}+|annule tout|abandonn\\p{L}+"),
  retry: word("réessa\\p{L}+|répèt\\p{L}+|répét\\p{L}+|relanc\\p{L}+|retent\\p{L}+|fois"),
  parallel: word("en même temps|en parallèle|simultanément|à la fois"),
  swap: stem("échang|intervert|invers|permut"),
  rename: word("renomm\\p{L}+|appel\\p{L}+|s'appelle\\p{L}*|titre|nom|intitul\\p{L}+"),
  add: word(
    "ajout\\p{L}+|rajout\\p{L}+|insèr\\p{L}+|insér\\p{L}+|nouvelle étape|intercal\\p{L}+|il (?:faut|manque) une étape",
  ),
  move: word("déplac\\p{L}+|mets|mettre|place[zr]?|décal\\p{L}+|pousse[zr]?"),
  remove: word(
    "supprim\\p{L}+|enlev\\p{L}+|enlèv\\p{L}+|retir\\p{L}+|effac\\p{L}+|plus (?:nécessaire|utile|besoin)|pas (?:nécessaire|utile|besoin)|inutile|superflue?|vire[zr]?|laisse[zr]? tomber|saute[zr]?|on peut se passer",
  ),
  wait: stem("atten|dépend|après|une fois|fin(?!\\p{L})|suit|derrière"),
  after: word("après|de|du|que|la fin|une fois|derrière|attend\\p{L}*"),
  before: word("avant"),
  atEnd: word("à la fin|en dernier|tout à la fin|au bout"),
  atStart: word("au début|en premier|tout au début"),
  undo: word("annule[zr]?(?: ça| cela)?|défais|reviens en arrière"),
  redo: word("refais|rétabli\\p{L}*"),
  merge: word("fusionn\\p{L}+|regroup\\p{L}+|combin\\p{L}+|réuni\\p{L}+"),
};

export const foreignWords = { de, es, fr };
