const VERY = "(?:really |so |very |absolutely |just |pretty |quite |all |simply |even |much |already )*";
const GOOD =
  "(?:good|great|perfect|fine|nice|nicely|awesome|amazing|lovely|excellent|brilliant|wonderful|fantastic|beautiful|correct|better|neat|solid|ok(?:ay)?|all right|alright|spot on|exactly (?:right|what i (?:want|wanted|need|needed|had in mind|meant|asked for)))";
const IT = "(?:it|this|that|everything|all of (?:it|this|that)|(?:the|this|my) plan|they|these)";

// What people say to say nothing about the plan; what begins like another of these stands behind it.
const PHRASES = [
  `${IT}(?:'s| is| was| looks?| sounds?| seems?| works?| reads?| are) ${VERY}${GOOD}`,
  `(?:looks?|looking|sounds?|seems?|works?) ${VERY}${GOOD}`,
  `(?:i |we )?(?:really |absolutely |just )*(?:like|love) ${IT}(?: a lot| very much| so much)?`,
  `(?:i am|i'm|we are|we're) (?:${VERY}happy|fine|good|ok|satisfied|pleased)(?: with ${IT})?`,
  `(?:you are|you're) (?:the best|great|awesome|a star|amazing|brilliant|welcome)`,
  "thank(?:s|s a lot| you| you (?:so|very) much)? for (?:(?:the|your|all the) (?:help|plan|work|effort|answer|explanation|quick \\p{L}+|change)|that|this|everything|doing (?:that|this|it)|helping)",
  "exactly what i (?:want|wanted|need|needed|had in mind|meant|asked for)",
  "have a (?:nice|good|great) (?:day|evening|weekend|one)",
  "(?:see you|talk to you|talk) (?:later|soon|tomorrow)",
  "(?:nothing|no) (?:more )?to (?:change|complain(?: about)?|add)",
  "good (?:morning|afternoon|evening|day|night)",
  "are you (?:there|ok)",
  "how are you",
  "that is (?:all|fine|it|great|perfect)",
  "leave (?:it|everything|all)(?: as (?:it|they) (?:is|are))?",
  "keep (?:it|everything)(?: as (?:it|they) (?:is|are))?",
  "do not change anything",
  "no (?:changes?|complaints|worries)",
  "nothing(?: else)?",
  "never ?mind|forget it|well done|appreciate it|got it|makes sense|fair enough|all good|nice one|spot on|good job|great job|thumbs up",
  "thank you|thanks?|thx|ty|cheers|great|perfect|perfectly|cool|nice|awesome|good|super|fine|ok(?:ay)?|alright|all right|yes|yep|yeah|sure|lgtm",
  "lovely|wonderful|excellent|hello|hi|hey|bye|goodbye|see you|so much|a lot|very much|very|much|then|now|please|there|so|that|it|works?|exactly",
  "(?:for|to) (?:me|us|now)|this|really|job|work(?: done)?|brilliant|amazing|fantastic|sweet|neat|terrific|bravo|understood|wow|yay|hooray|haha|lol|congrats",
  "(?:vielen |besten |herzlichen |tausend )?dank(?:e(?: (?:schön|sehr|dir|euch|vielmals))?)?",
  "(?:das |es |der plan )?(?:sieht|klingt|läuft|ist|passt) (?:ja |so |sehr |richtig |echt |schon |alles )*(?:gut|super|toll|prima|klasse|perfekt|schön|bestens)(?: aus)?",
  "(?:alles|sehr|ganz|schon|so) (?:gut|klar|bestens|prima|schön)|gut so|passt(?: so)?|in ordnung|einverstanden|prima|toll|klasse|perfekt|wunderbar|guten (?:tag|morgen|abend)|tschüss|hallo",
  "(?:muchas |mil |muchísimas )?gracias(?: por (?:todo|la ayuda|tu ayuda))?",
  "(?:se ve|queda|quedó|está|suena|va|es) (?:muy |todo )*(?:bien|genial|perfecto|estupendo|excelente|bueno)",
  "(?:muy bien|genial|perfecto|estupendo|excelente|vale|de acuerdo|buen trabajo|buenos días|buenas (?:tardes|noches)|adiós|hola)",
  "merci(?: (?:beaucoup|bien|à toi|à vous|pour (?:tout|ton aide|votre aide)))?",
  "(?:c'est|ça (?:a l'air|me|va|marche|convient)|ça me va|tout est) ?(?:très |vraiment )*(?:bien|parfait|bon|super|génial|convient|va|excellent)?",
  "(?:parfait|génial|très bien|d'accord|bon travail|bonsoir|bonjour|salut|au revoir)",
].join("|");
const TALK = new RegExp(`^(?:${PHRASES})(?![\\p{L}\\p{N}])[\\s,.!?…–-]*`, "iu");
const TALK_ASIAN =
  /^(?:谢谢(?:你|您|了)*|多谢|感谢|非常感谢|(?:看起来|看上去)?(?:很|非常|挺|都)?(?:好|不错|棒|完美)(?:了|的|极了)?|太(?:好|棒)了|好的?|没问题|辛苦了|再见|你好|您好|ありがとう(?:ございます|ございました)?|どうも|(?:とても|すごく)?(?:いい|良い|良さそう|よさそう|完璧|素晴らしい|素敵)(?:です)?(?:ね)?|了解(?:です|しました)?|大丈夫(?:です)?|こんにちは|おはようございます)[\s,，.。!！?？、~～]*/u;
const SIGNS = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F}|\u{200D}|(?<!\S)[:;]-?[)D(](?!\S)/gu;

/** Whether a message says nothing but thanks, praise or a greeting. */
export function isOnlyTalk(text: string): boolean {
  const words = text.replace(SIGNS, " ").trim();
  let rest = words;
  while (rest !== "") {
    const found = TALK.exec(rest) ?? TALK_ASIAN.exec(rest);
    if (!found || found[0] === "") return false;
    rest = rest.slice(found[0].length);
  }
  return words !== "" || text.trim() !== "";
}
