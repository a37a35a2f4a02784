import { NumberSetting } from "./number-setting.tsx";

/** How long runs are kept after their end. */
export function KeepRuns({ days }: { days: number | null }) {
  return (
    <NumberSetting
      label="Days that a run is kept after its end"
      hint="Empty keeps every run for ever. Older runs are deleted with their log, values and files; links to them then lead nowhere. Saved plans stay, and so does a run that goes on, that another one goes on for, or that a newer run has taken steps over from."
      value={days}
      most={3_650}
      mayBeEmpty
      changeOf={(keepRunsDays) => ({ keepRunsDays })}
    />
  );
}
