import { Plus } from "lucide-react";
import { useState } from "react";
import type { Plan } from "#server/core/plan.ts";
import controls from "#web/ui/controls.module.css";
import { ScheduleCard } from "./schedule-card.tsx";
import { ScheduleForm } from "./schedule-form.tsx";
import { TriggerSection } from "./trigger-section.tsx";
import { useSchedules } from "./trigger-queries.ts";

type ScheduleSectionProps = { slug: string; plan: Plan | undefined; now: number };

export function ScheduleSection({ slug, plan, now }: ScheduleSectionProps) {
  const schedules = useSchedules(slug);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <TriggerSection
      title="Schedules"
      about="Runs of the saved plan at times that you state, on the clocks of a place. A slot fires once, however many servers run."
      empty="None yet. Add one here, or say it in the conversation: “every weekday at 9 in Berlin”."
      list={schedules}
      action={
        <button type="button" className={controls["button"]} onClick={() => setIsAdding(true)}>
          <Plus size={14} aria-hidden />
          Add a schedule
        </button>
      }
      item={(schedule) => (
        <ScheduleCard key={schedule.scheduleId} slug={slug} schedule={schedule} plan={plan} now={now} />
      )}
    >
      {isAdding && (
        <ScheduleForm slug={slug} schedule={null} plan={plan} onClose={() => setIsAdding(false)} />
      )}
    </TriggerSection>
  );
}
