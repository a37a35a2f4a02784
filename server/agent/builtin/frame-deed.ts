import { clauseAboutOne, clauseOf, type Frame, lettersOf, named } from "./frame-clause.ts";
import type { Token } from "./frame-tokens.ts";

const STRONG_PAST = /^(?:i|we|you|they|he|she)$/i;

/** "A can go", "it is A that must disappear", "nothing but A is needed". */
export const removeFrame: Frame = (tokens) => {
  const clause = clauseAboutOne(tokens, "_igpdVN,&;$r");
  const [mention] = clause.mentions;
  const letters = clause.letters;
  const [, other] = clause.mentions;
  if (mention && other && /^[ymhc]*RnM~?M$/.test(letters)) return [`remove ${named(other)}`];
  if (mention && other && /^nRM~M$/.test(letters)) return [`remove ${named(other)}`];
  if (mention && other && /^nM~?M[mhc]+R$/.test(letters)) return [`remove ${named(other)}`];
  if (mention && other && /^[ymhc]*RMnM$/.test(letters)) return [`remove ${named(mention)}`];
  if (!mention || clause.mentions.length !== 1) return null;
  const verb = clause.tokens.find(({ symbol }) => symbol === "R");
  const at = clause.tokens.findIndex(({ symbol }) => symbol === "R");
  // "I removed 3", "3 removed": told, not asked for.
  if (verb?.isPast && STRONG_PAST.test(clause.tokens[at - 1]?.text ?? "") && /ed$/i.test(verb.text))
    return null;
  const what = `remove ${mention.isLoose ? mention.words : named(mention)}`;
  // "No longer for 3" denies what was said of a step, and removes none.
  const isOfLink = tokens.some(({ symbol }) => symbol === "p");
  if (/^XM$/.test(lettersOf(clause.tokens))) return isOfLink ? null : [what];
  const keeps = /^(?:xoM|oxM|oMe|y?oWM|y?mxoM|oMm?cx|oMm?x|[ym]*WoM|x?oMe?x|yoM?WM?)$/;
  if (keeps.test(letters)) return [`keep only ${named(mention)}`];
  const asked =
    /^(?:[ymhc]*R+O*MO*|[ymhc]*[Tx]+M[mhc]*O+|[Tx]+O+M|[ymhc]*MO+|M[ymhc]*[mhc][ymhc]*(?:R|G|O)+O*|[ym]*mMR+|M[ymhc]*mO+)$/;
  if (asked.test(letters) && !/^M/.test(letters.replace(/^[ymhc]*/, ""))) return [what];
  if (asked.test(letters) && /[mhc]/.test(letters)) return [what];
  const useless =
    /^(?:M-|M[mhc]*n[eW]e?|M[ymc]*n[m]?W|[ymc]*n[mW]*WM|nWM|yncWM|ynWM|M[ym]*y[ym]*nW|neM|y+c?nmM)$/;
  return useless.test(letters) && !/^[^y]*MnW$/.test(letters) ? [what] : null;
};

/** "Leave A in", "don't touch A": the clause names what stays, and asks for nothing. */
export function isKept(tokens: readonly Token[], isAfterRemoval: boolean): boolean {
  const { letters } = clauseOf(tokens, "_igpd,&;$Vr");
  return (
    (isAfterRemoval && letters === "nM") ||
    /^(?:[ymhc]*x+[M*]|M[mhc]*x+|[ym]*nR+M|nR+M|M[mhc]*nR)$/.test(letters)
  );
}

const APPROVED =
  /^(?:[Hw]b?MP+|[mw]?P+[bf]*M|MP+|f?P+f?bM|bMP+|[nw]M[ubqa]P+|M?Mn[ubq]P+|nw?M[uqb]P+|w+M[uab]P+|MwuP+|x?Mw[uab]P+|M[oW]*a+P+|Mo[au]P+|oMaP+|Moa?P+|o?[ua]P+M|oaP+M|uP+(?:Mn|nM|Mw|wM)|qP+(?:Mn|nM)|MW+P+|Mw+P+|[W]P+b?M|P+e[bM]*M|P+WbM|TP+bM|MoP+|oP+M|MneuP+|MWP+b?)$/;
