import type { Decision } from "./decide.ts";
import type { ReadPrompt } from "./read-prompt.ts";

const IT =
  "(?:it|this|that|the (?:plan|agent|run|whole thing)|a run|runs|everything|es|ihn|den plan|das|einen lauf|el plan|le plan)";
const START =
  "(?:run|start|trigger|launch|kick off|fire|execute|begin|starte?|führe?|lass|lance|démarre|exécute|ejecuta|inicia|lanza)";
const START_LO = "(?:ejecútalo|inícialo|lánzalo|lance-le|démarre-le|exécute-le)";
const ORDER = `(?:${START} ${IT}(?: (?:aus|laufen))?|${START_LO}|${IT} (?:should|must|soll|has to) (?:run|start|be (?:run|started|triggered)|laufen|starten)|let ${IT} (?:run|start)|have ${IT} (?:run|start))`;
const WHEN =
  "(?:whenever|when|each time(?: that)?|every time(?: that)?|any ?time|as soon as|on (?:each|every|any)|for (?:each|every)|after (?:each|every)|immer wenn|jedes mal,? wenn|sobald|wenn|bei jede[mr]|cada vez que|cuando|en cuanto|chaque fois qu[e']|quand|dès qu[e']|lorsque)";
// What happens outside, and is told by a call.
const EVENT =
  "(?:call(?:s|ed)?|push(?:es|ed)?|send(?:s)?|sent|post(?:s|ed)?|ping(?:s|ed)?|notif(?:y|ies|ied)|hits?|fires?|emits?|deliver(?:s|ed)?|arrives?|comes? in|is (?:created|opened|received|placed|submitted|merged|published|paid|uploaded|filed|closed|updated)|gets? (?:created|opened|merged|an?|a new)|opens?|submits?|orders?|buys?|pays?|signs? up|registers?|commits?|merges?|publishes|event|web ?hooks?|pull request|release|payment|order|issue|pusht|ruft|anruft|aufruft|schickt|sendet|eingeht|hereinkommt|ankommt|bestellt|llama|llegue|llega|entre|entra|haga|hace|envíe|envía|arrive|appelle|pousse|envoie|commande)";
const FORWARD = new RegExp(`^${ORDER},? (?<event>${WHEN}(?: |(?<=')).+)$`, "iu");
const BACKWARD = new RegExp(`^(?<event>${WHEN}(?: |(?<='))[^,]+?),? (?:then )?${ORDER}$`, "iu");
const BY = new RegExp(
  `^(?:let|have|make|allow) (?<caller>.+?) (?:to )?(?:start|trigger|run|launch|call) ${IT}$|^${START} ${IT} (?<source>(?:from|by|via) .+)$|^(?:connect|hook) (?:it|this|the plan)(?: up)? (?:to|with) (?<other>.+)$`,
  "iu",
);
const ASKED =
  /^(?:(?:i|we) (?:want|need|would like)|(?:please )?(?:give me|make|add|create|set up|set)) (?:a |an |the )?(?:new )?(?:git ?hub )?(?:web ?hook|url (?:to call|that starts)|call-?back url)(?: (?<event>(?:for|from|so that|that) .+))?$/iu;
const HAPPENS = new RegExp(`(?<!\\p{L})${EVENT}(?!\\p{L})`, "iu");
const OF_PLAN =
  /\b(?:steps?|schritte?|pasos?|étapes?) ?\d|\b(?:step|it) (?:is|fails|succeeds)|\bfails?\b|\bdone\b|\bfinish/i;

/** Runs that an outside system starts, where a message asks for nothing else. */
export function webhookTalk(message: string, { context }: ReadPrompt): Decision | null {
  const input = webhookSaid(message, context.plan?.steps ?? []);
  return input === null ? null : { calls: [{ name: "set_webhook", input }], reply: "" };
}

/** The webhook that a sentence asks for and nothing else; null for any other. */
export function webhookSaid(
  message: string,
  steps: readonly { title: string }[],
): { scheme: "github" | "standard"; words: string } | null {
  const text = message
    .trim()
    .replace(/^(?:(?:please|ok|and|also|bitte|por favor|s'il te plaît)[\s,]+)+/iu, "")
    .replace(/(?:[\s,]+(?:please|bitte|por favor|thanks))?[\s.!]*$/iu, "");
  const groups = [FORWARD, BACKWARD, BY, ASKED].map((pattern) => pattern.exec(text)?.groups).find(Boolean);
  if (!groups) return null;
  const caller = groups["caller"] ?? groups["source"] ?? groups["other"];
  const event = groups["event"] ?? caller ?? text;
  const isAsked = ASKED.test(text);
  if (!isAsked && (OF_PLAN.test(event) || namesStep(event, steps))) return null;
  if (!isAsked && !(caller === undefined ? HAPPENS.test(event) : isSystem(caller))) return null;
  const scheme = /\bgit ?hub\b/i.test(text) ? "github" : "standard";
  return { scheme, words: event };
}

// A name, or a thing that can call.
function isSystem(caller: string): boolean {
  return (
    /(?:^|\s)\p{Lu}\p{L}+/u.test(caller) ||
    /\b(?:web ?hooks?|url|https?|api|web ?site|shop|store|form|app|service|crm|another system)\b/i.test(
      caller,
    )
  );
}

// What a step of the plan does is no call from outside.
function namesStep(event: string, steps: readonly { title: string }[]): boolean {
  const words = event.toLowerCase();
  return steps.some(({ title }) => title.length > 3 && words.includes(title.toLowerCase()));
}
