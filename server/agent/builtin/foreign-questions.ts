import { stepsHidden } from "./foreign-frames.ts";

type Question = {
  /** In any of the languages; `§` is a step. */
  pattern: RegExp;
  /** The question in English; null where it is about other steps than it names. */
  english: (first: string | undefined, second: string | undefined) => string | null;
  needsMark?: boolean;
};

const starts = (...ways: string[]) => new RegExp(`^(?:${ways.join("|")})`, "iu");
const ofAll = (english: string) => (first: string | undefined) => (first === undefined ? english : null);
const ofOne = (english: (step: string) => string) => (first: string | undefined) =>
  first === undefined ? null : english(first);

const QUESTIONS: Question[] = [
  {
    pattern: starts(
      "wer bist du",
      "was kannst du",
      "qui[ée]n eres",
      "qué (?:puedes|sabes) hacer",
      "qui es-tu",
      "que (?:peux|sais)-tu",
      "你是谁",
      "你(?:能|会|可以)(?:做|干)?什么",
      "あなたは(?:誰|だれ)",
      "(?:何|なに)ができ",
    ),
    english: ofAll("what can you do?"),
  },
  {
    pattern: starts(
      "(?:welche|bei welche[nm]|vor welche[nm]|wie viele|wo|wann) .*(?:freigabe|genehmig|zustimm|gefragt|fragst|bestätig)",
      "(?:qué|cuáles|cuántos|en qué|dónde|cuándo) .*(?:aprob|permiso|confirm|pregunt|autoriz|consult)",
      "(?:quelles?|combien|où|quand|à quelles) .*(?:approb|accord|valid|autoris|demand|permission|confirm)",
      ".*(?:哪些|哪个|哪几|几个|多少).*(?:批准|同意|确认|审批|问我)",
      ".*(?:どの|どれ|いつ|何).*(?:承認|許可|確認)",
    ),
    english: ofAll("which steps need my approval?"),
  },
  {
    pattern: starts(
      "wie viele (?:schritte|aufgaben|punkte)",
      "aus wie vielen schritten",
      "wie lang ist (?:der|dieser|mein) plan",
      "(?:de )?cuánt[oa]s (?:pasos|tareas|etapas)",
      "combien (?:d'|de |y a-t-il d')(?:étapes|tâches)",
      "il y a combien d'étapes",
      "quel est le nombre d'étapes",
      ".*(?:多少|几)个?(?:步骤|步)(?!.*(?:重试|次))",
      "(?:この)?.*(?:ステップ|手順|工程)(?:は|が|の数は)?(?:全部で)?(?:いくつ|何個|何段階)",
      ".*(?:何|いくつの)(?:個の)?(?:ステップ|手順|工程)",
    ),
    english: ofAll("how many steps are there?"),
  },
  {
    pattern: starts(
      "(?:wie viele (?:wiederholungen|versuche)|wie oft wird) .*§",
      "cuánt[oa]s (?:reintentos|intentos|veces) .*§",
      "combien (?:de tentatives|d'essais|de fois|de réessais) .*§",
      "§.*(?:重试|尝试|试)(?:几|多少)次",
      "§.*何回",
    ),
    english: ofOne((step) => `how many retries does ${step} have?`),
  },
  {
    pattern: starts(
      "was (?:passiert|geschieht|ist),? (?:wenn|falls) §.*(?:fehl|scheiter|schief|ausf|nicht)",
      "qué (?:pasa|ocurre|sucede|pasaría|pasará) (?:si|cuando) .*(?:fall|fracas|sale mal)",
      "(?:que se passe-t-il|qu'est-ce qui se passe|qu'arrive-t-il|que se passe) (?:si|quand) .*(?:échou|plant|rat|erreur)",
      ".*§.*(?:失败|出错).*(?:怎样|怎么样|怎么办|什么|如何)",
      ".*§.*失敗.*(?:どうな|何が)",
    ),
    english: ofOne((step) => `what happens if ${step} fails?`),
  },
  {
    pattern: starts(
      "(?:worauf|auf was|auf wen) wartet §",
      "(?:wovon|von was) hängt §",
      "(?:de qué|a qué|qué) (?:pasos? )?(?:depende|espera) §",
      "(?:de quoi|de quelles? étapes?) dépend §",
      "qu'(?:attend §|est-ce (?:que|qu') ?§ attend)",
      "§.*(?:依赖|等待?)(?:什么|谁|哪)",
      "§.*(?:何|どれ|どの.*)(?:を待|に依存)",
    ),
    english: ofOne((step) => `what does ${step} wait for?`),
  },
  {
    pattern: starts(
      "(?:warum|wieso|weshalb|por qué|pourquoi|为什么|为何|なぜ|どうして).*§.*§",
      "§.*为什么.*§",
    ),
    english: (first, second) => `why does ${first} wait for ${second}?`,
  },
  {
    pattern: starts(
      "was (?:kommt|passiert|läuft|folgt|geschieht) (?:direkt |gleich )?(?:nach|auf) §",
      "qué (?:viene|pasa|sigue|hay|va) (?:justo )?después (?:de )?§",
      "(?:que|qu'est-ce qui) (?:vient|se passe|suit|passe-t-il|arrive).*après §",
      "§ ?之?后面?(?:是|做|有|会)?(?:什么|哪)",
      "§ ?の?(?:後|次)(?:は|に|で).*(?:何|なに|どれ)",
    ),
    english: ofOne((step) => `what comes after ${step}?`),
  },
  {
    pattern: starts(
      "(?:was|welche|können|kann|laufen|läuft) .*(?:gleichzeitig|parallel)",
      "(?:qué|cuáles|pueden|puede|se pueden) .*(?:a la vez|en paralelo|al mismo tiempo|simultán)",
      "(?:quelles?|qu'est-ce qui|que|peut-on|peuvent|est-ce que) .*(?:en parallèle|en même temps|simultan)",
      ".*(?:哪些|哪几|什么).*(?:同时|并行)",
      ".*(?:どの|どれ|何).*(?:同時|並行|並列)",
    ),
    english: (first, second) =>
      first === undefined
        ? "what can run in parallel?"
        : second === undefined
          ? `what can run at the same time as ${first}?`
          : `can ${first} and ${second} run in parallel?`,
    needsMark: true,
  },
  {
    pattern: starts(
      "(?:brauch(?:en|e|t) (?:wir|ich|man|es)|ist) § ?(?:wirklich|überhaupt|noch|denn)* ?(?:nötig|notwendig)?\\s*[?？]",
      "(?:necesitamos|hace falta|es necesario|se necesita) (?:de verdad |realmente )?§",
      "(?:a-t-on|avons-nous|avez-vous) (?:vraiment )?besoin (?:de )?§",
      "§ est-(?:elle|il) (?:vraiment )?(?:nécessaire|utile)",
      "§ ?(?:真的)?(?:必要|需要|有必要)(?:吗|么)",
      "§ ?は(?:本当に)?必要(?:です)?か",
    ),
    english: ofOne((step) => `do we really need ${step}?`),
    needsMark: true,
  },
  {
    pattern: starts(
      "(?:was (?:macht|tut|bewirkt|ist)|wozu (?:dient|ist)|erklär(?:e|st du)?(?: mir)?) §",
      "(?:qué (?:hace|es)|cuál es|para qué sirve|explica(?:me)?|explícame) §",
      "(?:que fait|qu'est-ce que fait|à quoi sert|quelle est|explique[zr]?(?:-moi)?) §",
      "(?:解释(?:一下)?|说明) ?§",
      "§ ?(?:是)?(?:做|干|用来做)?什么",
      "§ ?(?:は|って)(?:何|なに)",
      "§ ?を説明",
    ),
    english: ofOne((step) => `what does ${step} do?`),
  },
  {
    pattern: starts(
      "(?:womit|wo|wie) (?:beginnt|fängt|startet) (?:der |das |die )?(?:plan|ganze|agent|es|ablauf)",
      "(?:was|welcher schritt|welche schritte) (?:läuft|laufen|kommt|kommen|startet|starten|beginnt|passiert) (?:als )?(?:zuerst|erste\\p{L}*)",
      "(?:qué|cuál) .*(?:primero)\\s*[?？]?$",
      "por dónde empieza",
      "(?:par quoi|par où|comment|où) .*(?:commence|débute)",
      "(?:qu'est-ce qui|quelle étape|quelles étapes) .*(?:en premier|d'abord)",
      ".*(?:从哪|先做什么|最先|哪一?步先)",
      ".*最初(?:に|は).*(?:何|どれ|どの)",
    ),
    english: ofAll("what runs first?"),
  },
  {
    pattern: starts(
      "(?:wann|wie oft) .*(?:plan|läuft|laufen|startet|gestartet|ausgeführt|agent)",
      "(?:cuándo|con qué frecuencia|cada cuánto) .*(?:plan|ejecuta|corre|empieza|agente|funciona)",
      "(?:quand|à quelle fréquence|à quelle heure) .*(?:plan|lanc|tourne|exécut|démarre|agent)",
      ".*(?:什么时候|多久|何时|几点).*(?:运行|执行|启动|开始)",
      ".*(?:いつ|何時|どのくらい).*(?:実行|動|始ま)",
    ),
    english: ofAll("when does the plan run?"),
    needsMark: true,
  },
  {
    pattern: starts(
      "fehlt (?:noch )?(?:etwas|was)",
      "gibt es (?:noch )?(?:probleme|fehler)",
      "ist (?:der plan|alles) (?:schon )?(?:fertig|vollständig|in ordnung|ok)",
      "(?:le )?falta algo",
      "hay (?:algún |algun )?(?:problemas?|error(?:es)?)",
      "(?:el plan )?está (?:todo )?(?:listo|completo|bien)",
      "(?:manque-t-il|il manque|est-ce qu'il manque) quelque chose",
      "y a-t-il (?:un |des )?(?:problèmes?|erreurs?)",
      "(?:le plan )?est-il (?:prêt|complet)",
      ".*(?:还缺|有(?:什么)?问题|完整吗|准备好了吗)",
      ".*(?:問題(?:は|が)あり|足りない)",
    ),
    english: ofAll("is anything missing?"),
    needsMark: true,
  },
  {
    pattern: starts(
      "(?:zeige?|liste?|nenne?)(?: mir| uns)?(?: bitte)? (?:alle |die |den )*(?:schritte|plan)(?: auf)?[\\s.!?]*$",
      "(?:was sind die|welche) schritte(?: gibt es| hat der plan| sind das)?[\\s?]*$",
      "(?:muestra|muéstrame|enseña|enséñame|lista|enumera|dime)(?: todos)?(?: los| el)? (?:pasos|plan)[\\s.!?]*$",
      "(?:cuáles son los pasos|qué pasos (?:hay|tiene)).*",
      "(?:montre|liste|énumère|affiche|donne)(?:[zr]?-moi)?(?: toutes)?(?: les| le)? (?:étapes|plan)[\\s.!?]*$",
      "quelles (?:sont les étapes|étapes y a-t-il).*",
      "(?:列出|显示|给我看)(?:一下)?(?:所有|全部)?(?:的)?(?:步骤|计划)[\\s。！？?]*$",
      ".*有哪些步骤",
      "(?:すべての|全ての)?(?:ステップ|手順)を(?:表示|一覧|教え|見せ)",
      ".*どんな(?:ステップ|手順)",
    ),
    english: ofAll("list the steps"),
  },
];

