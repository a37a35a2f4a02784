import { presentOf } from "./words.ts";

/**
 * What words mean in an order about a plan, whatever sentence they stand in. One letter is one meaning; words
 * of no weight are "_". Verbs stand for all their forms.
 */
const MEANINGS: Record<string, string> = {
  _: `the, a, an, this, that, these, those, of, please, pls, just, really, simply, also, too, as well, as well please, either, actually, kindly,
    now, so, well, thanks, thank you, cheers, thx, yes, yeah, sure, right, good, hey, hi, hello, is, are, be, am, being, do, does, doing, has, have,
    having, let, make, made, making, sure, ensure, see to it, for me, any more, any longer, at all, more, longer, first of all, there, here, perfectly,
    perfectly well, very, quite, rather, both, all, all of, each, its, his, her, their, my own, it is, it was, there is, there are, there must be, there should be, there has to be,
    which is, which are, one person, another one, another person, somebody else, in, into, onto, at, by, with, as, to, up, down, back, off, over, any, altogether,
    completely, entirely, fully, totally, strictly, directly, straight, immediately, right away, from now on, henceforth, in future,
    in the future, for now, for good, not sooner, not earlier, no sooner, no earlier, the idea of, the order of, order of, the thing, thing, step, steps, task, tasks, such, forward, the start of, the end of, going,
    even, ever, always, still, quickly, possible, if possible, if you can, of it, of course, for sure, definitely, the plan, this plan, our plan, the list,
    our list, this list, in fact, yet, though, however, otherwise unchanged, else, own, same way, supposed, allowed, allow, allows, permitted, anyway, after all,
    to be honest, honestly, i think, i guess, i believe, we think, in my opinion, the way, the work, work on, kind of, sort of, the moment, other, others`,
  m: `it is essential that, it is important that, it is crucial that, it is vital that, it is necessary that, it is a must that, it makes sense to, it is better to, it is best to, it is good to, it makes sense that, essential that, important that, vital that, crucial that, should, must, shall, will, ought to, is to, are to, want, wants, want to, wants to, would like, would like to, wish, wish to, like to,
    would prefer, would prefer to, would love, prefer, expect, need that, needs that, want that, insist on, insist that, insist, expected to, supposed to, better, had better, is going to, is due`,
  h: `has to, have to, had to, having to, needs to, need to`,
  c: `be able to, able to, is able to, are able to, can, may, could, can also, feel free to, is free to, are free to, is allowed to, are allowed to`,
  i: `you, someone, somebody, anyone, anybody, everyone, everybody, people, one, they all, he, she, they, a colleague, someone else`,
  y: `i, we, me, us, my, our, myself, ourselves, mine, what i, what we, all i, all we, from me, by me`,
  n: `not, no, never, nowhere, nobody, no one, none, do not let, nor, neither, hardly, nobody else, under no circumstances, in no case, by no means`,
  X: `no longer, have no business, has no business, no reason, no need, no point, no use, lacks any reason, no cause, need not, needs not, does not need to, do not need to, not necessarily`,
  0: `nothing, anything, no step, any step, no other step, any other step, no steps, any other steps, no other steps, nothing at all, anything at all, anything else, any of them`,
  o: `only, exactly, precisely, nothing but, none but, solely, exclusively, nothing else, nothing more, nothing besides, no one else, alone, nothing apart from that, and no more, and no other, and no other step, no other, the only thing, the only step, the only one, just that, just this`,
  $: `and that is it, that is it, that is all, and that is all, full stop, period`,
  w: `wait, wait for, wait on, depend, depend on, depend upon, rely, rely on, hinge on, rest on, await, queue, queue up, queue for, hold, hold on, hold back, hold off, put on hold, on hold,
    put off, put on ice, on ice, delay, postpone, defer, stall, pause, hang around, hang on, stand by, hold its horses, hold their horses, hold your horses, hands off, keep your hands off, follow, contingent, contingent upon, hang fire, hang fire on, triggered by, started by, unlocked by, kicked off by, enabled by, as a prerequisite, as prerequisite, as a precondition, as a condition, as a requirement, build on, dependent, dependent on, contingent on, conditional on,
    conditional upon, subject to, blocked by, blocked on, blocked, held up by, sit tight, stay put, linger, kept waiting, wait its turn, wait until, bound to, wait till`,
  W: `need, require, presuppose, call for`,
  a: `after, once, when, whenever, as soon as, the moment that, the moment, the minute, the instant, following, behind, on completion of, upon completion of, not before, not until, no earlier than, no sooner than,
    not earlier than, not sooner than, at the earliest after, not any earlier than, only after, only once, only when, not unless, later than, subsequent to, preceded by, in the wake of, after that of, at the earliest when, until after`,
  j: `immediately after, right after, straight after, directly after, right behind, directly behind, straight behind, immediately behind, just after, just behind`,
  b: `before, ahead of, in front of, prior to, in advance of, earlier than, sooner than, by the time, precede, come before, prerequisite for, prerequisite of, prerequisite to, a prerequisite for, precondition for, precondition of, requirement for,
    requirement of, required for, required by, needed for, needed by, needed before, necessary for, a must for`,
  z: `unlock, trigger, enable, block, gate, hold up, obstruct, impede, delay the start of, stand in the way of, keep from starting`,
  u: `until, till, unless, up until, except after, except when, except with`,
  k: `during, while, as long as, so long as, for as long as`,
  q: `without`,
  g: `turn to, move on to, get to, go out, go live, go public, start, starting, begin, run, happen, go ahead, get going, kick off, set off, go off, take off, proceed, take place, execute, launch, fire, come, commence, get the go ahead, gets the go ahead, get underway, get started, go on with, carry out,
    perform, do, done by, get to work, set out, work, have its turn, be on, be started, be run, be up`,
  G: `go, goes`,
  d: `done, finish, complete, completion, over, ready, in the bag, through, ends, ended, ending, finished with, wrap up, conclude, come to an end, reach its end, settled, there already, available, in place, in hand, behind us, sorted, out of the way, its end, accomplished, concluded, closed, taken care of, exists, exist, successful, successfully, have ended`,
  Y: `see, look at, look over, check, review, inspect, have a look at, take a look at, examine, go over`,
  f: `start with, begin with, kick off with, open with, first, beforehand, in first place, to begin with, the start, the beginning, the top, the very start, the very beginning, the very top, the front, the head, very first, the very first, the first place, to the front, at the outset`,
  s: `second, then, thereafter, after that, afterwards, next, subsequently, followed by, later, after it, after which, third, and after that, and then, follow it by, later on, only then`,
  l: `end with, finish with, close with, last, lastly, finally, the end, the very end, the back, the bottom, the very last, very last, the back of the queue, the end of the queue, the end of the line, the tail, the last place, at the close, in the end`,
  B: `between, in between`,
  V: `put, place, move, shift, push, bring, relocate, reposition, belong, slot, drag, pull, its place, the place, position, its position, its spot, transfer, rearrange, reorder`,
  R: `sever, exclude, let go of, rid the plan of, out with, forget, away with, scratch, struck, cross, remove, delete, drop, scrap, ditch, dump, nix, bin, axe, kill, erase, eliminate, discard, cancel, cut, cut out, omit, skip, get rid of, dispense with, do away with, do without, live without, manage without, disappear, vanish, throw out,
    throw away, chuck out, kick out, strike, strike out, cross out, take out, take away, lose, purge, leave out, weed out, go away, go into the bin, go in the bin, be history, forget about, abolish, trash, wipe, toss, rid of, fall away, fly out`,
  O: `out, gone, away, history, off the list, off the plan, out of the plan, out of it, off it, off the table, out of here, out of there, out of the list`,
  T: `deserve, merit, take, give, get, throw, kick, chuck, toss, cut, rip, strike, pull, fling, boot`,
  e: `needed, necessary, wanted, required, useful, of use, worth it, relevant`,
  "-": `unnecessary, superfluous, redundant, obsolete, pointless, useless, dispensable, unneeded, surplus, moot, surplus to requirements, has no place, have no place, no place, out of place, no good, overkill, too much, a waste, a waste of time, not worth it`,
  x: `do not touch, not touch, keep, leave, spare, retain, stay, remain, preserve, hang on to`,
  K: `dependency, dependence, dependencies, link, links, linked, connection, connected, tie, ties, tied, bond, edge, arrow, coupled, coupling, relation, linked up, related, waiting`,
  L: `unrelated, unrelated to, nothing to do with, nothing in common with, free, untie, unlink, detach, decouple, disconnect, separate, uncouple, unhook, unchain, release, independent, independent of, independently of, irrespective of, regardless of, liberate, disentangle`,
  P: `talk to me, speak to me, ask first, approve, approval, ok, okay, permission, green light, green-light, go-ahead, go ahead, sign off, sign off on, sign-off, consent, confirm, confirmation, blessing, say so, say-so, say yes, said yes, ask, check with me, check with us, check back with me, check back with us,
    consult, bother, authorise, authorize, authorisation, authorization, nod, agree, agree to, agreement, clearance, thumbs up, run by me, run past me, run it by me, run it past me, hear from me, heard from me, get back to me, give the word, clear it with me,
    clear with me, ask me, ask us, asking, let me decide, get the ok, final say, the last word, release by me, veto, a say, a say in, have a say, final say, the final say, last say, the last say`,
  I: `if, in case, in case of, should it, in the event that, in the event of, even if`,
  F: `unsuccessful, unsuccessfully, error out, fail, failure, break, break down, broken, crash, error, go wrong, goes wrong, going wrong, trouble, problem, problems, do not work, does not work, not work, not work out, does not work out, do not work out, go belly up, fall over, blow up, throw an error, act up, screw up, mess up, messes up, go south, conk out, bomb, flop, hiccup`,
  C: `it does not matter, no harm, go on, carry on, continue, keep going, press on, push on, move on, go ahead with, proceed with, proceed anyway, ignore, so be it, never mind, no big deal, no problem, is no problem, not a problem, no drama, no matter, does not matter, do not matter, regardless, nevertheless, nonetheless, tolerate, is fine, that is fine,
    fine, optional, nice to have, not the end of the world, no harm done, do not care, do not worry, who cares, keep on going, carry on with, go on with, acceptable, bad luck, tough luck, too bad, shrug it off, live with it, without consequences, without consequence, no consequences, without further ado`,
  H: `stop, halt, abort, to a halt, bring to a halt, come to a halt, stop everything, call it off, call off, terminate, give up, quit, shut down, pull the plug, matter, the end of it, derail, ruin, critical, crucial, essential, vital`,
  "*": `the rest, everything else, the others, all the others, the other steps, all the rest, the whole plan, the whole thing, the whole run, the run, what comes after, what follows, all else, the remaining steps, whole plan, run as a whole, everyone else, the entire run, the entire plan`,
  t: `retry, retries, retried, retrying, try again, attempt, attempts, try, tries, chance, chances, go, goes, shot, shots, repeat, times, repetition`,
  N: `rename, call, title, name, label, named, titled, called, new title, new name, new label, retitle, relabel, becomes, become, read, reads, renamed to, renamed, caption, heading, be known as`,
  S: `swap, exchange, trade, trade places, swap places, change places, switch, switch places, swap round, swap around, other way round, other way around, the other way round, the other way around, in reverse order, reverse, trade positions, swap positions, interchange, flip, reversed, in the reverse order, turn round, turn around`,
  J: `at once, parallel, in parallel, same time, at the same time, the same time, side by side, simultaneously, simultaneous, alongside, concurrently, concurrent, in tandem, together, hand in hand, abreast, next to each other, at one go, parallelise, parallelize, in one go, overlap, concurrently with, at the same time as, in parallel with, in parallel to`,
  E: `each other, one another, behind each other, for each other, on each other`,
  v: `change, changes, edit, edits, unite, merge, combine, join, fuse, fold, split, divide, chop, add, insert, append, create, include, new, undo, redo, revert, restore, copy, replace, timeout, template, condition, schedule, webhook, tool, input, output, result`,
  Z: `line, one after the other, one after another, one by one, single file, in this order, in that order, in exactly this order, in exactly that order, in sequence, in series, sequentially, serially, back to back, in a row, in turn, one at a time, in single file, consecutively, in succession, successively, like beads on a string, in the order given, in this sequence, in line, line up, chain`,
  A: `apply to, apply for, goes for, go for, holds for, counts for, count for, the same for, same for, same, likewise, ditto, the same, the same applies to, do the same, true for, the same goes for, hold for, holds true for`,
  r: `again, anew, over again, once again`,
  p: `for, on, upon, from, against, about, regarding, concerning, with regard to`,
  "!": `yesterday, ago, earlier, previously, already, used to, maybe, perhaps, possibly, suppose, imagine, wonder, what, why, who, whom, whose, how, where, would, might, think, thought, hypothetically, hopefully, probably, supposedly, last week, last month, last year,
    said that, says, told, thinks, believe, wondering, thinking, considering, consider, if only, not sure, unsure, example, not decided, whether, because, since, although, despite, except, except for, apart from, other than, besides, save for, excluding, everything but, all but, all steps but, every step but, instead, instead of, meant, i mean, mistake, backwards, mixed up, wrong, oops, correction`,
  D: `was, were, been, had, did, got, took, taken`,
};