const FREED =
  /^(?:n+W*P+b?M|[RH]+P+b?M|[RHx]P+|MqP+f?b?|Mn[Ww]+P+|M[wW]+nP+|MnP+|P+n[eW]+b?M|P+b?M(?:ne|R|G|-)|n[eW]+P+b?M|P+M[RG]|M[RG]?P+n[eW]|nP+eb?M|MnWP+|qP+M|M-P)$/;

/** "My green light before A", "A without bothering me": who is asked, and whether. */
export const approvalFrame: Frame = (tokens) => {
  const taken = tokens.map((token, index) =>
    /^(?:tak|lift)/i.test(token.text) && tokens[index + 1]?.symbol === "P"
      ? { ...token, symbol: "R" }
      : token,
  );
  const whole = clauseAboutOne(taken, "_cgGidvpVTC,&;~$fDr");
  const me = /y/.test(whole.letters);
  const isMine =
    /\b(?:approv\w*|ask first|permission|sign(?:ed)?[- ]?off|green[- ]light|go-ahead|consent\w*|confirm\w*|author\w*)\b/i;
  const said = tokens.some(
    ({ symbol, text }) => symbol === "P" && (isMine.test(text) || /\b(?:me|us)\b/.test(text)),
  );
  // "I approve 3" is an approval and no wish to be asked for one.
  const isGiven = /^[^mhcbuqawfnXo]*yP+M/.test(lettersOf(tokens.filter(({ symbol }) => symbol !== "g")));
  if (isGiven && !/f/.test(lettersOf(tokens))) return null;
  // Who wants to see a step first wants to be asked.
  const isSeen = /^y[mh]+YM(?:b+M?)?$/.test(whole.letters) && /[bf]/.test(lettersOf(tokens));
  const letters = whole.letters
    .replace(/[mh]/g, "")
    .replace(/0/g, "n")
    .replace(/y*P+y*/g, "P")
    .replace(/^([nwuqbaM]*[qu])y/, "$1P")
    .replace(/y/g, "");
  const [mention] = whole.mentions;
  if (!mention || whole.mentions.length !== 1) return null;
  if (saysTwoThings(tokens)) return null;
  if (isSeen) return [`ask me before ${named(mention)}`];
  if (!/P/.test(letters) || !(me || said)) return null;
  if (FREED.test(letters) && !/^nM/.test(letters)) return [`do not ask me before ${named(mention)}`];
  return APPROVED.test(letters) ? [`ask me before ${named(mention)}`] : null;
};

// "I don't want A any more, and B should go without my ok" is no list of A and B.
function saysTwoThings(tokens: readonly Token[]): boolean {
  const at = tokens.findIndex(({ mention }) => mention !== undefined);
  const before = tokens.slice(0, at);
  const isWished = before.some(({ symbol, text }) => /[mW]/.test(symbol) && /^(?:want|need)/i.test(text));
  const isList = (tokens[at]?.mention?.numbers.length ?? 0) > 1;
  const next = tokens.slice(at + 1).find(({ symbol }) => symbol !== "_");
  return (
    isList && isWished && before.some(({ symbol }) => /[nX]/.test(symbol)) && /[mhc]/.test(next?.symbol ?? "")
  );
}

// Who skips what failed goes on; who cancels the rest does not.
function outcomeOf(removal: string): string {
  return /^(?:skip|leav|left|pass)/i.test(removal)
    ? "C"
    : /^(?:cancel|kill|scrap)/i.test(removal)
      ? "H"
      : "R";
}

