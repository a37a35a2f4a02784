import { NumberSetting } from "./number-setting.tsx";

/** How many approvals of one agent people are asked for at the same time. */
export function OpenApprovals({ most }: { most: number }) {
  return (
    <NumberSetting
      label="Open approvals per agent"
      hint="People are asked for so many at once, oldest first and in turn between runs. Further ones keep their input and ask when one of these is decided."
      value={most}
      most={1_000}
      mayBeEmpty={false}
      changeOf={(value) => ({ openApprovalsPerAgent: value ?? undefined })}
    />
  );
}
