// Verbs that people give orders with. A clause that begins with one is a piece of work.
const VERBS =
  `add adapt adjust aggregate alert analyse analyze announce answer append apply approve archive arrange ask assemble assess
assign attach attend back backup balance book bring broadcast browse build bump bundle buy calculate call cancel categorise categorize
change chart check choose clarify classify clean clear close cluster code collect combine comment compare compile complete compose
compress compute condense confirm consolidate contact convert cook copy correct count crawl create crop cross cut decide decorate
dedupe deduplicate define delete deliver deploy derive describe design detect determine develop discard distribute divide do document
double download draft draw drop dump edit email e-mail emit encode encrypt enrich enter escalate estimate evaluate examine execute
explain explore export extract fetch fill filter finalise finalize find finish fix flag flatten fold follow forecast format forward gather generate
get give go google grab grade group handle hand have identify illustrate import include index inform insert inspect install interview invite
invoice issue join keep label launch lay learn leave let lint link list load locate log look mail make mark match measure merge
message migrate monitor move normalise normalize note notify number open order organise organize outline output pack package page parse paste pay
pick pin plan plot post predict prepare print prioritise prioritize process produce prompt proofread propose provide publish pull pump purchase push
put query question quote rank rate read rebuild recommend reconcile record redact reduce refresh register reject release remind remove
rename render repair repeat replace reply report request resend reserve reset resize resolve respond restart restore retrieve return review
rewrite route run save scan schedule score scrape search see select sell send separate serve set share ship shorten show sign simplify sketch sort
split stage start stop store structure study submit subscribe subtract suggest sum summarise summarize suspend switch sync tag take
talk tell test text thank throw tidy total trace track train transcribe transfer transform translate transpose trigger try turn tweet
type unpack unzip update upgrade upload use validate verify visit visualise visualize wait warn wash watch weigh work write zip
accept accompany advertise align annotate apologise apologize approximate arrive assist audit award bake bathe beat beg benchmark bind
blend boil brief brush burn bury calibrate caption carry cater certify chair charge chase chop cite clamp clip coach comb command
commission concatenate congratulate consider cool countersign cover debug decline decode decrypt deduce delegate demand demonstrate
depart detach dice dig digest direct discount discover dismantle downgrade drain dress drill drive dry dub elect empty engrave enrol
enroll exchange fasten feed file film fly freeze fuel furnish glue greet grill guide haggle hammer hang harvest hash heat help
highlight hire host infer instruct insure interpret introduce investigate jot judge knead laminate lease license lift localise localize
lock lodge loosen lower marinate melt memorise memorize minify mirror mix mop mount mow negotiate nominate notarise notarize nudge
observe offer outsource paint paraphrase park partition pass patch peel phone photograph ping pitch plant play plug polish poll pour
practice practise present probe promote prove prune quiz rake reach rearrange recruit refactor refill refuel refund refuse rehearse
reimburse rent reopen replenish repost reprice reread restock retouch revise ride ring rinse roast roll round sample scrub seal season
segment settle sew shave shelve shoot shortlist shred simulate skim slice soak solve spot stack stamp staple steer stir storyboard stow
subcontract subtitle support survey swap sweep teach thaw think tick tighten toast tow triage trim tune typeset underline undress
unload unlock unplug unwrap vacuum vote walk warm water weed welcome whisk wrap`.split(/\s+/);
const WORDS = new Set(VERBS);

/** Whether a word is a verb that orders begin with, in its plain form. */
export function isOrderVerb(word: string): boolean {
  return WORDS.has(word.toLowerCase());
}
