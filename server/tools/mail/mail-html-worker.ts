import { answerTasks } from "#server/tools/work-reply.ts";
import { markdownToHtml } from "./mail-html.ts";

export type MailHtmlTask = { markdown: string };
export type MailHtmlAnswer = { html: string };

answerTasks(({ markdown }: MailHtmlTask): MailHtmlAnswer => ({ html: markdownToHtml(markdown) }));
