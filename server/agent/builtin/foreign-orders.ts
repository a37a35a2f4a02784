import { ja, zh } from "./foreign-orders-asian.ts";

/** A way of saying something in another language and the English words for it. */
export type Wording = [RegExp, string];

const W = "(?<!\\p{L})";
const E = "(?!\\p{L})";
const word = (pattern: string) => new RegExp(`${W}(?:${pattern})${E}`, "giu");
const whole = (pattern: string) => new RegExp(`^\\s*${pattern}[.!]?\\s*$`, "iu");

const de: Wording[] = [
  [word("bitte"), ""],
  [whole("(?:mach (?:das|es) )?rückgängig(?: machen)?"), "undo"],
  [whole("(?:wieder ?herstellen|wiederhole (?:das|es))"), "redo"],
  [
    whole(
      "vor (.+?) (?:brauche|will|möchte|benötige) ich (?:eine|meine|die)? ?(?:freigabe|zustimmung|bestätigung|genehmigung)(?: von mir| erteilen| geben)?",
    ),
    "ask me before $1",
  ],
  [whole("frag(?:e)? mich,? bevor (?:du )?(.+?)"), "ask me before $1"],
  [
    whole("(?:frag(?:e)? mich|hol(?:e)? meine (?:freigabe|zustimmung)(?: ein)?) vor (.+?)"),
    "ask me before $1",
  ],
  [
    whole(
      "(.+?) (?:braucht|benötigt|brauchen) (?:meine|eine) (?:freigabe|zustimmung|bestätigung|genehmigung)(?: von mir)?",
    ),
    "$1 needs my approval",
  ],
  [
    whole(
      "(.+?) (?:braucht|benötigt) (?:keine|nicht mehr meine) (?:freigabe|zustimmung|bestätigung|genehmigung)(?: mehr)?",
    ),
    "$1 no longer needs my approval",
  ],
  [whole("(?:tausche|vertausche) (.+?) (?:und|mit) (.+?)(?: (?:aus|miteinander))?"), "swap $1 and $2"],
  [
    whole(
      "(.+?) (?:soll|sollte|muss|braucht|wartet) (?:nicht|nicht mehr|nicht länger) (?:mehr )?(?:auf )?(.+?)(?: (?:zu )?warten)?",
    ),
    "$1 should not wait for $2",
  ],
  [whole("(.+?) (?:ist|soll|sei) unabhängig von (.+?)(?: sein| laufen)?"), "unlink $1 from $2"],
  [whole("(?:führe |lass |lasse )?(.+?) (?:gleichzeitig|parallel) (?:aus|laufen)"), "$1 in parallel"],
  [whole("(?:fasse|fass|lege|leg|führe) (.+?) (?:und|mit) (.+?) zusammen"), "merge $1 and $2"],
  [whole("benenne (.+?) um in (.+?)"), "rename $1 to $2"],
  [whole("(.+?) (?:umbenennen|umbenannt) in (.+?)"), "rename $1 to $2"],
  [whole("(.+?) soll(?:te)? (?:künftig |jetzt |nun )?(.+?) heißen"), "rename $1 to $2"],
  [whole("füge? vor (.+?) (?:einen )?(?:neuen )?schritt (.+?) (?:hinzu|ein)"), "add a step before $1: $2"],
  [whole("(?:ohne|keine) freigabe(?: mehr)? (?:für|vor|bei) (.+?)"), "no approval for $1"],
  [whole("wiederhole (.+?) (?:bis zu )?(zwei|drei|vier|fünf|\\d+) ?mal"), "retry $1 $2 times"],
  [
    whole(
      "(?:wenn|falls) (.+?) (?:fehlschlägt|scheitert|schiefgeht|nicht klappt),? (?:dann )?(?:ignorieren|ignoriere (?:es|das)|weitermachen|einfach weiter)",
    ),
    "if $1 fails continue",
  ],
  [/(?<!\p{L})zwei(?= times)/giu, "2"],
  [/(?<!\p{L})drei(?= times)/giu, "3"],
  [/(?<!\p{L})vier(?= times)/giu, "4"],
  [/(?<!\p{L})fünf(?= times)/giu, "5"],
  [whole('(?:benenne|nenne) (.+?) (?:in|zu)? ?("[^"]+"|.+?)(?: um)?'), "rename $1 to $2"],
  [whole("(.+?) (?:löschen|entfernen|streichen|weglassen|rausnehmen|rauswerfen)"), "remove $1"],
  [
    whole("(?:mach|mache|lass) (.+?) (?:auch )?(?:von (.+?) abhängig|auf (.+?) warten|nach (.+?) laufen)"),
    "$1 should wait for $2$3$4",
  ],
  [whole("verschiebe (.+?) (?:ans|an das) ende"), "move $1 to the end"],
  [whole("verschiebe (.+?) (?:hinter|nach) (.+?)"), "move $1 after $2"],
  [whole("verschiebe (.+?) vor (.+?)"), "move $1 before $2"],
  [
    whole(
      "(?:lass |lasse )?(.+?) (?:soll(?:te)?|muss) (?:auch )?(?:auf (.+?) warten|von (.+?) abhängen|nach (.+?) (?:laufen|kommen|starten))",
    ),
    "$1 should wait for $2$3$4",
  ],
  [whole("(.+?) (?:wartet|hängt) (?:auch )?(?:auf|von) (.+?)(?: ab)?"), "$1 waits for $2"],
  [
    whole("füge? (?:nach|hinter) (.+?) (?:einen )?(?:neuen )?schritt (.+?) (?:hinzu|ein)"),
    "add a step after $1: $2",
  ],
  [
    whole("füge? (?:am ende) (?:einen )?(?:neuen )?schritt (.+?) (?:hinzu|ein|an)"),
    "add a step at the end: $1",
  ],
  [whole("wiederhole (.+?) (\\S+)(?: ?mal)?,? (?:wenn|falls) .*"), "retry $1 $2 times"],
  [
    whole(
      "wenn (.+?) (?:fehlschlägt|scheitert|schiefgeht),? (?:mach|mache|fahre?) (?:trotzdem )?(?:weiter|fort)",
    ),
    "if $1 fails continue",
  ],
  [whole("(.+?) (?:gleichzeitig|parallel)(?: ausführen| laufen lassen| machen)?"), "$1 in parallel"],
  [word("lösch(?:e|en)?|entfern(?:e|en)?|streich(?:e|en)?"), "remove"],
  [word("(?:den|der|die|das) (?:vor)letzten? schritt"), "the second to last step"],
  [word("(?:den|der|dem|die|das) letzten? schritt"), "the last step"],
  [word("(?:den|der|dem) ersten? schritt"), "the first step"],
  [word("(?:den|der|dem) zweiten? schritt"), "step 2"],
  [word("(?:den|der|dem) dritten? schritt"), "step 3"],
  [word("schritte?n?s?"), "step"],
  [word("speichere? (?:den plan|es|das|ihn)|speichern"), "save it"],
  [word("und"), "and"],
  [word("bis"), "to"],
];