const LED =
  /^(?:¿|\s|(?:und|aber|also|sag mal|y|pero|oye|et|mais|dis-moi|bonjour|hallo|hola)[\s,]+|那么?|请问[，,]?|えっと、?|あの、?)*/iu;

const HELP =
  /^(?:hilfe|hilf mir|ayuda|ayúdame|aide|aide[zr]?-moi|à l'aide|帮助|帮帮我|怎么用|ヘルプ|助けて|使い方)[\s.!?？。]*$/iu;

/** Whether a message asks for help in another language. */
export function isHelpAsked(text: string): boolean {
  return HELP.test(text.trim());
}

/** A question about the plan in another language, in any of these wordings, as the English question; null for other words. */
export function questionOf(texts: readonly string[]): string | null {
  for (const text of texts) {
    const question = askedIn(text);
    if (question !== null) return question;
  }
  return null;
}

function askedIn(text: string): string | null {
  const { bare, refs } = stepsHidden(withAsianSteps(text.replace(/(?<=\b[ld])' /gi, "'")));
  const asked = bare.replace(LED, "").trim();
  if (/[.;!]\s+\S/.test(asked)) return null;
  const isMarked = /(?:[?？]|吗|么|か)[\s。]*$/u.test(asked);
  const [first, second] = refs;
  for (const { pattern, english, needsMark } of QUESTIONS) {
    const question = (needsMark && !isMarked) || !pattern.test(asked) ? null : english(first, second);
    if (question !== null) return question;
  }
  return null;
}

const NUMERALS = "一二三四五六七八九";

function withAsianSteps(text: string): string {
  return text
    .replace(/(?<=第)\s*([一二三四五六七八九])(?=\s*个?步)/gu, (_all, numeral: string) =>
      String(NUMERALS.indexOf(numeral) + 1),
    )
    .replace(
      /第\s*(\d+)\s*个?步骤?|步骤\s*(\d+)|(?:ステップ|手順|工程|タスク)\s*(\d+)|第?\s*(\d+)\s*番目?の?(?:ステップ|手順|工程)/gu,
      (...found: (string | undefined)[]) => `step ${found[1] ?? found[2] ?? found[3] ?? found[4]}`,
    )
    .replace(/最后(?:一个|一)步骤?|最後の\s*(?:ステップ|手順|工程)/gu, "the last step");
}
