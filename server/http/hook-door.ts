import { Readable } from "node:stream";
import type { HttpBindings } from "@hono/node-server";
import { type Context as Request, Hono } from "hono";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Context } from "#server/context.ts";
import { askedTogether } from "#server/services/asked-together.ts";
import { awaitRun } from "#server/services/await-run.ts";
import { DeliveryRefusal } from "#server/services/delivery-refusal.ts";
import { findHook } from "#server/services/find-hook.ts";
import { keepVerdicts } from "#server/services/keep-verdicts.ts";
import { readRunReport } from "#server/services/read-run-report.ts";
import { remoteAddress } from "./access.ts";
import { bodyRoom } from "./body-room.ts";
import { problem } from "./problem.ts";
import { type BodyLimits, SenderGone } from "./read-body.ts";
import { firstSeen, type Seen, type Taken, takeDelivery } from "./take-delivery.ts";

const LIMITS: BodyLimits = { bytes: 1024 * 1024, ms: 15_000 };
const MAX_WAIT_SECONDS = 60;
const MAX_WAITING = 200;
// Of one place to one webhook. What is good is never counted and never held up.
const BAD_SIGNATURES = { points: 100, duration: 60 };
const NOTES = {
  unnamed:
    "A body like this one came before. Without an id, equal bodies within seven days are one delivery: send an id of its own, such as the header Idempotency-Key.",
  gone: "This delivery came before. The run that it started is not kept any longer.",
};

/**
 * Where other programs start runs: POST /hooks/{webhookId}. They have neither the access token nor a page of
 * ours; what opens this door is the webhook's own secret.
 */
export function hookDoor(ctx: Context, limits = LIMITS) {
  const hookOf = askedTogether((webhookId) => findHook(ctx, webhookId));
  const verdicts = keepVerdicts(ctx);
  const room = bodyRoom();
  const badSignatures = new RateLimiterMemory(BAD_SIGNATURES);
  let waiting = 0;

  return new Hono().all("/hooks/:webhookId", async (c) => {
    if (c.req.method !== "POST") {
      const detail = `"${c.req.path}" does not take ${c.req.method}. It takes POST.`;
      return problem({ status: 405, detail, headers: { Allow: "POST" } });
    }
    const waitSeconds = readWait(c.req.query("wait"));
    if (waitSeconds === null) {
      const detail = `"wait" is "${c.req.query("wait")?.slice(0, 20)}", but it takes a whole number of seconds from 0 to ${MAX_WAIT_SECONDS}.`;
      return problem({ status: 422, detail });
    }
    const startedAt = performance.now();
    const answered = (verdict: Parameters<typeof ctx.metrics.deliveryAnswered>[0]["verdict"]) =>
      ctx.metrics.deliveryAnswered({ verdict, seconds: (performance.now() - startedAt) / 1_000 });

    const hook = await hookOf(c.req.param("webhookId"));
    if (hook === null) {
      answered("unknown");
      return problem({ status: 404, detail: "There is no webhook at this address that takes deliveries." });
    }
    const header = (name: string) => c.req.header(name) ?? null;
    const seen = firstSeen(header);
    try {
      const taken = await takeDelivery(
        ctx,
        { hook, header, incoming: incomingOf(c), seen },
        { limits, room },
      );
      if (taken.repeatOf !== null) verdicts.noteRepeat(taken.repeatOf);
      answered(taken.repeatOf === null ? "accepted" : "repeated");
      return await answer(c, taken, waitSeconds);
    } catch (error) {
      // The connection is gone, so that nobody reads this answer.
      if (error instanceof SenderGone) return c.body(null, 400);
      if (!(error instanceof DeliveryRefusal)) throw error;
      answered(error.verdict);
      return refuse(c, { hookId: hook.id, seen }, error);
    }
  });

  async function answer(c: Request, taken: Taken, waitSeconds: number): Promise<Response> {
    const { runId } = taken;
    if (runId !== null && waitSeconds > 0 && waiting < MAX_WAITING) {
      waiting += 1;
      try {
        const { signal } = c.req.raw;
        if (await awaitRun(ctx, { runId, ms: waitSeconds * 1_000, signal }))
          return c.json(await readRunReport(ctx, { runId }), 200);
      } finally {
        waiting -= 1;
      }
    }
    const repeated = taken.repeatOf !== null;
    const note = runId === null ? NOTES.gone : repeated && taken.isUnnamed ? NOTES.unnamed : null;
    return c.json({ runId, repeated, ...(note !== null && { note }) }, 202);
  }

  async function refuse(
    c: Request,
    { hookId, seen }: { hookId: string; seen: Seen },
    refusal: DeliveryRefusal,
  ): Promise<Response> {
    const { verdict, status, message, inside, runId } = refusal;
    if (verdict === "bad_signature") {
      const wait = await tooMany(`${hookId} ${remoteAddress(c)}`);
      if (wait !== null) {
        const detail = "Too many deliveries from here are not signed as they have to be. Mend the secret.";
        return problem({ status: 429, detail, headers: { "Retry-After": String(wait) } });
      }
    }
    verdicts.note({ ...seen, webhookId: hookId, verdict, status, detail: inside ?? message });
    if (status < 300) return c.json({ runId: null, repeated: false, note: message }, 200);
    return problem({
      status,
      detail: message,
      members: runId === null ? {} : { runId },
      headers: {
        ...(status === 401 ? { "WWW-Authenticate": 'Bearer realm="webhook"' } : {}),
        ...(refusal.retryAfter === null ? {} : { "Retry-After": String(refusal.retryAfter) }),
        // What is left of the body is not wanted any more.
        ...(status === 408 || status === 413 ? { Connection: "close" } : {}),
      },
    });
  }

  /** For how many seconds; null while it is not too many. */
  async function tooMany(place: string): Promise<number | null> {
    const { consumedPoints, msBeforeNext } = await badSignatures.penalty(place);
    return consumedPoints > BAD_SIGNATURES.points ? Math.ceil(msBeforeNext / 1_000) : null;
  }
}

function readWait(text: string | undefined): number | null {
  if (text === undefined) return 0;
  const seconds = /^\d{1,2}$/.test(text) ? Number(text) : null;
  return seconds !== null && seconds <= MAX_WAIT_SECONDS ? seconds : null;
}

/** The request as Node has it, which costs a flood of them least. */
function incomingOf(c: Request): Readable {
  const bindings: Partial<HttpBindings> | undefined = c.env;
  const { incoming } = bindings ?? {};
  if (incoming !== undefined) return incoming;
  return c.req.raw.body === null ? Readable.from([]) : Readable.from(c.req.raw.body);
}
