import type { ApprovalView } from "#server/core/views.ts";

/** `1 of 2 agreed: Ana, 10:02`; null where one person decides alone. */
export function agreedText({ approvers, signatures }: ApprovalView): string | null {
  if (approvers === 1) return null;
  const count = `${signatures.length} of ${approvers} agreed`;
  if (signatures.length === 0) return count;
  const names = signatures.map(({ by, at }) => `${by}, ${clock(at)}`);
  return `${count}: ${names.join("; ")}`;
}

/** When somebody of that name agreed; null when nobody did. */
export function agreedAt({ signatures }: ApprovalView, name: string): string | null {
  const plain = (text: string) => text.trim().toLowerCase();
  const signed = signatures.find(({ by }) => plain(by) === plain(name));
  return signed ? clock(signed.at) : null;
}

/** Who decided: all who agreed, or the one who did not. */
export function decidersText({ status, decidedBy, signatures }: ApprovalView): string {
  const names = signatures.map(({ by }) => by);
  return status === "approved" && names.length > 1 ? names.join(", ") : (decidedBy ?? "");
}

function clock(at: string): string {
  const date = new Date(at);
  const time = date.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? time : `${date.toLocaleDateString(undefined, { dateStyle: "medium" })} ${time}`;
}
