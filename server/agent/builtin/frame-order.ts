import { clauseOf, type Frame, lettersOf, named } from "./frame-clause.ts";
import type { Mention } from "./frame-mentions.ts";

// Words that only dress an order of two steps: modals, who does it, that it starts and that it is over.
const BARE = "_mhcgGdivyT,&;~Dr";

/** Which of two steps waits follows from the word between or before them. */
const FIRST_WAITS =
  /^(?:W?M(?:w|W|wu|wa|wb|a|aa|oga|u(?=.*$)w|oa|oaa|ao)M|(?:wMu|MwMu|wMa|xMu|[VxT]?Mx?wu|[Vx]Mwu|MnWu|Mnu|nMu|nMb|Mnb|nMa?u|wMb|noMu|oMa|Mno?u|wMnu|Mwnu|xMnu|nwMu|nWMb)M|Mn?kMn|nMkMn|MnkMn|MnknM|knMnM|MwkMn|Mn[qk]M|nMqM|bMM|[Wn]?MsMf|MwM[fs]+|[Wm]?MaM[fs]?|MaMna)$/;
const SECOND_WAITS =
  /^(?:f?aMM|a?aM[sf]?M|f?WMf?bM|f?Mf?bM|Mf?bM|uM(?:M[nw]|[nw]M)|bM(?:M|)n(?:M|)|kMnn?Mn|kMnxM|kMn(?:M[nw]|[nw]M)|qM(?:nM|Mn)|MfMs?|fMs?Ms?|IMnMn|MfsM|MoaaM|MeM|WMbM|MKbM)$/;
const CHAIN =
  /^f?M(?:s{1,2}M){2,}l?$|^f?M(?:s?M)*(?:s?l|ls?)M$|^f?MsMl$|^f?MsM$|^MfM(?:sM|Ms)+l?$|^MfMsM[sl]$/;
const ONLY_FOR = /^(?:M(?:ow|wo|oW|Wo|oa)M|M[wW]M[o$]+|M[wW]M[o$]|oM[wW]M|M[wW][o$]M)$/;
const NOT_ONLY_AFTER = /oa/;

/** "A until B", "B before A", "B first, A second": one step waits for the other, whatever the sentence around it. */
export const waitFrame: Frame = (tokens) => {
  const full = clauseOf(tokens, BARE);
  if (full.letters.includes("p")) {
    const verbLast = /^Mp?Mp?[wW]$/.test(full.letters);
    const [waiting, awaited] = full.mentions;
    if (verbLast && waiting && awaited) return [wait(waiting, awaited)];
    const forOther = /^MepM$/.test(full.letters) || /^pMWM$/.test(full.letters);
    if (forOther && waiting && awaited)
      return [full.letters.startsWith("p") ? wait(waiting, awaited) : wait(awaited, waiting)];
  }
  const { letters: bare, mentions } = clauseOf(tokens, `${BARE}p`);
  // "I want to see it before it goes out" is about the person, not about another step.
  if (tokens.some(({ symbol }) => symbol === "Y")) return null;
  const letters = bare.replace(/^0/, "n");
  const [first, second] = mentions;
  const isGiven = tokens.some(({ symbol, text }) => symbol === "w" && /^as\b/i.test(text));
  if (letters === "MMw" && isGiven && first && second) return [wait(first, second)];
  const allowed = /^M[mhc]*c[gGd]*(?:bMD?d|IMD?nD?d?)$/.exec(
    lettersOf(tokens.filter(({ symbol }) => !"_,&iyT".includes(symbol))),
  );
  if (allowed && first && second) return [`${named(first)} should not wait for ${named(second)}`];
  if (allowed !== null || (/c[^M]*b/.test(lettersOf(tokens)) && /^MbM$/.test(letters))) return null;
  if (ONLY_FOR.test(letters) && !NOT_ONLY_AFTER.test(letters) && first && second)
    return [`${named(first)} depends only on ${named(second)}`];
  if (/^[ym]*M[mhc]*jM$/.test(letters) && first && second)
    return [`${named(first)} depends only on ${named(second)}`];
  const plain = letters.replace(/\$/g, "").replace(/j/g, "a");
  const isReleased = tokens.some(({ symbol }) => symbol === "X");
  if (isReleased)
    return /^Mnf?bM$/.test(plain) && first && second
      ? [`${named(second)} should not wait for ${named(first)}`]
      : alone(plain, first);
  if (CHAIN.test(plain) && mentions.length > 2) return [`run ${named(...mentions)} one after the other`];
  const isAsked = tokens.some(
    ({ symbol, text }) => /[mhcXnqL]/.test(symbol) || /^(?:hold|wait|0)/i.test(text),
  );
  if (!first || !second || mentions.length !== 2) return isAsked ? alone(plain, first) : null;
  const isAllowed = plain === "MaM" && first.numbers.length > 1 && /c.*a/.test(lettersOf(tokens));
  if (isAllowed) return [`run ${named(first)} in parallel after ${named(second)}`];
  if (FIRST_WAITS.test(plain)) return [wait(first, second)];
  return SECOND_WAITS.test(plain) || CHAIN.test(plain) ? [wait(second, first)] : null;
};

