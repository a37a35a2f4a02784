import type { ApprovalView } from "#server/core/views.ts";
import { Note } from "#web/ui/note.tsx";
import { correctionText, saysTheSame } from "./approval-words.ts";

/** Why a person is asked, what the step does and gives, and what was tried before. */
export function ApprovalFacts({ approval }: { approval: ApprovalView }) {
  const { stepTitle, instructions, expectedOutput } = approval;
  const isToldBefore = saysTheSame(expectedOutput, stepTitle) || saysTheSame(expectedOutput, instructions);
  return (
    <>
      <dl>
        <Fact name="Why you are asked" value={approval.reason} />
        <Fact name="Does" value={saysTheSame(instructions, stepTitle) ? null : instructions} />
        <Fact name="Calls" value={approval.tool} />
        <Fact name="Effects" value={approval.sideEffects} />
        <Fact name="Should give" value={isToldBefore ? null : expectedOutput} />
      </dl>
      {approval.corrections.map((correction) => (
        <Note key={correction.attempt} level="warning">
          Attempt {correction.attempt}: {correctionText(correction)}
        </Note>
      ))}
    </>
  );
}

function Fact({ name, value }: { name: string; value: string | null }) {
  if (!value) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