const es: Wording[] = [
  [word("por favor"), ""],
  [whole("(?:deshaz(?:lo)?|deshacer)(?: (?:eso|el último cambio))?"), "undo"],
  [whole("(?:rehaz(?:lo)?|rehacer)"), "redo"],
  [
    whole(
      "(?:pídeme|pide|solicita|pedirme) (?:mi )?(?:aprobación|permiso|confirmación)(?: a mí)? antes (?:de|del) (.+?)",
    ),
    "ask me before $1",
  ],
  [whole("pregúntame antes (?:de|del) (.+?)"), "ask me before $1"],
  [whole("(.+?) (?:necesita|requiere) mi (?:aprobación|permiso|confirmación)"), "$1 needs my approval"],
  [
    whole("(.+?) ya no (?:necesita|requiere) (?:mi )?(?:aprobación|permiso)"),
    "$1 no longer needs my approval",
  ],
  [
    whole("(.+?) no (?:debe|tiene que|debería|necesita) (?:esperar (?:a|al)|depender (?:de|del)) (.+?)"),
    "$1 should not wait for $2",
  ],
  [whole("(.+?) (?:es|sea) independiente (?:de|del) (.+?)"), "unlink $1 from $2"],
  [whole("(?:combina|fusiona|une|junta) (.+?) (?:y|con) (.+?)"), "merge $1 and $2"],
  [whole("(?:reintenta|repite) (.+?) (?:hasta )?(\\d+|dos|tres|cuatro|cinco) veces"), "retry $1 $2 times"],
  [/(?<!\p{L})dos(?= times)/giu, "2"],
  [/(?<!\p{L})tres(?= times)/giu, "3"],
  [/(?<!\p{L})cuatro(?= times)/giu, "4"],
  [/(?<!\p{L})cinco(?= times)/giu, "5"],
  [whole("si (.+?) falla,? (?:ignóralo|no importa|no pares)"), "if $1 fails continue"],
  [whole("(.+?) (?:debe|debería) llamarse (.+?)|(.+?) se (?:llama|llamará) (.+?)"), "rename $1$3 to $2$4"],
  [whole("(?:añade|agrega|inserta) un paso al final (?:para|que) (.+?)"), "add a step at the end to $1"],
  [
    whole("(?:añade|agrega|inserta) (?:un paso )?antes (?:de|del) (.+?) (?:para|que) (.+?)"),
    "add a step before $1 to $2",
  ],
  [whole("inserta (?:un paso )?después (?:de|del) (.+?) (?:para|que) (.+?)"), "add a step after $1 to $2"],
  [whole("(?:haz|haga) que (.+?) (?:dependa (?:de|del)|espere (?:a|al)) (.+?)"), "make $1 depend on $2"],
  [
    whole("(.+?) (?:debe|tiene que|debería) (?:depender (?:de|del)|esperar (?:a|al)|ir después de) (.+?)"),
    "$1 should wait for $2",
  ],
  [whole("(.+?) (?:depende (?:de|del)|espera (?:a|al)) (.+?)"), "$1 depends on $2"],
  [whole("(?:intercambia|cambia) (.+?) (?:y|con|por) (.+?)"), "swap $1 and $2"],
  [whole("(?:renombra|llama|cambia el (?:nombre|título) de) (.+?) (?:a|como|por) (.+?)"), "rename $1 to $2"],
  [whole("mueve (.+?) al final"), "move $1 to the end"],
  [whole("mueve (.+?) después de (.+?)"), "move $1 after $2"],
  [whole("mueve (.+?) antes de (.+?)"), "move $1 before $2"],
  [
    whole("(?:añade|agrega) (?:un paso )?después (?:de|del) (.+?) (?:para|que) (.+?)"),
    "add a step after $1 to $2",
  ],
  [whole("(?:añade|agrega) al final (?:un paso )?(?:para|que) (.+?)"), "add a step at the end to $1"],
  [whole("(?:ejecuta |haz )?(.+?) (?:en paralelo|a la vez|al mismo tiempo)"), "$1 in parallel"],
  [whole("si (.+?) falla,? (?:continúa|sigue)(?: adelante)?"), "if $1 fails continue"],
  [word("elimina|borra|quita|suprime|eliminar|borrar|quitar"), "remove"],
  [word("(?:el|del) último paso"), "the last step"],
  [word("(?:el|del) primer paso"), "the first step"],
  [word("(?:el|los) pasos?|pasos?"), "step"],
  [word("guárdalo|guarda(?: el plan)?|guardar"), "save it"],
  [word("y"), "and"],
];