// What waits without a word of what for is asked about.
function alone(letters: string, mention: Mention | undefined): string[] | null {
  if (!mention || (/L/.test(letters) && mention.numbers.length > 1)) return null;
  if (/^Mw0$|^M[wW]0$|^Mn[wW]0$|^Mqw0?$|^MLw?0?$|^nMw0$|^nwM0$/.test(letters))
    return [`${named(mention)} depends only on nothing`];
  if (/^(?:0n?[wW]M|0M[wW]|n0[wW]M)$/.test(letters)) return [`nothing should wait for ${named(mention)}`];
  return letters === "Mw" || letters === "w" ? [`make ${named(mention)} wait`] : null;
}

// "Before it is done" says nothing of a step of its own.
function wait(waiting: Mention, awaited: Mention): string {
  return `make ${named(waiting)} wait for ${named(awaited)}`;
}

const CUT =
  /^(?:[RHF]KB?MM|[RHF]M?KM|nM[wW]M|Mn[wW]M|M[wW]nM|nWMwM|MnWwM|MWnwM|HM?wM|MHwM|nwMwM|MnKM|MnKwM|KnM|MqK?[wWK]M|MqwM|MLM|LMM|LMqM|LMK[M]M?|LMKM|[RH]KMM|RM?KM|LMaM|MnaM|MLqM|LMn?wM|MWn?KM|nKMM|MnWKM|LMwM|MqMC)$/;
const CUT_PAIR = /^(?:[RHF]KB?M|L+B?M|nKB?M|MnK+|[RH]KM|nKM|M?nKE?M|LME|MnKE|MLE?|M?RK)$/;

/** Links that go: "free A from B", "A has no business waiting for B". */
export const unlinkFrame: Frame = (tokens) => {
  const { letters, mentions, tokens: kept } = clauseOf(tokens, "_mhgGdivyTp,&;~Dr");
  const [first, second] = mentions;
  const bare = letters.replace(/[c$]/g, "");
  if (!first) return null;
  if (/^M+n[wWK]+E$|^nM[wW]E$/.test(bare) && mentions.every(({ numbers }) => numbers.length > 0)) {
    const pair = new Set(mentions.flatMap(({ numbers }) => numbers));
    return pair.size > 1 ? [`run ${named(...mentions)} in parallel`] : null;
  }
  if (CUT_PAIR.test(bare) && mentions.length === 1 && first.numbers.length === 2) {
    const [one, other] = first.numbers;
    return [`remove the link between step ${one} and step ${other}`];
  }
  if (!second || mentions.length !== 2) return null;
  if (/^Mn[zH]M$/.test(bare)) return [`${named(second)} should not wait for ${named(first)}`];
  if (/^nzMM$/.test(bare)) return [`${named(first)} should not wait for ${named(second)}`];
  if (/^zMM$/.test(bare)) return [`make ${named(first)} wait for ${named(second)}`];
  if (/^MzM$/.test(bare)) return [`make ${named(second)} wait for ${named(first)}`];
  const isMeant = CUT.test(bare) || (/^(?:McqM|cMqM)$/.test(letters) && kept.length === 4);
  return isMeant ? [`${named(first)} should not wait for ${named(second)}`] : null;
};

