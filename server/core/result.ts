/** An expected outcome: a value, or the refusal that the caller can act on. */
export type Result<Value, Refusal> = { ok: true; value: Value } | { ok: false; error: Refusal };

export function ok<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

export function err<Refusal>(error: Refusal): { ok: false; error: Refusal } {
  return { ok: false, error };
}
