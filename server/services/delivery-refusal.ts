import type { Verdict } from "#server/core/trigger.ts";

/** A delivery that starts no run, with what its sender is answered and the list of deliveries shows. */
export class DeliveryRefusal extends Error {
  override readonly name = "DeliveryRefusal";
  readonly verdict: Verdict;
  readonly status: number;
  readonly retryAfter: number | null;
  /** More for the list than the sender is told. */
  readonly inside: string | null;
  readonly runId: string | null;

  constructor(
    verdict: Verdict,
    status: number,
    detail: string,
    more: { retryAfter?: number; inside?: string; runId?: string | null } = {},
  ) {
    super(detail);
    this.verdict = verdict;
    this.status = status;
    this.retryAfter = more.retryAfter ?? null;
    this.inside = more.inside ?? null;
    this.runId = more.runId ?? null;
  }
}