const fr: Wording[] = [
  [word("s'il (?:te|vous) pla[iî]t"), ""],
  [whole("annule[zr]?(?: (?:ça|cela|la dernière modification))?"), "undo"],
  [
    whole("ajoute[zr]? (?:une |un )?(?:nouvelle )?étape (?:à la fin|au bout) (?:qui |pour |: ?)?(.+?)"),
    "add a step at the end: $1",
  ],
  [whole("(?:rétabli(?:s|r)|refais)(?: (?:ça|cela))?"), "redo"],
  [
    whole(
      "demande[zr]?-moi (?:mon (?:accord|approbation)|la permission)? ?avant (?:de |d'|l'|le |la )?(.+?)",
    ),
    "ask me before $1",
  ],
  [
    whole("(.+?) (?:nécessite|demande|requiert|a besoin de) mon (?:accord|approbation)"),
    "$1 needs my approval",
  ],
  [whole("(.+?) n'a plus besoin de mon (?:accord|approbation)"), "$1 no longer needs my approval"],
  [
    whole("(?:fais(?:-la)? dépendre|fais en sorte que) (.+?) (?:dépende )?(?:de|du) (.+?)"),
    "make $1 depend on $2",
  ],
  [
    whole("(.+?) (?:doit attendre|dépend (?:de|du)|attend|doit dépendre (?:de|du)) (.+?)"),
    "$1 should wait for $2",
  ],
  [
    whole("(.+?) ne (?:doit|devrait) (?:pas|plus) (?:attendre|dépendre (?:de|du)) (.+?)"),
    "$1 should not wait for $2",
  ],
  [whole("(.+?) n'attend (?:pas|plus) (.+?)"), "$1 should not wait for $2"],
  [whole("(.+?) (?:est|soit) indépendante? (?:de|du) (.+?)"), "unlink $1 from $2"],
  [whole("(?:fusionne[zr]?|combine[zr]?|regroupe[zr]?) (.+?) (?:et|avec) (.+?)"), "merge $1 and $2"],
  [
    whole("(?:réessaie|réessaye[zr]?|répète|relance) (.+?) (?:jusqu'à )?(\\d+|deux|trois|quatre|cinq) fois"),
    "retry $1 $2 times",
  ],
  [/(?<!\p{L})deux(?= times)/giu, "2"],
  [/(?<!\p{L})trois(?= times)/giu, "3"],
  [/(?<!\p{L})quatre(?= times)/giu, "4"],
  [/(?<!\p{L})cinq(?= times)/giu, "5"],
  [whole("si (.+?) échoue,? (?:ignore|ce n'est pas grave|tant pis|passe outre).*"), "if $1 fails continue"],
  [whole("(.+?) (?:doit|devrait) s'appeler (.+?)"), "rename $1 to $2"],
  [whole("(?:insère|insérer) (?:une étape )?après (.+?) (?:pour|qui) (.+?)"), "add a step after $1 to $2"],
  [
    whole("(?:ajoute[zr]?|insère) (?:une étape )?avant (.+?) (?:pour|qui) (.+?)"),
    "add a step before $1 to $2",
  ],
  [whole("(?:échange[zr]?|intervertis|inverse[zr]?) (.+?) (?:et|avec) (.+?)"), "swap $1 and $2"],
  [whole("(?:renomme[zr]?|appelle) (.+?) (?:en|comme) (.+?)"), "rename $1 to $2"],
  [whole("(?:déplace[zr]?|mets) (.+?) à la fin"), "move $1 to the end"],
  [whole("(?:déplace[zr]?|mets) (.+?) après (.+?)"), "move $1 after $2"],
  [whole("(?:déplace[zr]?|mets) (.+?) avant (.+?)"), "move $1 before $2"],
  [whole("ajoute[zr]? (?:une étape )?après (.+?) (?:pour|qui) (.+?)"), "add a step after $1 to $2"],
  [whole("ajoute[zr]? à la fin (?:une étape )?(?:pour|qui) (.+?)"), "add a step at the end to $1"],
  [whole("(.+?) (?:en parallèle|en même temps)"), "$1 in parallel"],
  [whole("si (.+?) échoue,? (?:continue[zr]?|poursuis)"), "if $1 fails continue"],
  [word("supprime[zr]?|enlève[zr]?|retire[zr]?|efface[zr]?"), "remove"],
  [word("(?:la |l')dernière étape"), "the last step"],
  [word("(?:la |l')première étape"), "the first step"],
  [/(?<!\p{L})(?:l'|les |la |d')?étapes?(?!\p{L})/giu, "step"],
  [word("enregistre[zr]?(?:-le)?(?: le plan)?"), "save it"],
  [word("et"), "and"],
];

export const ordersByLanguage = { de, es, fr, ja, zh };