/** What becomes of the rest when a step fails. */
export const failureFrame: Frame = (tokens) => {
  const own = tokens.filter(({ mention }) => !/^(?:everything|all)\b/i.test(mention?.words ?? ""));
  const meant = own.map((token) =>
    token.symbol === "R" ? { ...token, symbol: outcomeOf(token.text) } : token,
  );
  const clause = clauseAboutOne(meant, "_cmhgGidpyTaIVD,&;~*xsr");
  const letters = clause.letters
    .replace(/0(?=[HC])/g, "n")
    .replace(/z/g, "H")
    .replace(/^0(?=F)/, "");
  const steps = clause.mentions.length;
  const [mention] = clause.mentions;
  const isRated = tokens.some(({ text }) =>
    /^(?:optional|nice to have|critical|crucial|essential|vital)$/i.test(text),
  );
  if (!mention || steps !== 1 || !(/F/.test(letters) || (isRated && /^Mn?[CH]$/.test(letters)))) return null;
  const isAllowed =
    letters === "MF" && tokens.some(({ symbol, text }) => symbol === "c" && /allowed|may/i.test(text));
  if (isAllowed) return [`if ${named(mention)} fails, continue`];
  const outcome = letters.replace(/[MF]/g, "");
  if (/^(?:C+|nH+|CnH+|nHC+|C+nH|C*nH+C*)$/.test(outcome)) return [`if ${named(mention)} fails, continue`];
  return /^(?:H+|nC+|HnC|nCH)$/.test(outcome) ? [`if ${named(mention)} fails, stop`] : null;
};

/** How often a step is tried. */
export const retryFrame: Frame = (tokens) => {
  const clause = clauseAboutOne(tokens, "_cmhgGidpyTaIFVD,&;x~r");
  const letters = clause.letters.replace(/W/g, "");
  const [mention] = clause.mentions;
  if (!mention || clause.mentions.length !== 1) return null;
  if (/^(?:nM?tM?|ntM)$/.test(letters)) return [`do not retry ${named(mention)}`];
  const count = clause.tokens.find(({ symbol }) => symbol === "#")?.count;
  if (!count || !/^(?:t?M#|t?#M|#t?M|M#t?|tM#|Mt#|#Mt)$/.test(letters)) return null;
  const isAgain = tokens.some(
    ({ symbol, text }) => /[Fr]/.test(symbol) || /^re-?(?:try|tried|peat|run)/i.test(text),
  );
  const isTried = /^t/.test(letters) || tokens.some(({ text }) => /^(?:try|tried|attempted)$/i.test(text));
  const isTotal = count.isTotal || (isTried && !isAgain && !count.isMore && /^(?:tM#|Mt#)$/.test(letters));
  const retries = count.value - (isTotal ? 1 : 0);
  if (retries === 0) return [`do not retry ${named(mention)}`];
  // What is tried again when it fails is told how often; other words add to what is set.
  const isFailing = tokens.some(({ symbol }) => symbol === "F");
  const isAdded = (count.isMore || tokens.some(({ text }) => /^add$/i.test(text))) && !isFailing;
  return [`give ${named(mention)} ${retries} ${isAdded ? "more " : ""}retries`];
};

/** A step and the words that it is called by from now on. */
export const renameFrame: Frame = (tokens) => {
  const clause = clauseAboutOne(tokens, "_cmhigpyTVW,&;xr");
  const [mention] = clause.mentions;
  const quote = clause.tokens.find(({ symbol }) => symbol === "Q");
  if (mention?.numbers.length !== 1 || !quote) return null;
  return /^(?:N+MN*Q|MN+Q|QN+M|NQN?M|N+QM|M?NMNQ)$/.test(clause.letters)
    ? [`rename ${named(mention)} to ${quote.text}`]
    : null;
};

/** "This should apply to A as well". */
export const sameFrame: Frame = (tokens) => {
  const { letters, mentions } = clauseOf(tokens, "_mhcigp,&r");
  const target = mentions.at(-1);
  return target && /^M?A+M$/.test(letters) && target.numbers.length > 0
    ? [`same for ${named(target)}`]
    : null;
};