type Meaning = { symbol: string; size: number };

// Meanings whose words are verbs and nouns, and so have other forms.
const INFLECTED = /[wWgdbzRLPFCHtNSxVAT]/;
const WHOLE = new Map<string, string>();
const WORDS = new Set<string>();
const PHRASES = Object.entries(MEANINGS).flatMap(([symbol, list]) =>
  list.split(",").map((item) => ({ symbol, words: item.trim().split(/\s+/) })),
);
const learn = (words: readonly string[], symbol: string) => {
  if (!WHOLE.has(words.join(" "))) WHOLE.set(words.join(" "), symbol);
  for (const word of words) WORDS.add(word);
};
// What is listed as it stands counts before what is only a form of another word.
for (const { symbol, words } of PHRASES) learn(words, symbol);
for (const { symbol, words } of PHRASES)
  if (INFLECTED.test(symbol))
    for (const form of formsOf(words[0] ?? "")) learn([form, ...words.slice(1)], symbol);
const LONGEST = 6;

// A verb in the forms that sentences have.
export function formsOf(verb: string): string[] {
  if (verb.length < 2 || !/^[a-z]+$/.test(verb)) return [verb];
  const stem = verb.replace(/e$/, "");
  const doubled = /[^aeiou][aeiou][bdgklmnprt]$/.test(verb)
    ? [`${verb}${verb.at(-1)}ing`, `${verb}${verb.at(-1)}ed`]
    : [];
  const soft = /[^aeiou]y$/.test(verb) ? [`${verb.slice(0, -1)}ies`, `${verb.slice(0, -1)}ied`] : [];
  const hissed = /(?:s|x|ch|sh|o)$/.test(verb) ? [`${verb}es`] : [`${verb}s`];
  return [verb, ...hissed, ...soft, ...doubled, `${stem}ing`, `${stem}ed`];
}

/** The meaning of the words at the beginning of a row of lower-case words, and how many words it takes. */
export function meaningAt(words: readonly string[]): Meaning | null {
  for (let size = Math.min(LONGEST, words.length); size > 0; size -= 1) {
    const [first = "", ...rest] = words.slice(0, size);
    const symbol = WHOLE.get([first, ...rest].join(" ")) ?? ofPresent(first, rest);
    if (symbol !== undefined) return { symbol, size };
  }
  return null;
}

function ofPresent(first: string, rest: readonly string[]): string | undefined {
  // "Can be done without 2" is no way of doing without it.
  const present = rest[0] === "without" ? null : presentOf(first);
  const symbol = present === null ? undefined : WHOLE.get([present, ...rest].join(" "));
  return symbol !== undefined && INFLECTED.test(symbol) ? symbol : undefined;
}

/** Every word that some meaning is made of. */
export const lexiconWords: ReadonlySet<string> = WORDS;

/** Whether a verb stands in a form that tells what was or is done: "removed", "cut". */
export function isPast(word: string): boolean {
  return /ed$/.test(word) || presentOf(word) !== null;
}
