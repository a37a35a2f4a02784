import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import type { Plan } from "#server/core/plan.ts";
import type { WebhookView } from "#server/core/trigger-views.ts";
import { fieldProblems, postJson } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import { parseInput } from "#web/run/parse-input.ts";
import controls from "#web/ui/controls.module.css";
import { Dialog } from "#web/ui/dialog.tsx";
import dialogStyles from "#web/ui/dialog.module.css";
import { FormField } from "#web/ui/form-field.tsx";
import { Note } from "#web/ui/note.tsx";
import { useAction } from "#web/use-action.ts";
import { inputReaders } from "./input-readers.ts";
import { webhookPath } from "./trigger-queries.ts";

type TestDeliveryProps = { webhook: WebhookView; plan: Plan | undefined; onClose: () => void };

/** Starts a run as if the payload had been delivered; needs no secret. */
export function TestDelivery({ webhook, plan, onClose }: TestDeliveryProps) {
  const [, navigate] = useLocation();
  const readers = inputReaders(plan);
  const [text, setText] = useState('{\n  "order": 42\n}');
  const [wrong, setWrong] = useState<string | undefined>();
  const { act, isSending, error, problem } = useAction("The run was not started.", ["payload"]);

  async function deliver(event: FormEvent) {
    event.preventDefault();
    const payload = parseInput(text);
    setWrong(payload.ok ? undefined : payload.error);
    if (!payload.ok) return;
    await act(async () => {
      const { runId } = await postJson<{ runId: string }>(`${webhookPath(webhook.webhookId)}/test`, {
        payload: payload.value,
      });
      onClose();
      navigate(`/runs/${runId}`);
    });
  }

  return (
    <Dialog title={`Send a test to “${webhook.title}”`} onClose={onClose}>
      <form noValidate onSubmit={(event) => void deliver(event)}>
        <p>
          A real run of the saved plan starts with this payload, with everything that its steps do.{" "}
          {readers === "" ? "No step of the plan reads it." : `It is read by ${readers}.`}
        </p>
        <FormField label="Payload, as JSON" problem={wrong ?? fieldProblems(error)["payload"]}>
          {(parts) => (
            <textarea
              {...parts}
              className={joinClasses(controls["field"], controls["mono"])}
              rows={7}
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
        </FormField>
        {problem && <Note level="error">{problem}</Note>}
        <div className={dialogStyles["actions"]}>
          <button type="button" className={controls["button"]} onClick={onClose}>
            Not now
          </button>
          <button
            type="submit"
            className={joinClasses(controls["button"], controls["primary"])}
            disabled={isSending}
          >
            Start a test run
          </button>
        </div>
      </form>
    </Dialog>
  );
}