/** "Side by side", "while A, B". */
export const togetherFrame: Frame = (tokens) => {
  const { letters, mentions } = clauseOf(tokens, BARE.replace("T", "TpV"));
  const [first] = mentions;
  const isOne = new Set(mentions.flatMap(({ numbers }) => numbers)).size < 2;
  if (!first || (isOne && mentions.every(({ numbers }) => numbers.length > 0))) return null;
  if (/^(?:M+J+|J+M+|kMMJ*|MkM|MJM|JMM|MJkM|kMJM)$/.test(letters))
    return [`run ${named(...mentions)} in parallel`];
  const last = mentions.at(-1);
  if (/^(?:nM+Z|M+nZ)$/.test(letters) && tokens.some(({ symbol }) => symbol === "X"))
    return [`run ${named(...mentions)} in parallel`];
  if (/^(?:M+JaM)$/.test(letters) && last)
    return [`run ${named(...mentions.slice(0, -1))} in parallel after ${named(last)}`];
  return /^aMM+J$/.test(letters)
    ? [`run ${named(...mentions.slice(1))} in parallel after ${named(first)}`]
    : null;
};

/** "Single file", "in this order". */
export const serialFrame: Frame = (tokens) => {
  const { letters, mentions } = clauseOf(tokens, `${BARE}pV$`);
  if (!/^(?:Z*M+(?:sM)*Z+|Z+M+)(?:n[JZ])?$/.test(letters)) return null;
  if (mentions.length === 1 && /^(?:every|all|the whole|each)/i.test(mentions[0]?.words ?? ""))
    return ["make everything strictly sequential"];
  const numbers = new Set(mentions.flatMap((mention) => mention.numbers));
  return numbers.size > 1 ? [`run ${named(...mentions)} one after the other`] : null;
};

/** "Trade places", in any order of words. */
export const swapFrame: Frame = (tokens) => {
  const { letters, mentions } = clauseOf(tokens, "_mhcgGdivyT,&;Vpx~tr");
  if (!/^(?:S+M{1,2}S?|M{1,2}S+|MSM)$/.test(letters)) return null;
  const pair = new Set(mentions.flatMap(({ numbers }) => numbers));
  if (pair.size > 2) return null;
  return [`swap ${named(...mentions).replace(/^steps (\d+) and/, "step $1 and step")}`];
};

/** A verb of moving, or "belongs", with a place. */
export const moveFrame: Frame = (tokens) => {
  const { letters, mentions } = clauseOf(tokens, "_mhcgdivy,&;p~Tr");
  const [first, second, third] = mentions;
  const isPlaced =
    second && /^M[mhc]+M$/.test(lettersOf(tokens))
      ? /^the (?:very )?(last|final|first)\b/i.exec(second.words)?.[1]
      : undefined;
  if (first && isPlaced !== undefined)
    return [`move ${named(first)} to the ${/first/i.test(isPlaced) ? "start" : "end"}`];
  const isWith = tokens.some(({ symbol, text }) => /[fl]/.test(symbol) && /with$/i.test(text));
  if (first && isWith && /^[fl]M$/.test(letters))
    return [`move ${named(first)} to the ${letters.startsWith("f") ? "start" : "end"}`];
  const isSent =
    /^M[mhc]+[gG]?[fl]+$/.test(lettersOf(tokens)) ||
    tokens.some(({ symbol, text }) => /[fl]/.test(symbol) && /^to the/i.test(text));
  if (first && isSent && /^M[gG]?[fl]+$/.test(letters))
    return [`move ${named(first)} to the ${/f/.test(letters) ? "start" : "end"}`];
  if (!first || !/V|^MG[lf]/.test(letters)) return null;
  const what = `move ${named(first)}`;
  if (/^[VG]*M[VG]*B+M$/.test(letters) && second?.numbers.length === 2) {
    const [low, high] = second.numbers;
    return [`${what} between step ${low} and step ${high}`];
  }
  if (/^[VG]*M[VG]*BMM$/.test(letters) && third)
    return [`${what} between ${named(second)} and ${named(third)}`];
  if (/^[VG]*M[VG]*[aj]M$/.test(letters)) return [`${what} after ${named(second)}`];
  if (/^[VG]*M[VG]*bM$/.test(letters)) return [`${what} before ${named(second)}`];
  if (/^[VG]*M[VG]*l+$/.test(letters)) return [`${what} to the end`];
  return /^[VG]*M[VG]*f+$/.test(letters) ? [`${what} to the start`] : null;
};
