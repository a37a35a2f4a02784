import { between, oneOf, type Random, shuffled } from "./random.ts";

const DOMAINS = [
  "supplier invoices|purchase orders|stock levels|price list|customer returns|delivery notes|discount codes|warehouse counts|product photos|payment receipts|shelf labels|loyalty points",
  "lab results|patient letters|appointment requests|insurance claims|ward rosters|x-ray images|vaccination records|referral forms|allergy lists|discharge notes|blood samples|billing codes",
  "press releases|interview transcripts|photo captions|reader letters|stock quotes|match reports|weather maps|opinion columns|podcast clips|source documents|headline drafts|correction notices",
  "release notes|container images|test reports|licence headers|crash dumps|feature flags|build logs|signing keys|changelog entries|benchmark figures|translation files|migration scripts",
  "ticket sales|stage plans|artist contracts|catering offers|volunteer shifts|parking permits|sponsor banners|sound check times|safety briefings|wristband orders|camping maps|insurance papers",
  "soil samples|rainfall readings|drone pictures|harvest forecasts|irrigation plans|fertiliser orders|pest reports|tractor routes|seed catalogues|subsidy forms|field boundaries|milk yields",
  "exam papers|attendance sheets|course catalogue|scholarship essays|library loans|timetable wishes|parent surveys|lunch orders|bus routes|report cards|alumni addresses|lesson recordings",
  "lease agreements|court filings|witness statements|due diligence lists|trademark searches|client invoices|board minutes|tax notices|evidence scans|settlement offers|power of attorney forms|merger documents",
];

const VERBS = {
  start: ["Download", "Collect", "Export", "Scan", "Request", "Look up", "Import", "Gather"],
  middle: [
    "Clean",
    "Validate",
    "Deduplicate",
    "Translate",
    "Summarise",
    "Compare",
    "Sort",
    "Label",
    "Reconcile",
    "Anonymise",
    "Convert",
    "Group",
    "Score",
    "Reformat",
    "Enrich",
    "Proofread",
  ],
  end: ["Publish", "Archive", "Email", "Print", "Upload", "Hand over", "Present", "Announce"],
};
export type Role = keyof typeof VERBS;

const QUALIFIED = 0.25;
const QUALIFIERS = [
  "for the board",
  "of last month",
  "by region",
  "before the deadline",
  "from the archive",
  "in German",
  "with the new template",
  "after the audit",
];

/** Titles of one field of work, each given once. */
export function openTitles(random: Random) {
  const objects = shuffled(random, oneOf(random, DOMAINS).split("|"));
  const taken = new Set<string>();

  /** A title for a step of that role; steps of one `part` work on the same few things. */
  function next(role: Role, part: number): string {
    for (let tries = 0; tries < 400; tries += 1) {
      const spread = 2 + Math.floor(tries / 20);
      const object = objects[(part * 2 + between(random, 0, spread)) % objects.length];
      const verb = oneOf(random, tries > 100 ? Object.values(VERBS).flat() : VERBS[role]);
      const title = `${verb} the ${object}${random() < QUALIFIED ? ` ${oneOf(random, QUALIFIERS)}` : ""}`;
      if (taken.has(title)) continue;
      taken.add(title);
      return title;
    }
    throw new Error("The titles have run out.");
  }

  return { next, objects };
}
export type Titles = ReturnType<typeof openTitles>;

export function slugOf(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}
