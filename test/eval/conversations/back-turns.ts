import { phrased } from "./draft.ts";
import { afterChange, afterRedo, afterUndo, currentOf, graphAt, type History } from "./history.ts";
import type { Random } from "./random.ts";

/** Going back or forward: the revision that comes back, and the history after it. */
export type BackDraft = {
  type: "back";
  category: string;
  say: string;
  restores: number;
  history: History;
  reply: string;
};

/** A bare "undo" is said only right after a change: otherwise it could mean the answer. */
export function undone(random: Random, history: History, isRightAfter: boolean): BackDraft | null {
  const [restores] = history.undo;
  if (restores === undefined) return null;
  const say = phrased(random, [
    () => "undo the last change",
    () => "cancel the last change",
    () => "I changed my mind about the last change, undo it",
    () => "roll back the last change",
    () => "undo that last change please",
    () => "take the last change back",
    () => "revert the last change",
    () => "put it back the way it was before the last change",
    ...(isRightAfter ? [() => "undo", () => "undo that", () => "hmm, no, put that back"] : []),
  ]);
  const reply = "The last change is taken back.";
  return { type: "back", category: "undo", say, restores, history: afterUndo(history), reply };
}

export function redone(random: Random, history: History): BackDraft | null {
  const [restores] = history.redo;
  if (restores === undefined) return null;
  const say = phrased(random, [
    () => "redo",
    () => "redo the change",
    () => "actually, redo that",
    () => "undo the undo",
    () => "put the change back in",
    () => "redo it after all",
    () => "no, redo that",
    () => "do it again, I want it after all",
    () => "bring the undone change back",
  ]);
  const reply = "The change is back.";
  return { type: "back", category: "redo", say, restores, history: afterRedo(history), reply };
}

/** Two changes at once. Where undo leads afterwards is a matter of taste, so a change has to follow first. */
export function undoneTwice(random: Random, history: History): BackDraft | null {
  const [, restores] = history.undo;
  if (restores === undefined) return null;
  const say = phrased(random, [
    () => "undo the last two changes",
    () => "undo the previous two changes",
    () => "roll back the last two changes",
    () => "undo twice",
    () => "undo both of the last changes",
    () => "go back two changes",
    () => "take back the last two changes",
  ]);
  const next = { ...afterChange(history, graphAt(history, restores)), undo: [] };
  return { type: "back", category: "undo_several", say, restores, history: next, reply: "Both are undone." };
}

export function backTo(random: Random, history: History): BackDraft | null {
  const restores = history.undo.at(Math.floor(random() * history.undo.length));
  if (restores === undefined || graphAt(history, restores) === currentOf(history)) return null;
  const say = phrased(random, [
    () => `go back to revision ${restores}`,
    () => `take me back to revision ${restores}`,
    () => `reset it to revision ${restores}`,
    () => `roll back to revision ${restores}`,
    () => `restore revision ${restores}`,
    () => `I want revision ${restores} back`,
    () => `back to revision ${restores} please`,
  ]);
  const next = { ...afterChange(history, graphAt(history, restores)), undo: [] };
  return { type: "back", category: "go_back", say, restores, history: next, reply: "That revision is back." };
}
