import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import { makePlan } from "#test/make.ts";
import { openSession } from "./session.ts";
const plan = makePlan({ load: [], clean: ["load"], stats: ["clean"], plot: ["clean"], draft: ["stats", "plot"], edit: ["draft"], mail: ["edit"], archive: ["mail"] },
 { load: { title: "Load the sensor readings" }, clean: { title: "Clean the readings" }, stats: { title: "Compute the statistics" }, plot: { title: "Plot the curves" }, draft: { title: "Draft the summary" }, edit: { title: "Proofread the summary" }, mail: { title: "Mail the summary to the client" }, archive: { title: "Archive everything" } });
const lines = `step 4 must come after step 3
the plot depends on the statistics
have the drafting wait for the cleaning too
don't plot the curves before the statistics are there
1 should wait for 8
archiving no longer has to wait for the mail
the proofreading doesn't need to wait for the draft any more
run 3 and 4 one after the other
make 3 and 4 strictly sequential
can you do steps 6 and 7 in parallel?
kick out step 6
I don't want the archive step
please get rid of steps 2 through 4
remove everything after the draft
keep just the first four steps
drop the two summary steps
add a step before the mail that checks the attachments
add "Convert to PDF" after the proofreading
insert a sanity check between load and clean
could you append a step that posts the result to Slack?
after step 2, detect outliers
rename 5 to "Write up the findings"
call the last step "Store everything"
swap the plot and the statistics
move the archive step before the mail
move step 6 to the end
split step 5 into an outline and a full text
merge 3 and 4 into "Analyse the readings"
I want to sign off on the email before it goes out
the mail to the client requires my approval
never send the mail without asking me
step 7 doesn't need approval
if the plot fails, keep going
retry loading three times
try the mail up to 5 times
if step 7 fails, notify the ops team
only mail the summary if there are changes
skip the plot if there are no readings
mail only when the statistics look fine
steps 6 to 8 need approval
require approval everywhere
remove step 3 and 4, then rename step 5 to "Wrap up" and retry it twice
draft waits only for the statistics
archive should depend on nothing but the draft
let the archive run right after the cleaning
what happens if step 4 fails?
which steps can run in parallel?
why does the draft wait for the plot?
can step 3 run before step 2?
is the plot used anywhere?
which steps need approval?
remove the summary
make it faster
do a barrel roll
step 9 should wait for step 2
rename the invoice step to foo
save it
save and run it
run it every monday at 7:30
start it via webhook
undo
go back to r1
remove step 2 please, thanks!
delete stpe 3
plot shuold wait for statistcs
the mail goes out only after I approve
never mind
Hello
lösche Schritt 3
Schritt 4 soll auf Schritt 3 warten
supprime l'étape 3
mueve el paso 6 al final
don't remove anything
set a timeout of 2 minutes on the mail
give step 1 10 minutes
make all steps retry once
remove step 4; also step 8 should wait for step 5
2 before 1
draft the summary before plotting
put a review between 6 and 7`.split("\n");
for (const l of lines) { const s = openSession(createBuiltinPlanner(), plan); const t = await s.say(l); const e = t.called.map((c) => c.name === "edit_plan" ? JSON.stringify((c.input as any).edits.map((x: any) => { const { instructions, expectedOutput, ...r } = x.step?.id ? x.step : {} as any; return x.step?.id ? { ...x, step: { t: r.title, d: r.dependsOn, s: r.settings?.length ? r.settings : undefined } } : x; })) : c.name + JSON.stringify(c.input)).join(" "); console.log("> " + l + "\n    " + (e || "“" + t.reply + "”") + (t.refused.length ? " REFUSED " + t.reply : "")); }
